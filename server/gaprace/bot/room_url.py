"""The way into a room: its address, and the HTTP calls that a program makes before its socket opens."""

import asyncio
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from gaprace.errors import BotError, ServerBusy
from gaprace.wire import Settings, Wire, encode
from gaprace.wire.http import FinishedGame, Identity, NewPlayer, Problem, RoomCreated

TIMEOUT_S = 10.0
BUSY_S = 5.0
"""How long to wait when the server is busy and does not say how long."""
_ROOM_PATH = "/r/"

Answer = TypeVar("Answer", bound=Wire)


@dataclass(frozen=True, slots=True)
class RoomUrl:
    """Where a room is."""

    base: str
    """The server's address, such as `https://example.org`, without a slash at the end."""
    code: str
    """The room's code; empty for the server itself."""

    @classmethod
    def at(cls, address: str) -> "RoomUrl":
        """Read a room's link, `http://host/r/CODE`, or a server's address.

        Raises:
            BotError: `bad_address`.

        """
        parts = urlsplit(address)
        before, found, code = parts.path.rpartition(_ROOM_PATH)
        code = code.rstrip("/")
        is_room = bool(found) and code.isalnum()
        if parts.scheme not in {"http", "https"} or not parts.netloc or parts.query or (found and not is_room):
            raise BotError(
                "bad_address",
                f"{address!r} is no address of a room: write its link, such as http://127.0.0.1:8000/r/CODE,"
                " or the server's address.",
            )
        path = before if is_room else parts.path.rstrip("/")
        return cls(f"{parts.scheme}://{parts.netloc}{path}", code if is_room else "")

    @property
    def link(self) -> str:
        """The link to share."""
        return f"{self.base}{_ROOM_PATH}{self.code}"

    @property
    def socket(self) -> str:
        """Where programs connect."""
        return f"ws{self.base.removeprefix('http')}/ws/rooms/{self.code}"


async def new_identity(door: RoomUrl, name: str = "") -> Identity:
    """Get an identity, waiting while the server has given too many to this address.

    Raises:
        BotError: `unreachable`, or what the server objects with.

    """
    return await _patiently(door, "/api/players", NewPlayer(name), Identity)


async def new_room(door: RoomUrl, settings: Settings, token: str) -> RoomUrl:
    """Create a room and give the way into it.

    Raises:
        BotError: `unreachable`, or what the server objects with.

    """
    created = await _patiently(door, "/api/rooms", settings, RoomCreated, token)
    return RoomUrl(door.base, created.code)


async def finished_game(door: RoomUrl, game: str) -> FinishedGame:
    """Get a finished game with the record that proves it.

    Raises:
        BotError: `unreachable`, or what the server objects with.

    """
    return await asyncio.to_thread(_called, f"{door.base}/api/games/{game}", None, FinishedGame, "")


async def _patiently(door: RoomUrl, path: str, body: Wire, answer: type[Answer], token: str = "") -> Answer:
    while True:
        try:
            return await asyncio.to_thread(_called, door.base + path, body, answer, token)
        except ServerBusy as busy:
            await asyncio.sleep(busy.wait_s)


def _called(url: str, body: Wire | None, answer: type[Answer], token: str) -> Answer:
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    # The scheme is http or https: `RoomUrl.at` takes no other.
    request = urllib.request.Request(url, encode(body) if body is not None else None, headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:  # noqa: S310
            return msgspec.json.decode(response.read(), type=answer)
    except urllib.error.HTTPError as error:
        raise _objection(error) from None
    except (OSError, HTTPException) as error:
        raise BotError("unreachable", f"{url} cannot be reached: {error}.") from None
    except msgspec.DecodeError as error:
        raise BotError("bad_answer", f"{url} did not answer as a Gaprace server does: {error}.") from None


def _objection(error: urllib.error.HTTPError) -> BotError:
    with error:
        try:
            problem = msgspec.json.decode(error.read(), type=Problem)
        except (OSError, HTTPException, msgspec.DecodeError):
            problem = Problem("bad_answer", f"{error.url} answered {error.code} {error.reason}.")
    if error.code in {429, 503}:
        asked = error.headers.get("Retry-After", "")
        return ServerBusy(problem.code, problem.message, float(asked) if asked.isdecimal() else BUSY_S)
    return BotError(problem.code, problem.message)
