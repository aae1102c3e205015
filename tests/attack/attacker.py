"""An attacker: several addresses, each at its limits and beyond. It is a process of its own.

`python -m tests.attack.attacker BASE KIND ADDRESSES SECONDS`; the server has to trust one proxy, whose word for the
address of a client is the attacker's.
"""

import asyncio
import json
import sys
from contextlib import suppress
from random import Random
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from gaprace.wire import (
    PROTOCOL,
    Act,
    Command,
    Hello,
    Hint,
    Leave,
    Ping,
    Ready,
    Rematch,
    SetSettings,
    Settings,
    Start,
    VariantChoice,
    decode_event,
    encode,
)
from tests.attack.long_games import PATHS

HTTP_CONNECTIONS, SOCKETS = 60, 190
"""Of one address; several share them."""
COMMAND_INTERVAL_S = 0.05
ROOMS = 20
CHEAP_PATHS = (
    "/",
    "/api/v1/dailies",
    "/api/v1/rooms",
    "/client/main.js",
    "/api/v1/me",
    "/api/v1/leaderboards/wins/all/mini",
    "/none",
)
KINDS = ("requests", "moves", "hints", "settings", "races", "mixed")


class Attacker:
    """What one address does."""

    def __init__(self, base: str, address: str, scale: int) -> None:
        self._base, self._address = urlsplit(base), address
        self._connections, self._sockets = max(4, HTTP_CONNECTIONS // scale), max(10, SOCKETS // scale)
        self._random = Random(address)
        self._token = ""

    # Requests

    async def _ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, method: str, path: str, body: bytes = b""
    ) -> bytes:
        """Send one request on an open connection, and return the body of its answer."""
        identity = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {self._base.netloc}\r\nX-Forwarded-For: {self._address}\r\n{identity}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        _, found, rest = head.partition("content-length:")
        return await reader.readexactly(int(rest.split("\r\n")[0])) if found else b""

    async def _one(self, method: str, path: str, body: bytes = b"") -> dict[str, str]:
        reader, writer = await asyncio.open_connection(self._base.hostname, self._base.port)
        answer = await self._ask(reader, writer, method, path, body)
        writer.close()
        return json.loads(answer)  # type: ignore[no-any-return]

    async def _browse(self) -> None:
        """Ask for one dear page after the other, as fast as they come."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(self._base.hostname, self._base.port)
                while True:
                    await self._ask(reader, writer, "GET", self._random.choice((*PATHS, *CHEAP_PATHS)))

    # Commands

    def _command(self, kind: str, game: str, n: int) -> Command:
        match self._random.choice(("moves", "hints", "settings", "races")) if kind == "mixed" else kind:
            case "moves":
                return self._random.choice((Act(game, n, "undo"), Act(game, n, "shuffle"), Ping(1)))
            case "hints":
                return Hint(game)
            case "settings":
                variant = VariantChoice(self._random.choice(("mini", "addiction")))
                return self._random.choice((SetSettings(Settings(variant, 1, hints=True)), Ready(), Ready(False)))
            case _:
                return self._random.choice((Start(), Act(game, n, "resign"), Rematch(), Leave()))

    async def _play(self, kind: str, room: str) -> None:
        """Send commands at the highest rate; come back when sent away."""
        url = f"ws://{self._base.netloc}/ws/rooms/{room}"
        headers = {"Authorization": f"Bearer {self._token}", "X-Forwarded-For": self._address}
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(url, additional_headers=headers, compression=None, proxy=None) as socket:
                    await self._converse(socket, kind)
            await asyncio.sleep(1)

    async def _converse(self, socket: ClientConnection, kind: str) -> None:
        await socket.send(encode(Hello(PROTOCOL)).decode())
        state = {"game": "", "n": 1}
        reading = asyncio.create_task(self._read(socket, state))
        try:
            await socket.send(encode(Start()).decode())
            while not reading.done():
                command = self._command(kind, str(state["game"]), int(state["n"]))
                await socket.send(encode(command).decode())
                await asyncio.sleep(COMMAND_INTERVAL_S)
        finally:
            reading.cancel()

    @staticmethod
    async def _read(socket: ClientConnection, state: dict[str, object]) -> None:
        async for data in socket:
            if '"seats":[{' in str(data)[:3000]:
                race = decode_event(data)
                seats = getattr(getattr(race, "race", None) or race.room.race, "seats", None)  # type: ignore[union-attr]
                if seats:
                    state["game"], state["n"] = seats[0].game, 1

    # All of it

    async def run(self, kind: str) -> None:
        self._token = (await self._one("POST", "/api/v1/players", b'{"name": "Eve"}'))["token"]
        work = []
        if kind in {"requests", "mixed"}:
            work += [self._browse() for _ in range(self._connections)]
        if kind != "requests":
            settings = b'{"seats": 1, "hints": true, "variant": {"name": "mini"}, "limit_minutes": null}'
            rooms = [(await self._one("POST", "/api/v1/rooms", settings))["code"] for _ in range(ROOMS)]
            work += [self._play(kind, rooms[number % len(rooms)]) for number in range(self._sockets)]
        print("ready", flush=True)
        await asyncio.gather(*work)


async def main() -> None:
    base, kind, addresses, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
    attackers = [Attacker(base, f"198.51.100.{number + 1}", addresses) for number in range(addresses)]
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(each.run(kind) for each in attackers)), seconds)


if __name__ == "__main__":
    asyncio.run(main())
