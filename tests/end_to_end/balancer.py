"""Several servers on one database, and what stands before them: it passes each connection to one that is up."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from itertools import count

from tests.end_to_end.relay import Relay
from tests.processes import ServerProcess
from tests.redis_server import RedisServer


@contextlib.asynccontextmanager
async def fleet(database_url: str, redis: RedisServer) -> AsyncIterator[list[ServerProcess]]:
    settings = {"GAPRACE_BUS_URL": redis.url, "GAPRACE_SECRET_KEY": "the same for all of them"}
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(ServerProcess(database_url, settings=settings)) for _ in range(2)]


class Balancer(Relay):
    """Relays connections to servers in turn; to the next one, if one is down."""

    def __init__(self, servers: Sequence[ServerProcess]) -> None:
        super().__init__()
        self._ports = [server.port for server in servers]
        self._turn = count()

    async def _to_server(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        turn = next(self._turn)
        for number in range(len(self._ports)):
            with contextlib.suppress(ConnectionRefusedError):
                return await asyncio.open_connection("127.0.0.1", self._ports[(turn + number) % len(self._ports)])
        raise ConnectionRefusedError

    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
