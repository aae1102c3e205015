"""A small proxy that shares connections to Postgres by the transaction, as PgBouncer can."""

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

_TERMINATE = b"X"
_ENDS_OF_REQUESTS = (b"Q", b"S", b"H")
"""A query, a synchronisation, or a flush."""
_IDLE = b"Z\x00\x00\x00\x05I"
"""Postgres is ready for a request, in no transaction."""


class Message(NamedTuple):
    kind: bytes
    body: bytes

    @property
    def sent(self) -> bytes:
        return self.kind + struct.pack("!i", len(self.body) + 4) + self.body


async def read(reader: asyncio.StreamReader) -> Message:
    kind = await reader.readexactly(1)
    (size,) = struct.unpack("!i", await reader.readexactly(4))
    return Message(kind, await reader.readexactly(size - 4))


class Backend:
    """A connection to Postgres, and the client that has it for a transaction."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.client: asyncio.StreamWriter | None = None
        self.greeting = b""

    async def greet(self, startup: bytes) -> None:
        """Sign in, and keep the answer for all clients."""
        self.writer.write(startup)
        while not self.greeting.endswith(_IDLE):
            self.greeting += (await read(self.reader)).sent


class Pooler:
    def __init__(self, folder: Path, *, newest_first: bool) -> None:
        self._socket = folder / ".s.PGSQL.5432"
        self._newest_first = newest_first
        self._idle: list[Backend] = []
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def _take(self, startup: bytes) -> Backend:
        if self._idle:
            return self._idle.pop(-1 if self._newest_first else 0)
        backend = Backend(*await asyncio.open_unix_connection(self._socket))
        self._writers.append(backend.writer)
        await backend.greet(startup)
        self._tasks.append(asyncio.create_task(self._relay(backend)))
        return backend

    async def _relay(self, backend: Backend) -> None:
        """Pass on all answers; the end of a transaction frees the connection."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                message = await read(backend.reader)
                if backend.client:
                    backend.client.write(message.sent)
                if message.sent.endswith(_IDLE):
                    backend.client = None
                    self._idle.append(backend)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        size = await reader.readexactly(4)
        startup = size + await reader.readexactly(struct.unpack("!i", size)[0] - 4)
        backend = await self._take(startup)
        writer.write(backend.greeting)
        self._idle.append(backend)
        request = b""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while (message := await read(reader)).kind != _TERMINATE:
                request += message.sent
                if message.kind in _ENDS_OF_REQUESTS:
                    if backend.client is not writer:
                        backend = await self._take(startup)
                        backend.client = writer
                    backend.writer.write(request)
                    request = b""
        if backend.client is writer:
            backend.writer.close()
        writer.close()

    async def close(self) -> None:
        for writer in self._writers:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
        await asyncio.gather(*self._tasks)


@asynccontextmanager
async def pooling(postgres: Path, folder: Path, *, newest_first: bool = True) -> AsyncIterator[None]:
    """Serve on a socket in a folder, for the Postgres whose socket is in another one."""
    pooler = Pooler(postgres, newest_first=newest_first)
    server = await asyncio.start_unix_server(pooler.serve, folder / ".s.PGSQL.5432")
    try:
        yield
    finally:
        server.close()
        await pooler.close()
