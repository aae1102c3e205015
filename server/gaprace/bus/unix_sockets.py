"""The bus of several processes on one machine: a full mesh of Unix sockets in one folder.

It lets a server with several workers run without Redis. Each process listens on a socket in the folder and connects to
the sockets of all others, so no process is a single point of failure. A connection carries messages one way only. With
one worker per core, n workers have n * (n - 1) connections: 56 on eight cores.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from struct import Struct
from time import monotonic
from typing import cast

import msgspec

from gaprace.ports import BusMessage

MAX_WRITE_BUFFER = 4 * 1024 * 1024
"""Bytes that may wait for a peer that does not read; while it is full, messages to that peer are lost."""
MESH_TIMEOUT_S = 1.0
"""How long `open` waits for the peers to connect in return: one may be busy, or about to end."""
MAX_FRAME = 16 * 1024 * 1024
_SUFFIX = ".bus"
_LENGTH = Struct(">I")
_log = logging.getLogger(__name__)
_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[tuple[str, float, bytes]] = msgspec.msgpack.Decoder(tuple[str, float, bytes])
"""A message: its room, the time it was sent (by `monotonic`, which all processes of a machine share), its content."""


class UnixSocketBus:
    """Implements `ports.Bus`. Every message goes to every peer, which drops those of rooms that it does not serve."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of the sockets. Every process that may write there may take part."""
        self.is_shared = True
        self.is_up = False
        self.losses = 0
        self.lag_s = 0.0
        self._folder = folder
        self._name = secrets.token_hex(8) + _SUFFIX
        self._subscribers: dict[str, Callable[[BusMessage], None]] = {}
        self._outgoing: dict[str, asyncio.WriteTransport | None] = {}
        """Connections to peers, by the names of their sockets; `None` while connecting."""
        self._incoming: set[_Receiver] = set()
        self._has_new_peer = asyncio.Event()
        self._connecting: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen, connect to all peers, and wait a moment until they have connected in return."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._server = await asyncio.get_running_loop().create_unix_server(
            lambda: _Receiver(self), str(self._folder / self._name)
        )
        self.is_up = True
        for path in self._folder.glob(f"*{_SUFFIX}"):
            self.connect(path.name)
        await asyncio.gather(*self._connecting)
        with suppress(TimeoutError):
            async with asyncio.timeout(MESH_TIMEOUT_S):
                await self._until_mesh_is_complete()

    async def _until_mesh_is_complete(self) -> None:
        while not self._outgoing.keys() <= {receiver.name for receiver in self._incoming}:
            self._has_new_peer.clear()
            await self._has_new_peer.wait()

    def publish(self, room: str, message: BusMessage) -> None:
        """Send a message to all peers."""
        frame = _framed(_encoder.encode((room, monotonic(), message)))
        for peer in list(self._outgoing.values()):
            if peer and peer.get_write_buffer_size() < MAX_WRITE_BUFFER:
                peer.write(frame)
            else:
                self.losses += 1

    async def subscribe(self, room: str, on_message: Callable[[BusMessage], None]) -> None:
        """Receive the messages of other processes about this room."""
        self._subscribers[room] = on_message

    def unsubscribe(self, room: str) -> None:
        """Receive no more messages about this room."""
        self._subscribers.pop(room, None)

    async def close(self) -> None:
        """Close all connections, and remove the socket."""
        self.is_up = False
        if self._server is None:
            return
        with suppress(OSError):
            (self._folder / self._name).unlink()
        self._server.close()
        for connection in [*self._outgoing.values(), *(receiver.transport for receiver in self._incoming)]:
            if connection:
                connection.close()
        self._outgoing.clear()
        await asyncio.gather(*self._connecting)

    # Peers

    def connect(self, name: str) -> None:
        """Connect to a peer by the name of its socket, unless this is done already."""
        if self.is_up and name != self._name and name not in self._outgoing:
            self._outgoing[name] = None
            task = asyncio.create_task(self._connect(name))
            self._connecting.add(task)
            task.add_done_callback(self._connecting.discard)

    async def _connect(self, name: str) -> None:
        path = self._folder / name
        try:
            transport, _ = await asyncio.get_running_loop().create_unix_connection(
                lambda: _Sender(lambda: self._outgoing.pop(name, None)), str(path)
            )
        except OSError as error:
            self._outgoing.pop(name, None)
            if isinstance(error, ConnectionRefusedError):  # its process was killed and left the socket behind
                path.unlink(missing_ok=True)
            return
        if not self.is_up:  # it was closed meanwhile
            transport.close()
            return
        self._outgoing[name] = transport
        transport.write(_framed(self._name.encode()))

    def add_receiver(self, receiver: "_Receiver") -> None:
        """Note that a peer has connected and sent its name; connect to it in return."""
        self._incoming.add(receiver)
        self._has_new_peer.set()
        self.connect(receiver.name)

    def remove_receiver(self, receiver: "_Receiver") -> None:
        """Note that a peer has disconnected."""
        self._incoming.discard(receiver)

    def on_frame(self, frame: bytes) -> None:
        """Pass a message on to the subscriber of its room.

        Raises:
            msgspec.DecodeError: it is not a message.

        """
        room, sent_at, message = _decoder.decode(frame)
        self.lag_s = monotonic() - sent_at
        on_message = self._subscribers.get(room)
        if on_message is None:
            return
        try:
            on_message(message)
        except Exception:  # noqa: BLE001 - a failure in one room must not stop the messages of all others
            _log.exception("a message was not handled")


class _Sender(asyncio.Protocol):
    """The sending end of a connection."""

    def __init__(self, on_lost: Callable[[], object]) -> None:
        self._on_lost = on_lost

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (asyncio's)
        self._on_lost()


class _Receiver(asyncio.Protocol):
    """The receiving end of a connection. Its first frame is the name of the peer's socket, all others are messages."""

    def __init__(self, bus: UnixSocketBus) -> None:
        self._bus = bus
        self._buffer = bytearray()
        self.name = ""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is not declared as one

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (asyncio's)
        self._bus.remove_receiver(self)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        try:
            self._take_frames()
        except (msgspec.DecodeError, ValueError) as error:
            _log.warning("a peer on the bus sent a bad frame, so its connection is closed: %s", error)
            self.transport.close()

    def _take_frames(self) -> None:
        start = 0
        while len(self._buffer) >= start + _LENGTH.size:
            (size,) = _LENGTH.unpack_from(self._buffer, start)
            if size > MAX_FRAME:
                raise ValueError(f"{size} bytes are more than {MAX_FRAME}")
            if len(self._buffer) < start + _LENGTH.size + size:
                break
            start += _LENGTH.size
            self._take(bytes(self._buffer[start : start + size]))
            start += size
        del self._buffer[:start]

    def _take(self, frame: bytes) -> None:
        if self.name:
            self._bus.on_frame(frame)
            return
        self.name = Path(frame.decode()).name  # without folders, so that it cannot name a socket elsewhere
        self._bus.add_receiver(self)


def _framed(content: bytes) -> bytes:
    return _LENGTH.pack(len(content)) + content
