"""A proxy that terminates TLS, with a certificate that can be changed while it serves."""

import asyncio
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

CHUNK_BYTES = 65_536


def new_certificate(folder: Path, name: str) -> Path:
    """Make a key and a certificate for 127.0.0.1, signed by itself, and return the file with both."""
    file = folder / f"{name}.pem"
    key, certificate = folder / f"{name}.key", folder / f"{name}.crt"
    request = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    about = ("-days", "1", "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1")
    subprocess.run([*request, *about, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    file.write_text(key.read_text() + certificate.read_text())
    return file


def trusting(*certificates: Path) -> ssl.SSLContext:
    """What a client trusts."""
    context = ssl.create_default_context()
    for certificate in certificates:
        context.load_verify_locations(certificate)
    return context


class TlsProxy:
    """Passes on what comes over TLS to a port of this machine, as long as `open` lasts."""

    def __init__(self, certificate: Path, target: Callable[[], int]) -> None:
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._target = target
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.change(certificate)

    def change(self, certificate: Path) -> None:
        """Use another certificate for new connections; those that are open go on."""
        self._context.load_cert_chain(certificate)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Serve on a free port."""
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0, ssl=self._context)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        try:
            await self._relay(reader, writer)
        finally:
            self._tasks.discard(task)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError):
                inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self._target())
                try:
                    ways = [_pass_on(reader, inner_writer), _pass_on(inner_reader, writer)]
                    await asyncio.wait(map(asyncio.ensure_future, ways), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    inner_writer.transport.abort()
        finally:
            writer.transport.abort()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError, ssl.SSLError):
        while data := await reader.read(CHUNK_BYTES):
            writer.write(data)
            await writer.drain()
