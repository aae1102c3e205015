"""The URL of a room, and the HTTP requests that a program makes before it opens the WebSocket."""

import asyncio
import re
import urllib.error
import urllib.request
from dataclasses import dataclass, field, replace
from http.client import HTTPException
from typing import TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from gaprace.errors import BotError, ServerBusy, quoted, reason_of
from gaprace.wire import Settings, Wire, decode_open, encode
from gaprace.wire.http import DailyList, FinishedGame, Identity, NewPlayer, Problem, RaceNow, RoomCreated

REQUEST_TIMEOUT_S = 10.0
DEFAULT_RETRY_AFTER_S = 5.0
"""The delay before a retry when a busy server names none."""
_ROOM_PATH = "/r/"
_QUERY = re.compile(r"(?:invitation=([\w.-]+))?", re.ASCII)
INVITATION_HEADER = "Gaprace-Invitation"

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class RoomUrl:
    """A room, or a server without a room."""

    base: str
    """The server's address, such as `https://example.org`, without a slash at the end."""
    code: str = ""
    """The room's code; empty for the server itself."""
    invitation: str = field(default="", repr=False)
    """The code that lets a program into a private server."""

    @classmethod
    def parse(cls, text: str) -> "RoomUrl":
        """Parse a room's link, `http://host/r/CODE`, or a server's address, of a private one with `?invitation=CODE`.

        Raises BotError `bad_address`.
        """
        parts = urlsplit(text)
        before, found, code = parts.path.rpartition(_ROOM_PATH)
        code = code.rstrip("/")
        query = _QUERY.fullmatch(parts.query)
        is_room = bool(found) and code.isalnum()
        if parts.scheme not in {"http", "https"} or not parts.netloc or not query or (found and not is_room):
            raise BotError(
                "bad_address",
                f"{quoted(text)} is not the address of a room: write its link, such as http://127.0.0.1:8000/r/CODE,"
                " or the server's address.",
            )
        path = before if is_room else parts.path.rstrip("/")
        return cls(f"{parts.scheme}://{parts.netloc}{path}", code if is_room else "", query[1] or "")

    def room(self, code: str) -> "RoomUrl":
        """Return a room of the same server."""
        return replace(self, code=code)

    @property
    def link(self) -> str:
        """The link to share."""
        return f"{self.base}{_ROOM_PATH}{self.code}"

    @property
    def socket(self) -> str:
        """The URL of the WebSocket."""
        return f"ws{self.base.removeprefix('http')}/ws/rooms/{self.code}"


def invited_by(invitation: str) -> dict[str, str]:
    """Return the header that a private server needs; none without an invitation."""
    return {INVITATION_HEADER: invitation} if invitation else {}


async def new_identity(server: RoomUrl, name: str = "", *, program: bool = False) -> Identity:
    """Create a player, which may be marked as a program; retries while the server asks for patience."""
    return await _request_until_done(server, "/api/v1/players", NewPlayer(name, program=program), Identity)


async def new_room(server: RoomUrl, settings: Settings, token: str) -> RoomUrl:
    """Create a room and return its URL; retries while the server asks for patience."""
    created = await _request_until_done(server, "/api/v1/rooms", settings, RoomCreated, token)
    return server.room(created.code)


async def race_now(server: RoomUrl, variant: str, token: str) -> RoomUrl:
    """Take a seat in a room that waits for players, and return its URL; retries while the server asks for patience."""
    created = await _request_until_done(server, "/api/v1/races", RaceNow(variant), RoomCreated, token)
    return server.room(created.code)


async def finished_game(server: RoomUrl, game: str) -> FinishedGame:
    """Return a finished game, with its record."""
    return await asyncio.to_thread(
        request, f"{server.base}/api/v1/games/{game}", None, FinishedGame, "", invitation=server.invitation
    )


def daily_list(server: RoomUrl, date: str) -> DailyList:
    """Return the dailies of a date."""
    url = f"{server.base}/api/v1/dailies/{quote(date, safe='')}"
    return request(url, None, DailyList, "", invitation=server.invitation)


async def _request_until_done(server: RoomUrl, path: str, body: Wire, answer: type[Answer], token: str = "") -> Answer:
    while True:
        try:
            return await asyncio.to_thread(
                request, server.base + path, body, answer, token, invitation=server.invitation
            )
        except ServerBusy as busy:
            await asyncio.sleep(busy.wait_s)


def request(  # noqa: PLR0913
    url: str, body: Wire | None, answer: type[Answer], token: str, method: str | None = None, *, invitation: str = ""
) -> Answer:
    """Send a request, a POST if it has a body, unless there is a `method`, and return the answer.

    Raises BotError `unreachable`, `bad_answer`, or the server's own code.
    """
    headers = {"Accept": "application/json", "Content-Type": "application/json", **invited_by(invitation)}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    # `RoomUrl.parse` admits no scheme but http and https.
    request = urllib.request.Request(url, encode(body) if body else None, headers, method=method)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=REQUEST_TIMEOUT_S) as response:  # noqa: S310
            return decode_open(response.read(), answer)
    except urllib.error.HTTPError as error:
        raise _problem_of(error) from None
    except (OSError, HTTPException) as error:
        raise BotError("unreachable", f"{url} cannot be reached: {reason_of(error)}.") from None
    except msgspec.DecodeError as error:
        raise BotError("bad_answer", f"{url} did not answer as a Gaprace server does: {error}.") from None


def _problem_of(answer: urllib.error.HTTPError) -> BotError:
    """Return the error of a request that was answered with a problem."""
    with answer:
        try:
            problem = decode_open(answer.read(), Problem)
        except (OSError, HTTPException, msgspec.DecodeError):
            problem = Problem("bad_answer", f"{answer.url} answered {answer.code} {answer.reason}.")
    if answer.code in {429, 503}:
        retry_after = answer.headers.get("Retry-After", "")
        wait_s = float(retry_after) if retry_after.isdecimal() else DEFAULT_RETRY_AFTER_S
        return ServerBusy(problem.code, problem.message, wait_s)
    return BotError(problem.code, problem.message)
