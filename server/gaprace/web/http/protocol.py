"""uvicorn's HTTP protocol, with an end to what it waits for: a request has to begin, and its head to be whole, in time.

And with an end to what one address may have open. Files are few: whoever opens connections and says nothing would
else leave none for others.

(A body's time and size are limited in `web.calls`.)
"""

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gaprace.web.http.addresses import limit_key
from gaprace.web.http.limits import ConnectionLimiter

HEAD_S = 10.0
"""How long the first line and the headers of a request may take."""
MAX_HEAD_BYTES = 64 * 1024
"""Bytes that they may have."""
MAX_PIPELINED = 16
"""How many requests may wait for the answer to the one before. Browsers send none ahead."""
_TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class TooManyAhead(Exception):
    """More requests come than are waited for."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """One HTTP connection."""

    peers: ClassVar[ConnectionLimiter | None] = None
    """Counts the connections of each address, where they are limited."""
    _counted_as = ""
    """The address as which this one counts."""
    _deadline: asyncio.TimerHandle | None = None
    """Runs while a head is awaited."""
    _head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        if self._may_be():
            self._await_head()
        else:
            transport.write(_TOO_MANY)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Take what the client sends."""
        # uvicorn declares its cycle without the None that it begins with.
        is_idle = self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]
        if is_idle and self._deadline is None:
            self._await_head()
        self._head_bytes += len(data)
        super().data_received(data)
        if self._deadline is not None and self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of the request is too large.")

    def on_headers_complete(self) -> None:
        """Begin with the request: its head is whole.

        Raises:
            TooManyAhead: the parser stops, and the connection ends.

        """
        self._stop_awaiting()
        if len(self.pipeline) >= MAX_PIPELINED:
            raise TooManyAhead
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        self._stop_awaiting()
        self._count_no_longer()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Become a WebSocket, which is counted elsewhere."""
        self._count_no_longer()
        super().handle_websocket_upgrade()
        del self.parser  # the two keep each other, and nobody needs them any more

    def timeout_keep_alive_handler(self) -> None:
        """End a connection that is not used; one that did not even read its answer cannot end in peace."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        super().timeout_keep_alive_handler()

    def _may_be(self) -> bool:
        if self.peers is None or self.client is None:
            return True
        address = limit_key(self.client[0])
        if not self.peers.acquire(address):
            return False
        self._counted_as = address
        return True

    def _count_no_longer(self) -> None:
        if self.peers is not None and self._counted_as:
            self.peers.release(self._counted_as)
            self._counted_as = ""

    def _await_head(self) -> None:
        self._head_bytes = 0
        self._deadline = self.loop.call_later(HEAD_S, self.transport.abort)

    def _stop_awaiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def limited(most: int) -> type[BoundedHttpProtocol]:
    """Return the protocol for a server of which one address may have so many connections at a time."""

    class Limited(BoundedHttpProtocol):
        peers = ConnectionLimiter(most)

    return Limited
