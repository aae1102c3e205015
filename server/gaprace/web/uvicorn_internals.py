"""All uses of undocumented parts of uvicorn.

`tests/web/test_uvicorn_internals.py` names each of them, so that a new version without one fails there with a clear
message, and `pyproject.toml` pins the minor version. No other module of the package uses these parts.
"""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from gaprace.web.hand_over import NOTHING_READ, HandOver, Offer
from gaprace.web.http.addresses import limit_key
from gaprace.web.http.limits import ConnectionLimiter
from gaprace.web.seats import Seat

HEAD_TIMEOUT_S = 10.0
"""The time for the request line and the headers of a request to arrive."""
MAX_HEAD_BYTES = 64 * 1024
"""The size of the request line and the headers."""
_HEADER_BYTES = len(b": \r\n")
STALLED_TIMEOUT_S = 60.0
"""The time for a client to read on, once it has left more unread than a write buffer holds (64 KB)."""
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

    def __init__(
        self,
        limiter: ConnectionLimiter | None,
        hand_over: HandOver | None,
        **kwargs: Any,  # noqa: ANN401 (uvicorn's own)
    ) -> None:
        """Count the connection by `limiter`, and offer it to other workers by `hand_over`, unless they are `None`."""
        super().__init__(**kwargs)
        self._limiter = limiter
        self._hand_over = hand_over
        self._offering: asyncio.Task[None] | None = None
        self._counted_address = ""
        self._transport: asyncio.Transport
        self._head_timer: asyncio.TimerHandle | None = None
        self._stalled_timer: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        """Received since the last head was complete: counts a line that the parser does not have whole."""
        self._parsed_bytes = 0
        """Of the request line, the headers and the trailers: counts lines that came with everything after them."""
        self._is_in_body = False

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
        """Refuse what the parser has given up."""
        if self._parsed_bytes > MAX_HEAD_BYTES:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        """Start the request.

        Raises:
            TooManyPipelined: the parser stops, and the connection ends.

        """
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
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        """End an idle connection. One whose client has not read its last response would never finish closing."""
        if self._transport.get_write_buffer_size():
            self._transport.abort()
        super().timeout_keep_alive_handler()

    def handle_websocket_upgrade(self) -> None:
        """Offer the connection to the worker where its room has its home; serve it here if there is none."""
        offer = self._offered()
        if offer is None:
            self._upgrade()
        else:
            self._transport.pause_reading()
            self._offering = asyncio.create_task(self._hand_over_or_upgrade(offer))

    def _offered(self) -> Offer | None:
        cycle: RequestResponseCycle | None = self.cycle
        is_answering = (cycle and not cycle.response_complete) or self._transport.get_write_buffer_size()
        sock = self._transport.get_extra_info("socket")
        if self._hand_over is None or sock is None or is_answering:
            return None
        return self._hand_over.offer(self.url, sock.fileno(), self._request())

    def _request(self) -> bytes:
        """Return the request as uvicorn repeats it to a WebSocket."""
        headers = b"".join(b"%b: %b\r\n" % header for header in self.scope["headers"])
        return b"%b %b HTTP/1.1\r\n%b\r\n" % (self.scope["method"].encode(), self.url, headers)

    async def _hand_over_or_upgrade(self, offer: Offer) -> None:
        assert self._hand_over  # noqa: S101  # it has made the offer
        if await self._hand_over.is_taken(offer):
            self._transport.abort()  # closes this descriptor, not the connection
        elif not self._transport.is_closing():
            self._transport.resume_reading()
            self.handle_websocket_upgrade()  # the worker that did not take it is passed over

    def _upgrade(self) -> None:
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


class Arrival(asyncio.Protocol):
    """Begins a WebSocket whose request another worker has read."""

    def __init__(self, websocket: asyncio.Protocol, request: bytes) -> None:
        self._websocket, self._request = websocket, request

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Pass everything on, as uvicorn does after an upgrade."""
        self._websocket.connection_made(transport)
        self._websocket.data_received(self._request)
        cast("asyncio.Transport", transport).set_protocol(self._websocket)


class UvicornServer(uvicorn.Server):
    """uvicorn's server, with our protocols for HTTP and for WebSockets."""

    def __init__(
        self, config: uvicorn.Config, limiter: ConnectionLimiter | None, make_websocket: Callable[[], asyncio.Protocol]
    ) -> None:
        """Limit connections by `limiter`, unless it is `None`; serve upgraded ones by what `make_websocket` returns."""
        config.http = cast("type[asyncio.Protocol]", lambda **own: BoundedHttpProtocol(limiter, self._hand_over, **own))
        # uvicorn passes its configuration and state, which our protocol does not need, and then the request as data.
        config.ws = cast("type[asyncio.Protocol]", lambda **_: make_websocket())
        super().__init__(config)
        self._make_websocket = make_websocket
        self._hand_over: HandOver | None = None

    def share_rooms(self, seat: Seat) -> None:
        """From `startup` on, exchange connections with the other workers, so that a room lives in one of them."""
        self._hand_over = HandOver(seat)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections, and to take them over."""
        await super().startup(sockets)
        if self._hand_over:
            self._hand_over.open(self._protocol_for)

    def _protocol_for(self, request: bytes) -> asyncio.Protocol:
        """Return what serves a connection of which another process has read a request, or nothing."""
        if request != NOTHING_READ:
            return Arrival(self._make_websocket(), request)
        new_http = self.config.http_protocol_class
        return new_http(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)  # type: ignore[call-arg]

    def stop_listening(self) -> None:
        """Accept no more connections, and take none over."""
        for listener in self.servers:
            listener.close()
        if self._hand_over:
            self._hand_over.close()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down on SIGTERM and SIGINT, without raising them again afterwards: to end on request is no failure."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()
