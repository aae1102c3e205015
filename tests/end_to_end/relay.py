"""What stands between players and servers, and passes on what they say."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self

from gaprace.bot.room_url import RoomUrl


class Relay(ABC):
    """Listens on a port of its own; what becomes of a connection, each kind of relay decides."""

    def __init__(self) -> None:
        self._server: asyncio.Server | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def before(self, door: RoomUrl) -> RoomUrl:
        """The same room, through this relay."""
        return RoomUrl(self.base, door.code)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Self]:
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        try:
            yield self
        finally:
            self._server.close()
            await self._server.wait_closed()

    async def _relay(self, from_client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        """Serve one connection until either side ends it."""
        writers, ways = [to_client], list[asyncio.Task[None]]()
        try:
            from_server, to_server = await self._to_server()
            writers.append(to_server)
            directions = (from_client, to_server), (from_server, to_client)
            ways += [asyncio.create_task(self._one_way(*direction)) for direction in directions]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        except OSError:
            pass
        finally:
            for way in ways:
                way.cancel()
            for writer in writers:
                writer.transport.abort()
            await asyncio.gather(*ways, *(writer.wait_closed() for writer in writers), return_exceptions=True)

    @abstractmethod
    async def _to_server(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to a server."""

    @abstractmethod
    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what one side says, until it ends."""
