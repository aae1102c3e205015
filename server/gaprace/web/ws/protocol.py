"""uvicorn's WebSocket protocol, with a straight way out.

Through ASGI a message costs two coroutine calls, a frame object and a queue. A room tells hundreds of connections the
same, so here a finished frame goes to the transport at once, as long as the transport has not too much to send already.
The protocol shows itself to the application in `scope["extensions"]` (see `web.outbox`).

Besides, what uvicorn leaves open is closed: a client that stops reading cannot keep a connection for ever, and neither
pings nor fragments without end cost memory. Nor do they cost others' time: a frame may have six bytes only, and what
comes at once may have tens of thousands, so they are read a piece at a time and have a rate.
"""

import asyncio
import socket
from collections.abc import Callable
from struct import Struct
from typing import Any, ClassVar, cast

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame

from gaprace.web.http.limits import TokenBucket
from gaprace.web.ws.outbox import CLOSE_GRACE_S, FRAMES, MAX_UNSENT, close_code_of
from gaprace.wire import bye, encode

MAX_FRAGMENTS = 64
"""Of one message."""
PIECE = 2048
"""Bytes that are read before a look whether it goes on too fast."""
COMMANDS_PER_SECOND = 20
"""What one connection may say, unless it is set otherwise."""
FRAMES_SUSTAINED, FRAMES_AT_ONCE = 5, 15
"""How many frames of any kind may come a second, and at once, for each command that may come a second."""
_KERNEL_BUFFER = 64 * 1024
"""Bytes that the system may keep for a connection on top of `MAX_UNSENT`; what is stuck is found out sooner."""
_FINAL_TEXT = 0x81
_SHORT, _MEDIUM = 126, 65_536
_MEDIUM_HEADER, _LONG_HEADER = Struct(">BBH"), Struct(">BBQ")


def text_frame(payload: bytes) -> bytes:
    """Make the frame of a whole text message, as a server sends it (RFC 6455, section 5.2)."""
    size = len(payload)
    if size < _SHORT:
        return bytes((_FINAL_TEXT, size)) + payload
    if size < _MEDIUM:
        return _MEDIUM_HEADER.pack(_FINAL_TEXT, 126, size) + payload
    return _LONG_HEADER.pack(_FINAL_TEXT, 127, size) + payload


class _Latest:
    """The frame of the latest message: a room tells everyone the same, one right after the other."""

    __slots__ = ("_frame", "_payload")

    def __init__(self) -> None:
        self._payload = b""
        self._frame = text_frame(b"")

    def of(self, payload: bytes) -> bytes:
        if payload is not self._payload:
            self._payload, self._frame = payload, text_frame(payload)
        return self._frame


_frame_of = _Latest().of


class FrameProtocol(WebSocketsSansIOProtocol):
    """One WebSocket connection."""

    commands_per_second: ClassVar[int] = COMMANDS_PER_SECOND

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._drained: list[Callable[[], None]] = []
        self._last_resort: asyncio.TimerHandle | None = None
        rate = self.commands_per_second
        self._pace = TokenBucket(FRAMES_SUSTAINED * rate, FRAMES_AT_ONCE * rate, self.loop.time())
        self._is_cut = False
        """It went on too fast, and is read no further."""

    # The straight way out

    @property
    def is_closing(self) -> bool:
        """Whether nothing more can be sent."""
        return self.close_sent or self.disconnected or self.transport.is_closing()

    def send_text(self, payload: bytes) -> bool:
        """Send a message, unless too much is unsent already. On a closing connection it goes nowhere."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return True
        if transport.get_write_buffer_size() > MAX_UNSENT:
            return False
        transport.write(_frame_of(payload))
        return True

    def when_drained(self, call: Callable[[], None]) -> None:
        """Call once when all has been handed to the system."""
        if self.is_closing:
            return
        if not self.transport.get_write_buffer_size():
            self.loop.call_soon(call)
            return
        self._drained.append(call)
        self.transport.set_write_buffer_limits(high=0)  # so that `resume_writing` comes when nothing is left

    def finish(self, last: bytes, code: int, reason: str) -> None:
        """Send the last message and the close frame; whoever does not read them is cut off."""
        if self.is_closing:
            return
        self.stop_keepalive()
        self.transport.write(text_frame(last))
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSE_GRACE_S, self.transport.abort)

    # What uvicorn and the transport call

    async def run_asgi(self) -> None:
        """Run the application, which finds this object in its scope."""
        extensions = cast("dict[str, Any]", self.scope["extensions"])
        extensions[FRAMES] = self
        self._bound_kernel_buffer()
        try:
            await super().run_asgi()
        finally:
            del extensions[FRAMES]  # or it would keep itself
        if not self.disconnected:
            self._last_resort = self.loop.call_later(CLOSE_GRACE_S, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Read what the client sends, unless it goes on too fast."""
        for at in range(0, len(data), PIECE):
            if self._is_cut:
                return
            super().data_received(data[at : at + PIECE])

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything, so that it is free at once: a search for garbage looks at every game in memory."""
        super().connection_lost(exc)
        self._drained.clear()
        self.conn.parser.close()
        if self._last_resort is not None:
            self._last_resort.cancel()

    def resume_writing(self) -> None:
        """Note that there is room again, and tell who waits for it."""
        super().resume_writing()
        if self._drained:
            self.transport.set_write_buffer_limits()
            for call in self._drained:
                self.loop.call_soon(call)
            self._drained.clear()

    def keepalive_timeout(self) -> None:
        """Give up a client that answers no ping."""
        self.pong_timer = None
        self.finish(encode(bye("silent")), close_code_of("silent"), "silent")

    def shutdown(self) -> None:
        """End now. Whoever was in a room has been told before, and had time to read it."""
        if self.handshake_complete:
            self.finish(encode(bye("restarting")), close_code_of("restarting"), "restarting")
        super().shutdown()
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def handle_text(self, event: Frame) -> None:
        """Take a text message, or the begin of one."""
        if self._is_in_time():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a binary message, or the begin of one."""
        if self._is_in_time():
            super().handle_bytes(event)

    def handle_pong(self, event: Frame) -> None:
        """Note an answer to a ping."""
        if self._is_in_time():
            super().handle_pong(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if not self._is_in_time():
            return
        if self.transport.get_write_buffer_size() > MAX_UNSENT:
            self.transport.abort()  # it asks and asks, and reads no answer
            return
        super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        """Take another fragment of a message."""
        if not self._is_in_time():
            return
        if len(self.frames) >= MAX_FRAGMENTS:
            self._fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message on; invalid UTF-8 ends the connection (RFC 6455, section 8.1)."""
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self._fail(CloseCode.INVALID_DATA, "not UTF-8")
            return
        super().send_receive_event_to_app()

    def _is_in_time(self) -> bool:
        """Count a frame; with one too many, the connection ends."""
        if not self._is_cut and not self._pace.take(self.loop.time()):
            self._is_cut = True
            self.finish(encode(bye("too_fast")), close_code_of("too_fast"), "too_fast")
            self.transport.pause_reading()
        return not self._is_cut

    def _fail(self, code: CloseCode, reason: str) -> None:
        self.frames = []
        if not self.is_closing:
            self.conn.fail(code, reason)
            self.handle_parser_exception()

    def _bound_kernel_buffer(self) -> None:
        sock = self.transport.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL_BUFFER)


def _is_text(parts: list[bytes]) -> bool:
    data = b"".join(parts)
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def paced(rate: int) -> type[FrameProtocol]:
    """Return the protocol for a server to which one connection may say so many commands a second."""

    class Paced(FrameProtocol):
        commands_per_second = rate

    return Paced
