"""The way out of one connection: bounded, never waited for, and able to say goodbye past all that is stuck.

`StraightOutbox`: finished frames to the transport, where the server runs `web.protocol`. `QueuedOutbox`: over plain
ASGI, for any other server. Both keep the contract of `Outbox`.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from starlette.types import Message, Receive, Scope, Send

from gaprace.wire import CLOSE_REASONS

FRAMES = "gaprace.frames"
"""The key in `scope["extensions"]` under which a server offers a `FrameWriter`."""
MAX_UNSENT = 64 * 1024
"""Bytes beyond which a connection takes no more."""
CLOSE_GRACE_S = 5.0
"""How long a client has to read the last message."""


def close_code_of(code: str) -> int:
    """Return the WebSocket close code of a bye."""
    return CLOSE_REASONS[code][0]


class Outbox(Protocol):
    """One accepted connection."""

    def send(self, payload: bytes) -> bool:
        """Send a message. False: not taken, too much is unsent. On a closing connection it goes nowhere, and True."""

    def when_drained(self, call: Callable[[], None]) -> None:
        """Call once when nothing is unsent any more; never, if the connection closes first."""

    def finish(self, last: bytes, code: int, reason: str) -> None:
        """Send the last message and close. Again, it does nothing."""

    async def receive(self) -> str | bytes | None:
        """Return the next message: a text or, from a binary frame, bytes; `None` when the connection is closing."""

    async def ended(self) -> None:
        """Wait until what was sent is on its way, as far as the application has to see to it."""


async def accepted(scope: Scope, receive: Receive, send: Send) -> Outbox | None:
    """Accept a connection and give the best way out that its server has; `None` if the client has gone already."""
    if (await receive())["type"] != "websocket.connect":
        return None
    await send({"type": "websocket.accept"})
    writer: FrameWriter | None = scope.get("extensions", {}).get(FRAMES)
    return QueuedOutbox(receive, send) if writer is None else StraightOutbox(writer, receive)


def _content(message: Message) -> str | bytes | None:
    if message["type"] != "websocket.receive":
        return None
    text: str | None = message.get("text")
    data: bytes = message.get("bytes") or b""
    return data if text is None else text


class FrameWriter(Protocol):
    """A server's connection that takes finished messages. See `Outbox` for what the methods do."""

    @property
    def is_closing(self) -> bool:
        """Whether nothing more can be sent."""

    def send_text(self, payload: bytes) -> bool:
        """Send a message."""

    def when_drained(self, call: Callable[[], None]) -> None:
        """Call once when nothing is unsent any more."""

    def finish(self, last: bytes, code: int, reason: str) -> None:
        """Send the last message and close; cut off whoever does not read it within `CLOSE_GRACE_S`."""


class StraightOutbox:
    """Implements `Outbox` by a `FrameWriter`."""

    __slots__ = ("_receive", "_writer", "finish", "send", "when_drained")

    def __init__(self, writer: FrameWriter, receive: Receive) -> None:
        self._writer = writer
        self._receive = receive
        self.send = writer.send_text
        self.when_drained = writer.when_drained
        self.finish = writer.finish

    async def receive(self) -> str | bytes | None:
        """See `Outbox`."""
        message = await self._receive()
        return None if self._writer.is_closing else _content(message)

    async def ended(self) -> None:
        """See `Outbox`: the writer sees to it."""


class QueuedOutbox:
    """Implements `Outbox` by a queue and one task that empties it."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._queue: deque[bytes] = deque()
        self._unsent = 0
        self._drained: list[Callable[[], None]] = []
        self._last: tuple[bytes, int, str] | None = None
        self._wake = asyncio.Event()
        self._closing = asyncio.Event()
        self._writing = asyncio.create_task(self._write())

    def send(self, payload: bytes) -> bool:
        """See `Outbox`."""
        if self._closing.is_set():
            return True
        if self._unsent > MAX_UNSENT:
            return False
        self._queue.append(payload)
        self._unsent += len(payload)
        self._wake.set()
        return True

    def when_drained(self, call: Callable[[], None]) -> None:
        """See `Outbox`."""
        if not self._closing.is_set():
            self._drained.append(call)
            self._wake.set()

    def finish(self, last: bytes, code: int, reason: str) -> None:
        """See `Outbox`: what is queued is passed over."""
        if self._closing.is_set():
            return
        self._last = (last, code, reason)
        self._queue.clear()
        self._wake.set()
        self._closing.set()

    async def receive(self) -> str | bytes | None:
        """See `Outbox`."""
        receiving = asyncio.ensure_future(self._receive())
        closing = asyncio.ensure_future(self._closing.wait())
        try:
            await asyncio.wait({receiving, closing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            closing.cancel()
            if not receiving.done():
                receiving.cancel()
        if self._closing.is_set() or not receiving.done():
            return None
        content = _content(receiving.result())
        if content is None:
            self._closing.set()
            self._wake.set()
        return content

    async def ended(self) -> None:
        """See `Outbox`: give the last message its time."""
        self._closing.set()
        self._wake.set()
        await asyncio.wait({self._writing}, timeout=CLOSE_GRACE_S)
        self._writing.cancel()

    async def _write(self) -> None:
        with suppress(OSError):  # the client has gone: `receive` will say so
            while not self._closing.is_set():
                await self._empty()
                await self._wake.wait()
                self._wake.clear()
            if self._last is not None:
                last, code, reason = self._last
                await self._send({"type": "websocket.send", "text": last.decode()})
                await self._send({"type": "websocket.close", "code": code, "reason": reason})

    async def _empty(self) -> None:
        while self._queue:
            payload = self._queue.popleft()
            await self._send({"type": "websocket.send", "text": payload.decode()})
            self._unsent -= len(payload)
        calls, self._drained = self._drained, []
        for call in calls:
            call()
