"""One WebSocket connection: the bytes of a transport on one side, whole messages on the other.

The protocol itself (handshake, frames, close codes) is websockets' Sans-I/O `ServerProtocol`; this class moves its
input and output, and adds what a public server of broadcasts needs:

- A message goes to the transport at once, as a frame that is built once for all connections of a broadcast. `send`
  never waits: it refuses when too much is unsent (see `MAX_UNSENT_BYTES`), so a slow reader delays no one else.
- `finish` sends a last message and the close code, even if the client does not read.
- A client that stops reading, answers no ping, or sends frames faster than its rate is disconnected.
- A short text in one complete frame, like nearly all messages, is read without websockets, which would take 4 us.

The ASGI application routes the handshake (see `web.server.route`) and accepts it with a session. The session runs after
the application has returned, so that no router or middleware remains suspended during play.
"""

import asyncio
import logging
import secrets
import socket
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextvars import copy_context
from functools import lru_cache
from http import HTTPStatus
from struct import Struct
from time import monotonic
from typing import Any, TypeVar, cast

from websockets.frames import CloseCode, Frame, Opcode, apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import BytesLike, Subprotocol

from gaprace.error_codes import ERRORS
from gaprace.web.http.authentication import SUBPROTOCOL
from gaprace.web.http.rate_limits import TokenBucket
from gaprace.web.ws import limits
from gaprace.wire import bye, encode

CONNECTION = "gaprace.connection"
"""The key in `scope["extensions"]` of the `WebSocketConnection`, which an application accepts by its `accept`."""
READ_CHUNK_BYTES = 2048
"""Bytes parsed before the rate is checked again: a frame may have six bytes, a read tens of thousands."""
FIRST_PING_S = 1.0
"""The time until the first ping: the page has its content by then, so that a full line does not delay the ping."""
PING_INTERVAL_S = 20.0
PONG_TIMEOUT_S = 20.0
CLOSE_TIMEOUT_S = 5.0
"""The time to read the last message and to answer the close frame, before the connection is cut off."""
_KERNEL_SEND_BUFFER_BYTES = 64 * 1024
"""The limit of the system's buffer, on top of `MAX_UNSENT_BYTES`: a reader that is stuck is noticed sooner."""

Session = Callable[[], Coroutine[Any, Any, None]]
Route = Callable[[Request, asyncio.BaseTransport, object], Coroutine[Any, Any, None]]
"""Routes the request of a handshake on a transport to an application that may accept this connection."""
Rest = TypeVar("Rest")
_log = logging.getLogger(__name__)
_library_log = logging.getLogger("websockets.server")
_FINAL_TEXT = 0x81
_MAX_SHORT, _MAX_MEDIUM = 125, 65_535
_MEDIUM_HEADER, _LONG_HEADER = Struct(">BBH"), Struct(">BBQ")
_MASKED, _MASK_BYTES = 0x80, 4


def text_frame(payload: bytes) -> bytes:
    """Return the frame of a whole text message, as a server sends it (RFC 6455, section 5.2)."""
    size = len(payload)
    if size <= _MAX_SHORT:
        return bytes((_FINAL_TEXT, size)) + payload
    if size <= _MAX_MEDIUM:
        return _MEDIUM_HEADER.pack(_FINAL_TEXT, 126, size) + payload
    return _LONG_HEADER.pack(_FINAL_TEXT, 127, size) + payload


def short_text(data: bytes) -> bytes | None:
    """Return the payload of a client's whole text message of up to 125 bytes, if `data` is just the frame of one."""
    size = len(data) - 6
    if size < 0 or data[0] != _FINAL_TEXT or size > _MAX_SHORT or data[1] != _MASKED | size:
        return None
    payload: bytes = apply_mask(data[6:], data[2:6])
    return payload


def ends_with_frame(data: bytes) -> bool:
    """Whether data that begins with a frame of a client ends with one."""
    at, end = 0, len(data)
    while at + _MASK_BYTES <= end:
        size, header = data[at + 1] & ~_MASKED, 2
        if size > _MAX_SHORT:
            size, header = int.from_bytes(data[at + 2 : at + 4]), 4  # wrong for 64 KB and more, which are too large
        at += header + _MASK_BYTES + size
    return at == end


@lru_cache(maxsize=1)
def frames(payload: bytes | tuple[bytes, ...]) -> bytes:
    """Return the frame of a complete text message, or the concatenated frames of several.

    The last ones are kept: a broadcast sends the same to every connection in turn.
    """
    return b"".join(map(text_frame, payload)) if isinstance(payload, tuple) else text_frame(payload)


class _Parser(ServerProtocol):
    """Chooses our subprotocol if it is offered: a browser wants one to be chosen, and others need none."""

    def select_subprotocol(self, subprotocols: Sequence[Subprotocol]) -> Subprotocol | None:
        """See `ServerProtocol`; as an argument of it, this would keep ended connections until the next collection."""
        return next((each for each in subprotocols if each == SUBPROTOCOL), None)


def _all_of(message: str | bytes) -> str | bytes | None:
    return message


class WebSocketConnection(asyncio.Protocol):
    """One WebSocket connection, from its handshake to its end."""

    def __init__(
        self,
        route: Route,
        connections: "set[WebSocketConnection]",
        commands_per_second: int = limits.COMMANDS_PER_SECOND,
    ) -> None:
        """Serve a connection where `route` leads; it is in `connections` until it is lost and its session has ended."""
        self._route = route
        self._connections = connections
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._parser = _Parser(max_size=limits.MAX_MESSAGE_BYTES, logger=_library_log)
        frames_per_second = limits.FRAMES_PER_COMMAND * commands_per_second
        self._bucket = TokenBucket(frames_per_second, limits.FRAME_BURST_S * frames_per_second, monotonic())
        self._session: Session | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_between_frames = False
        """Whether the next byte is known to start a frame."""
        self._fragments: list[bytes] = []
        self._is_text = True
        self._messages: deque[tuple[str | bytes, float]] = deque()
        """Each with the time at which it was received."""
        self.received_at = 0.0
        """When the message that was received last came, by `time.monotonic`."""
        self.delay_ms: int | None = None
        """Half of the last round trip of a ping; None before the first has come back."""
        self._pinged = (b"", 0.0)
        """The content of the last ping, which only its receiver can return, and the time at which it was sent."""
        self._receiver: asyncio.Future[Any] | None = None
        self._take: Callable[[str | bytes], Any] = _all_of
        self._context = copy_context()
        """The context of the session, in which messages are taken."""
        self._drain_callbacks: list[Callable[[], None]] = []
        self._keepalive_timer: asyncio.TimerHandle | None = None
        self._abort_timer: asyncio.TimerHandle | None = None
        self._is_paused = False
        self._is_cut_off = False
        """The client exceeded its rate: nothing more is read."""
        self._is_finished = False
        """Nothing more is sent to the client or received from it."""
        self._is_lost = False

    # For the application

    @property
    def is_closing(self) -> bool:
        """Whether nothing more can be sent or received."""
        return self._is_finished or self._transport.is_closing()

    def accept(self, session: Session) -> None:
        """Accept the handshake; `session` runs when the application has returned."""
        self._session = session

    async def receive(self) -> str | bytes | None:
        """Return the next message: a `str`, or `bytes` from a binary frame; `None` when the connection is closing."""
        return await self.receive_by(_all_of)

    async def receive_by(self, take: Callable[[str | bytes], Rest | None]) -> Rest | None:
        """Pass messages to `take` as they arrive until it returns one, and return that; `None` as for `receive`.

        Messages that `take` handles wake no task.
        """
        rest: Rest | None = None
        while rest is None and not self.is_closing:
            rest = await self._next_rest(take)
        return None if self.is_closing else rest

    async def _next_rest(self, take: Callable[[str | bytes], Rest | None]) -> Rest | None:
        if self._messages:
            message, self.received_at = self._messages.popleft()
            return take(message)
        self._resume_reading()
        self._receiver, self._take, self._context = self._loop.create_future(), take, copy_context()
        rest: Rest | None = await self._receiver
        return rest

    def send(self, payload: bytes | tuple[bytes, ...]) -> bool:
        """Send a text message, or several in one write; return False if too much is unsent to take any.

        On a closing connection it goes nowhere, and the result is True.
        """
        transport = self._transport
        if self._is_finished or transport.is_closing():
            return True
        if transport.get_write_buffer_size() > limits.MAX_UNSENT_BYTES:
            return False
        transport.write(frames(payload))
        return True

    def when_drained(self, callback: Callable[[], None]) -> None:
        """Call back once when everything is passed to the operating system; never if the connection closes before."""
        if self.is_closing:
            return
        if not self._transport.get_write_buffer_size():
            self._loop.call_soon(callback)
            return
        self._drain_callbacks.append(callback)
        self._transport.set_write_buffer_limits(high=0)  # so that `resume_writing` comes when nothing is left

    def finish(self, last: bytes, code: int, reason: str) -> None:
        """Send a last message and the close frame; cut the client off if it does not read them in time."""
        if self.is_closing:
            return
        if self._parser.state is not State.OPEN:
            self._close()
            return
        self._transport.write(text_frame(last))
        self._parser.send_close(code, reason)
        self._write_output()
        self._end()
        self._resume_reading()  # the client answers the close frame
        self._abort_later()

    # For the server

    @property
    def is_finished(self) -> bool:
        """Whether the client has been sent the close frame."""
        return self._is_finished

    def shut_down(self) -> None:
        """End the connection at once, because the server ends."""
        self._finish_with("restarting")
        if self._transport.get_write_buffer_size():
            self._transport.abort()
        self._transport.close()

    # For the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; the request of the handshake follows as data."""
        self._transport = cast("asyncio.Transport", transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        """Parse data, a chunk at a time, while the client keeps to its rate."""
        if self._is_between_frames and not self._fragments and not self._is_finished:
            payload = short_text(data)
            if payload is not None:
                if self._is_within_rate():
                    self._handle_message(payload, is_text=True)
                return
        self._is_between_frames = self._leads_to_frame(data)
        for start in range(0, len(data), READ_CHUNK_BYTES):
            if self._is_cut_off or self._transport.is_closing():
                return
            self._parser.receive_data(data[start : start + READ_CHUNK_BYTES])
            for event in self._parser.events_received():
                self._handle(event)
            self._write_output()

    def _leads_to_frame(self, data: bytes) -> bool:
        """Whether what comes after `data` begins with a frame, as far as that is found out with little work."""
        if self._is_between_frames:
            return len(data) <= READ_CHUNK_BYTES and ends_with_frame(data)
        return self._task is None and data.endswith(b"\r\n\r\n")

    def resume_writing(self) -> None:
        """Call back those that wait for an empty write buffer."""
        callbacks, self._drain_callbacks = self._drain_callbacks, []
        if callbacks:
            self._transport.set_write_buffer_limits()
        for callback in callbacks:
            self._loop.call_soon(callback)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (the interface of the event loop)
        """Release everything, so that it is freed at once: a garbage collection walks through every game in memory."""
        self._is_lost = True
        self._end()
        self._drain_callbacks.clear()
        self._parser.parser.close()  # not part of websockets' API; pyproject.toml pins the version
        if self._abort_timer is not None:
            self._abort_timer.cancel()
        self._release()

    # The handshake and the session

    def _handle(self, event: object) -> None:
        if isinstance(event, Frame):
            self._handle_frame(event)
        elif isinstance(event, Request):
            self._task = self._loop.create_task(self._serve(event))

    async def _serve(self, request: Request) -> None:
        try:
            await self._shake_hands(request)
            if self._session is not None and not self.is_closing:
                self._keepalive_timer = self._loop.call_later(FIRST_PING_S, self._ping)
                await self._session()
        except Exception:  # noqa: BLE001 (a mistake in the application ends this connection only)
            _log.exception("a WebSocket connection failed")
        finally:
            self._session = self._task = None
            if not self._is_finished:
                self._close()
            self._release()

    async def _shake_hands(self, request: Request) -> None:
        response = self._parser.accept(request)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            await self._route(request, self._transport, self)
            if self._session is None:
                response = self._parser.reject(HTTPStatus.FORBIDDEN, "There is no such socket.\n")
        if not self._transport.is_closing():
            sock = self._transport.get_extra_info("socket")
            if sock is not None:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL_SEND_BUFFER_BYTES)
            self._parser.send_response(response)
            self._write_output()

    # Frames and messages

    def _handle_frame(self, frame: Frame) -> None:
        if self._is_finished or frame.opcode is Opcode.CLOSE or not self._is_within_rate():
            return
        if frame.opcode is Opcode.PONG:
            self._handle_pong(frame.data)
        elif frame.opcode is Opcode.PING:
            # Websockets responds, unless the client sends pings without reading the pongs.
            if self._transport.get_write_buffer_size() > limits.MAX_UNSENT_BYTES:
                self._transport.abort()
        else:
            self._handle_fragment(frame)

    def _is_within_rate(self) -> bool:
        """Count a frame; one too many ends the connection."""
        if not self._bucket.take(monotonic()):
            self._finish_with("too_fast")
            self._is_cut_off = True
            self._pause_reading()
        return not self._is_cut_off

    def _handle_fragment(self, frame: Frame) -> None:
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is Opcode.TEXT
        self._fragments.append(bytes(frame.data))
        if len(self._fragments) > limits.MAX_FRAGMENTS:
            self._fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
        elif frame.fin:
            data = b"".join(self._fragments)
            self._fragments.clear()
            self._handle_message(data, is_text=self._is_text)

    def _handle_message(self, data: bytes, *, is_text: bool) -> None:
        try:
            message = data.decode() if is_text else data
        except UnicodeDecodeError:
            self._fail(CloseCode.INVALID_DATA, "not UTF-8")
            return
        receiver = self._receiver
        if receiver is None or receiver.done():
            self._messages.append((message, monotonic()))
            self._pause_reading()
            return
        self.received_at = monotonic()
        try:
            rest = self._context.run(self._take, message)
        except Exception as error:  # noqa: BLE001 (it is for the session)
            receiver.set_exception(error)
        else:
            if rest is not None and not receiver.done():
                receiver.set_result(rest)

    def _stop_receiving(self) -> None:
        receiver, self._receiver, self._take = self._receiver, None, _all_of
        if receiver is not None and not receiver.done():
            receiver.set_result(None)

    def _pause_reading(self) -> None:
        if not self._is_paused:
            self._is_paused = True
            self._transport.pause_reading()

    def _resume_reading(self) -> None:
        if self._is_paused and not self._is_cut_off:
            self._is_paused = False
            self._transport.resume_reading()

    # Keepalive

    def _ping(self) -> None:
        self._pinged = (secrets.token_bytes(4), monotonic())
        self._parser.send_ping(self._pinged[0])
        self._write_output()
        self._keepalive_timer = self._loop.call_later(PONG_TIMEOUT_S, self._finish_with, "silent")

    def _handle_pong(self, data: BytesLike) -> None:
        sent, at = self._pinged
        if sent and data == sent:
            self.delay_ms = round(500 * (monotonic() - at))
            self._pinged = (b"", 0.0)
        if self._keepalive_timer is not None:
            self._keepalive_timer.cancel()
            self._keepalive_timer = self._loop.call_later(PING_INTERVAL_S, self._ping)

    # The end

    def _finish_with(self, code: str) -> None:
        self.finish(encode(bye(code)), close_code_of(code), code)

    def _fail(self, code: CloseCode, reason: str) -> None:
        """Fail the connection (RFC 6455, section 7.1.7)."""
        self._parser.fail(code, reason)
        self._write_output()

    def _write_output(self) -> None:
        """Write the data that websockets has to send; an empty item stands for the end of the stream."""
        for data in self._parser.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._close()

    def _close(self) -> None:
        """Close the transport when everything is sent; cut the client off if it does not read it in time."""
        self._end()
        if self._transport.get_write_buffer_size():
            self._abort_later()
        self._transport.close()

    def _abort_later(self) -> None:
        if self._abort_timer is None and not self._is_lost:
            self._abort_timer = self._loop.call_later(CLOSE_TIMEOUT_S, self._transport.abort)

    def _end(self) -> None:
        self._is_finished = True
        if self._keepalive_timer is not None:
            self._keepalive_timer.cancel()
            self._keepalive_timer = None
        self._stop_receiving()

    def _release(self) -> None:
        if self._is_lost and self._task is None:
            self._connections.discard(self)


def close_code_of(code: str) -> int:
    """Return the WebSocket close code of a `bye`."""
    return ERRORS[code].close
