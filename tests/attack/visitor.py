"""Somebody outside: an address, an identity and the wire as it is. Nothing here knows what a server is made of."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from gaprace.rules.actions import action_text
from gaprace.rules.board import parse_board
from gaprace.rules.variants import VARIANTS
from tests.processes import http_client

Json = dict[str, Any]


class Socket:
    """A connection to a room."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def says(self, **command: object) -> None:
        await self.connection.send(json.dumps(command))

    async def hears(self, *tags: str) -> Json:
        """The next event with one of these tags."""
        while True:
            event: Json = json.loads(await self.connection.recv())
            if event["t"] in tags:
                return event


class Visitor:
    """A client with an address of its own, and one identity."""

    def __init__(self, base: str, address: str) -> None:
        self.base, self.address, self.id, self.token = base, address, "", ""
        self._client = http_client(base)

    async def ask(self, method: str, path: str, body: object = None) -> httpx2.Response:
        own = {"X-Forwarded-For": self.address, **({"Authorization": f"Bearer {self.token}"} if self.token else {})}
        return await self._client.request(method, path, json=body, headers=own)

    async def told(self, method: str, path: str, body: object = None) -> Json:
        """The body of an answer that has to be a good one."""
        answer = await self.ask(method, path, body)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text[:200]}"
        return answer.json() if answer.content else {}

    async def becomes(self, name: str = "Eve") -> "Visitor":
        """Take an identity."""
        identity = await self.told("POST", "/api/v1/players", {"name": name})
        self.id, self.token = identity["id"], identity["token"]
        return self

    @asynccontextmanager
    async def in_room(self, code: str) -> AsyncIterator[Socket]:
        """Enter a room and hear its welcome."""
        headers = {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}
        url = f"{self.base.replace('http', 'ws', 1)}/ws/rooms/{code}"
        async with connect(url, additional_headers=headers, compression=None, proxy=None) as connection:
            socket = Socket(connection)
            await socket.says(t="hello", protocol=1)
            await socket.hears("welcome")
            yield socket

    async def plays(self, code: str, moves: int = 1) -> str:
        """Play the game of a room; give its id, which is empty if no more may begin."""
        async with self.in_room(code) as socket:
            await socket.says(t="start")
            event = await socket.hears("starting", "refused")
            if event["t"] == "refused":
                return ""
            race = event["race"]
            game, variant = race["seats"][0]["game"], VARIANTS[race["variant"].get("name", "addiction")]
            board = parse_board((await socket.hears("started"))["board"], variant.columns)
            n = 0
            while n < moves:
                n += 1
                legal = board.legal_moves()
                await socket.says(t="act", game=game, n=n, action=action_text(legal[0]) if legal else "shuffle")
                acted = await socket.hears("acted", "refused")
                board = board.after(legal[0]) if legal else parse_board(acted["board"], variant.columns)
            await socket.says(t="act", game=game, n=n + 1, action="resign")
            await socket.hears("finished")
            return str(game)

    async def close(self) -> None:
        await self._client.aclose()
