"""uvicorn's HTTP protocol, with an end to what it waits for: a request has to begin, and its head to be whole, in time.

(A body's time and size are limited in `web.calls`.)
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_S = 10.0
"""How long the first line and the headers of a request may take."""
LARGEST_HEAD = 64 * 1024
"""Bytes that they may have."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """One HTTP connection."""

    _deadline: asyncio.TimerHandle | None = None
    """Runs while a head is awaited."""
    _head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take what the client sends."""
        # uvicorn declares its cycle without the None that it begins with.
        is_idle = self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]
        if is_idle and self._deadline is None:
            self._await_head()
        self._head_bytes += len(data)
        super().data_received(data)
        if self._deadline is not None and self._head_bytes > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too large.")

    def on_headers_complete(self) -> None:
        """Begin with the request: its head is whole."""
        self._stop_awaiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        self._stop_awaiting()
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        """End a connection that is not used; one that did not even read its answer cannot end in peace."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        super().timeout_keep_alive_handler()

    def _await_head(self) -> None:
        self._head_bytes = 0
        self._deadline = self.loop.call_later(HEAD_S, self.transport.abort)

    def _stop_awaiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
