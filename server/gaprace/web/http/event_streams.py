"""Streaming responses: server-sent events (WHATWG HTML, section 9.2) or JSON lines, by the request's `Accept` header.

Everything is sent through a `StreamOutbox`, which never waits: it refuses when too much is unsent, so that a slow
reader delays nobody. (`web.uvicorn_internals` disconnects clients that read nothing at all.)
"""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from enum import Enum
from time import perf_counter

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gaprace.web.http.clients import accepts

STREAMED_AT = "gaprace.streamed_at"
"""The key in the ASGI scope under which a request carries since when its answer is a stream (`perf_counter`)."""
HEARTBEAT_S = 15.0
"""After so much silence something without a meaning is sent: proxies give up connections on which nothing happens."""
MAX_UNSENT_BYTES = 64 * 1024
"""An outbox with more than this takes no further message, as that of a socket."""
RECONNECT_MS = 3_000
"""When a browser comes back after a stream has ended."""

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept"}
"""`X-Accel-Buffering`: nginx passes on what comes at once."""


class StreamForm(Enum):
    """The format of a stream. The value is its media type."""

    EVENTS = "text/event-stream"
    LINES = "application/x-ndjson"

    @property
    def opening(self) -> bytes:
        """The text before the first message."""
        return f"retry: {RECONNECT_MS}\n\n".encode() if self is StreamForm.EVENTS else b""

    @property
    def heartbeat(self) -> bytes:
        """The text of a heartbeat: a comment, or an empty line."""
        return b":\n\n" if self is StreamForm.EVENTS else b"\n"

    def written(self, message: bytes) -> bytes:
        """Return a message, which is JSON and so one line, as it is sent."""
        return message + b"\n" if self is StreamForm.LINES else b"data: " + message + b"\n\n"


def form_of(request: Request) -> StreamForm | None:
    """Return the requested format of a stream; None if the request is for an ordinary response."""
    return next((form for form in StreamForm if request.method == "GET" and accepts(request.headers, form.value)), None)


class StreamOutbox:
    """The unsent messages for a reader. Only `take` waits."""

    def __init__(self, form: StreamForm) -> None:
        self._form = form
        self._parts = [form.opening] if form.opening else []
        self._size = 0
        self._wake = asyncio.Event()
        self._when_drained: list[Callable[[], None]] = []
        self.is_finished = False
        """Whether nothing more is sent."""

    def send(self, *messages: bytes) -> bool:
        """Queue messages; return False if too much is unsent to take any. A finished stream takes, and drops, all."""
        if not self.is_finished and self._size > MAX_UNSENT_BYTES:
            return False
        self._queue(*messages)
        return True

    def finish(self, *last: bytes) -> None:
        """Send last messages, however much is unsent, and end the stream."""
        self._queue(*last)
        self.is_finished = True
        self._wake.set()

    def _queue(self, *messages: bytes) -> None:
        if not self.is_finished:
            for message in messages:
                self._parts.append(self._form.written(message))
                self._size += len(message)
            self._wake.set()

    def when_drained(self, call: Callable[[], None]) -> None:
        """Call once when all that is queued now has been taken."""
        self._when_drained.append(call)
        self._wake.set()

    async def take(self) -> bytes | None:
        """Return the queued messages, or a heartbeat after a long silence; None when the stream has ended."""
        while not self._parts and not self.is_finished:
            self._wake.clear()
            self._drained()
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await self._wake.wait()
            except TimeoutError:
                return self._form.heartbeat
        taken, self._parts, self._size = b"".join(self._parts), [], 0
        return taken or None

    def _drained(self) -> None:
        calls, self._when_drained = self._when_drained, []
        for call in calls:
            call()


class EventStream(Response):
    """A response that goes on until its outbox is finished, or its reader has gone."""

    def __init__(self, form: StreamForm, outbox: StreamOutbox, held: AsyncExitStack) -> None:
        """Release `held` at the end."""
        super().__init__(headers=_HEADERS, media_type=form.value)
        del self.headers["content-length"]
        self._outbox, self._held = outbox, held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the messages of the outbox."""
        scope[STREAMED_AT] = perf_counter()
        ends = {asyncio.create_task(self._write(send)), asyncio.create_task(_gone(receive))}
        try:
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in ends:
                task.cancel()
            await asyncio.wait(ends)
            await self._held.aclose()
        for task in done:
            task.result()

    async def _write(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        while (data := await self._outbox.take()) is not None:
            await send({"type": "http.response.body", "body": data, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
