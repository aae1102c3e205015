"""All uses of undocumented parts of uvicorn.

`pyproject.toml` pins the minor version: it is raised only when `tests/web/test_server.py` and `tests/web/http/` pass,
which try what these parts are for. No other module of the package uses them.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from websockets import http11

from gaprace.web.http.clients import limit_key
from gaprace.web.http.rate_limits import ConnectionLimiter

HEAD_TIMEOUT_S = 10.0
"""The time for the request line and the headers of a request to arrive."""
MAX_HEAD_BYTES = 64 * 1024
"""The size of the request line and the headers."""
# A handshake may have the headers that any request may have: behind single sign-on, its cookies pass 8 KB.
http11.MAX_LINE_LENGTH = MAX_HEAD_BYTES
http11.MAX_NUM_HEADERS = MAX_HEAD_BYTES // 4
KEEP_ALIVE_S = 125
"""How long an idle connection is kept: longer than proxies keep theirs (nginx 60 s, Caddy 120 s), for one that sends a
request just when the connection is closed answers with a 502."""
_HEADER_BYTES = len(b": \r\n")
STALLED_TIMEOUT_S = 60.0
"""The time for a client to read on, once it has left more unread than a write buffer holds (64 KB)."""
TICK_S = 1.0
"""How often the date of the responses is set. uvicorn's ten times as many ticks would be a third of what an idle server
does."""
MAX_PIPELINED = 16
"""Requests that may wait on a connection for the response to an earlier one. Browsers send none ahead."""
_TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 10\r\nContent-Length: 0\r\n\r\n"
_HEAD_TOO_LARGE = (
    b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: 34\r\n\r\nThe request headers are too large."
)


class TooManyPipelined(Exception):
    """More requests are pipelined than `MAX_PIPELINED`."""


class HeadTooLarge(Exception):
    """The request line and the headers, or the trailers, have more than `MAX_HEAD_BYTES`."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """An HTTP connection with the limits that uvicorn lacks.

    A request has to begin, and its headers to be complete, in time; their size, the requests sent ahead of responses,
    and the connections of one address are limited; and responses have to be read. Otherwise clients that open
    connections and send nothing, or read nothing, would leave no file descriptors to others. (`web.http.bodies` limits
    time and size of a body.)
    """

    def __init__(self, limiter: ConnectionLimiter | None, **kwargs: Any) -> None:  # noqa: ANN401 (uvicorn's own)
        """Count the connection by `limiter`, unless it is `None`."""
        super().__init__(**kwargs)
        self._limiter = limiter
        self._counted_address = ""
        self._transport: asyncio.Transport
        self._head_timer: asyncio.TimerHandle | None = None
        self._stalled_timer: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        """Received since the last head was complete: counts a line that the parser does not have whole."""
        self._parsed_bytes = 0
        """Bytes of the request line, headers and trailers: counts lines that came with everything after them."""
        self._is_in_body = False
        self._running: RequestResponseCycle | None = None
        """The request that is being answered; uvicorn only knows the one that came last."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._transport = transport
        if self._count():
            self._await_head()
        else:
            transport.write(_TOO_MANY)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse data."""
        if self._head_timer is None and not self._is_in_body:
            self._await_head()
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_timer and self._head_bytes > MAX_HEAD_BYTES and not self._transport.is_closing():
            self._refuse_head()

    def on_message_begin(self) -> None:
        """Begin to count anew."""
        self._parsed_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Count a part of the address."""
        self._count_parsed(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header or a trailer."""
        self._count_parsed(len(name) + len(value) + _HEADER_BYTES)
        super().on_header(name, value)

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that the parser has given up."""
        if self._parsed_bytes > MAX_HEAD_BYTES:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        """Start the request. Raises TooManyPipelined, which ends the connection."""
        self._stop_awaiting_head()
        if len(self.pipeline) >= MAX_PIPELINED:
            raise TooManyPipelined
        self._is_in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Note the end of the request's body."""
        self._is_in_body = False
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Wait for the client to read on."""
        super().pause_writing()
        self._stalled_timer = asyncio.get_running_loop().call_later(STALLED_TIMEOUT_S, self._transport.abort)

    def resume_writing(self) -> None:
        """Go on with the response: the client has read most of what was written."""
        self._stop_awaiting_reader()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything."""
        self._stop_awaiting_head()
        self._stop_awaiting_reader()
        self._release()
        if self._running is not None:
            self._running.disconnected = True  # its answer goes nowhere
            self._running.message_event.set()
            self._running = None
        self.pipeline.clear()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:  # noqa: ANN401 (of uvicorn)
        """Start to answer a request."""
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def timeout_keep_alive_handler(self) -> None:
        """End an idle connection. One whose client has not read its last response would never finish closing."""
        if self._transport.get_write_buffer_size():
            self._transport.abort()
        super().timeout_keep_alive_handler()

    def handle_websocket_upgrade(self) -> None:
        """Serve a WebSocket, and release everything: it has limits of its own.

        uvicorn would leave the parser and this object as a reference cycle.
        """
        super().handle_websocket_upgrade()
        self.connection_lost(ConnectionResetError("The connection was upgraded."))

    def _count(self) -> bool:
        peer = self._transport.get_extra_info("peername")
        if self._limiter is None or not isinstance(peer, tuple):
            return True
        address = limit_key(str(peer[0]))
        if not self._limiter.acquire(address):
            return False
        self._counted_address = address
        return True

    def _release(self) -> None:
        if self._limiter is not None and self._counted_address:
            self._limiter.release(self._counted_address)
            self._counted_address = ""

    def _count_parsed(self, size: int) -> None:
        """Count bytes of a head; an error makes the parser stop."""
        self._parsed_bytes += size
        if self._parsed_bytes > MAX_HEAD_BYTES:
            raise HeadTooLarge

    def _refuse_head(self) -> None:
        self._transport.write(_HEAD_TOO_LARGE)
        self._transport.close()

    def _await_head(self) -> None:
        self._head_bytes = 0
        self._head_timer = asyncio.get_running_loop().call_later(HEAD_TIMEOUT_S, self._transport.abort)

    def _stop_awaiting_reader(self) -> None:
        if self._stalled_timer is not None:
            self._stalled_timer.cancel()
            self._stalled_timer = None

    def _stop_awaiting_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


class UvicornServer(uvicorn.Server):
    """uvicorn's server, with our protocols for HTTP and for WebSockets."""

    def __init__(
        self, config: uvicorn.Config, limiter: ConnectionLimiter | None, make_websocket: Callable[[], asyncio.Protocol]
    ) -> None:
        """Limit connections by `limiter`, unless it is `None`; serve upgraded ones by what `make_websocket` returns."""
        config.http = cast("type[asyncio.Protocol]", partial(BoundedHttpProtocol, limiter))
        # uvicorn passes its configuration and state, which our protocol does not need, and then the request as data.
        config.ws = cast("type[asyncio.Protocol]", lambda **_: make_websocket())
        super().__init__(config)
        self._has_to_end = asyncio.Event()

    async def main_loop(self) -> None:
        """Tick until the server has to end."""
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK_S):
                    await self._has_to_end.wait()

    def stop(self) -> None:
        """End, as on a signal."""
        self.should_exit = True
        self._has_to_end.set()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal: this wakes the event loop."""
        super().handle_exit(sig, frame)
        asyncio.get_running_loop().call_soon_threadsafe(self._has_to_end.set)

    def stop_listening(self) -> None:
        """Accept no more connections."""
        for listener in self.servers:
            listener.close()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down on SIGTERM and SIGINT, without raising them again afterwards: to end on request is no failure."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()
