"""WebSocket clients with as little work as possible: the load of benchmarks, and readers that misbehave.

Frames are masked, as the protocol wants it of clients, with a key of zeros: the payload stands in them as it is.
"""

import asyncio
import socket
import struct
from collections.abc import Callable, Iterator
from typing import cast

_TEXT_FRAME, _MASKED = 0x81, 0x80
_TWO_BYTES, _EIGHT_BYTES = 126, 127
_OPCODE_TEXT, _OPCODE_CLOSE, _OPCODE_PING = 0x1, 0x8, 0x9
_NO_MASK = b"\0\0\0\0"


def text_frame(payload: bytes) -> bytes:
    """A message as a client's frame."""
    size = len(payload)
    if size < _TWO_BYTES:
        return bytes((_TEXT_FRAME, _MASKED | size)) + _NO_MASK + payload
    return struct.pack("!BBH", _TEXT_FRAME, _MASKED | _TWO_BYTES, size) + _NO_MASK + payload


def _frames(buffer: bytearray) -> Iterator[tuple[int, bytes]]:
    """Take the whole frames of a server out of a buffer, as (opcode, payload)."""
    at = 0
    while len(buffer) - at >= 2:
        size, begin = buffer[at + 1], at + 2
        if size == _TWO_BYTES:
            begin += 2
            size = int.from_bytes(buffer[at + 2 : begin])
        elif size == _EIGHT_BYTES:
            begin += 8
            size = int.from_bytes(buffer[at + 2 : begin])
        if len(buffer) < begin + size:
            break
        yield buffer[at] & 0x0F, bytes(buffer[begin : begin + size])
        at = begin + size
    del buffer[:at]


class RawClient(asyncio.Protocol):
    """One connection. `hear` is called with the payload of every message."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.transport: asyncio.Transport
        self.is_closed = False
        self.when_lost: Callable[[], None] = lambda: None
        """Called when the connection has ended, whoever ended it."""
        self._buffer = bytearray()
        self._is_open = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is one without saying so

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open and not self._upgraded():
            return
        for opcode, payload in _frames(self._buffer):
            if opcode == _OPCODE_TEXT:
                self.hear(payload)
            elif opcode == _OPCODE_PING:
                self.transport.write(bytes((0x8A, _MASKED | len(payload))) + _NO_MASK + payload)
            elif opcode == _OPCODE_CLOSE:
                self.transport.close()

    def _upgraded(self) -> bool:
        head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        self._is_open = True
        self._buffer[:] = rest
        if not self._opened.done():
            ok = head.startswith(b"HTTP/1.1 101")
            self._opened.set_result(None) if ok else self._opened.set_exception(ConnectionError(head.decode()))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_closed = True
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionError("closed before it was open"))
        self.when_lost()

    def send(self, payload: bytes) -> None:
        self.transport.write(text_frame(payload))

    async def upgrade(self, port: int, path: str, token: str) -> None:
        self.transport.write(upgrade_request(port, path, token))
        await self._opened


def upgrade_request(port: int, path: str, token: str) -> bytes:
    """What opens a WebSocket."""
    authorization = f"Authorization: Bearer {token}\r\n" if token else ""
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{authorization}\r\n"
    ).encode()


async def raw_client(
    port: int, path: str, token: str, hear: Callable[[bytes], None], *, narrow: bool = False
) -> RawClient:
    """Connect. `narrow`: little fits into the socket's buffers, on either side, before whoever sends has to wait."""
    sock = socket.socket()
    try:
        sock.setblocking(False)
        if narrow:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)  # the sender's buffer grows with it
        loop = asyncio.get_running_loop()
        await loop.sock_connect(sock, ("127.0.0.1", port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _, client = await loop.create_connection(lambda: RawClient(hear), sock=sock)
    except BaseException:  # a spectator may change its mind at any moment
        sock.close()
        raise
    try:
        await client.upgrade(port, path, token)
    except BaseException:
        client.transport.abort()
        raise
    return client
