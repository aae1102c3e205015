"""The bus of several processes on one machine: each has a Unix socket in one folder, and a line to each of the others.

Nothing stands in the middle that could fail: a process that comes connects to those that it finds in the folder, and
they connect to it in return. A line carries notes in one direction only.
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

MAX_UNSENT = 4 * 1024 * 1024
"""Bytes that may wait for a process that does not listen; beyond, notes for it are lost."""
MEET_S = 1.0
"""How long to wait for others at the start; one may be busy, or just about to end."""
LONGEST = 16 * 1024 * 1024
_SUFFIX = ".bus"
_LENGTH = Struct(">I")
_log = logging.getLogger(__name__)
_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[tuple[str, float, bytes]] = msgspec.msgpack.Decoder(tuple[str, float, bytes])


class MachineBus:
    """Implements `ports.Bus`."""

    def __init__(self, folder: Path) -> None:
        """Take the folder in which processes meet. Whoever may write there may take part."""
        self.is_shared = True
        self.is_up = False
        self.losses = 0
        self.lag_s = 0.0
        self._folder = folder
        self._name = secrets.token_hex(8) + _SUFFIX
        self._hearers: dict[str, Callable[[BusMessage], None]] = {}
        self._others: dict[str, asyncio.WriteTransport | None] = {}
        """Lines to other processes, by name; `None` while one is made."""
        self._listeners: set[_Listener] = set()
        self._has_come = asyncio.Event()
        self._connecting: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Let others connect, and connect to them."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._server = await asyncio.get_running_loop().create_unix_server(
            lambda: _Listener(self), str(self._folder / self._name)
        )
        self.is_up = True
        for path in self._folder.glob(f"*{_SUFFIX}"):
            self.meet(path.name)
        await asyncio.gather(*self._connecting)
        with suppress(TimeoutError):
            async with asyncio.timeout(MEET_S):
                await self._is_met_by_all()

    async def _is_met_by_all(self) -> None:
        """Wait until all who were found tell this process, too."""
        while not self._others.keys() <= {listener.name for listener in self._listeners}:
            self._has_come.clear()
            await self._has_come.wait()

    def publish(self, room: str, message: BusMessage) -> None:
        """Tell the other processes."""
        frame = _framed(_encoder.encode((room, monotonic(), message)))
        for line in list(self._others.values()):
            if line and line.get_write_buffer_size() < MAX_UNSENT:
                line.write(frame)
            else:
                self.losses += 1

    async def subscribe(self, room: str, on_message: Callable[[BusMessage], None]) -> None:
        """Hear the notes of other processes about this room: they tell everyone everything."""
        self._hearers[room] = on_message

    def unsubscribe(self, room: str) -> None:
        """Hear no more about this room."""
        self._hearers.pop(room, None)

    async def close(self) -> None:
        """Hang up, and leave the folder."""
        self.is_up = False
        if self._server is None:
            return
        with suppress(OSError):
            (self._folder / self._name).unlink()
        self._server.close()
        for line in [*self._others.values(), *(listener.transport for listener in self._listeners)]:
            if line:
                line.close()
        self._others.clear()
        await asyncio.gather(*self._connecting)

    # Others

    def meet(self, name: str) -> None:
        """Connect to another process, unless that is done."""
        if self.is_up and name != self._name and name not in self._others:
            self._others[name] = None
            task = asyncio.create_task(self._connect(name))
            self._connecting.add(task)
            task.add_done_callback(self._connecting.discard)

    async def _connect(self, name: str) -> None:
        path = self._folder / name
        try:
            transport, _ = await asyncio.get_running_loop().create_unix_connection(
                lambda: _Line(lambda: self._others.pop(name, None)), str(path)
            )
        except OSError as error:
            del self._others[name]
            if isinstance(error, ConnectionRefusedError):  # it was killed
                path.unlink(missing_ok=True)
            return
        self._others[name] = transport
        transport.write(_framed(self._name.encode()))

    def came(self, listener: "_Listener") -> None:
        """Note that somebody has connected and said its name."""
        self._listeners.add(listener)
        self._has_come.set()
        self.meet(listener.name)

    def went(self, listener: "_Listener") -> None:
        """Note that a connection has ended."""
        self._listeners.discard(listener)

    def heard(self, frame: bytes) -> None:
        """Take in a note."""
        room, told_at, note = _decoder.decode(frame)
        self.lag_s = monotonic() - told_at  # one clock for all processes of a machine
        hear = self._hearers.get(room)
        if hear is None:
            return
        try:
            hear(note)
        except Exception:  # noqa: BLE001 - one room's fault must not stop the notes of all others
            _log.exception("a note could not be taken in")


class _Line(asyncio.Protocol):
    """The end that tells."""

    def __init__(self, when_lost: Callable[[], object]) -> None:
        self._when_lost = when_lost

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (asyncio's)
        self._when_lost()


class _Listener(asyncio.Protocol):
    """The end that listens: the first frame is a name, all others are notes."""

    def __init__(self, bus: MachineBus) -> None:
        self._bus = bus
        self._buffer = bytearray()
        self.name = ""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is one without saying so

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (asyncio's)
        self._bus.went(self)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        try:
            self._take_frames()
        except (msgspec.DecodeError, ValueError) as error:
            _log.warning("a stranger is on the bus: %s", error)
            self.transport.close()

    def _take_frames(self) -> None:
        at = 0
        while len(self._buffer) >= at + _LENGTH.size:
            (size,) = _LENGTH.unpack_from(self._buffer, at)
            if size > LONGEST:
                raise ValueError(f"a note of {size} bytes")
            if len(self._buffer) < at + _LENGTH.size + size:
                break
            at += _LENGTH.size
            self._take(bytes(self._buffer[at : at + size]))
            at += size
        del self._buffer[:at]

    def _take(self, frame: bytes) -> None:
        if self.name:
            self._bus.heard(frame)
            return
        self.name = Path(frame.decode()).name  # whatever it says, it stays in the folder
        self._bus.came(self)


def _framed(content: bytes) -> bytes:
    return _LENGTH.pack(len(content)) + content
