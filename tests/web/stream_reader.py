"""A reader of streams, straight from the application: it takes a message at a time, and goes when a test wants it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.types import ASGIApp, Message

from tests.processes import PATIENCE_S
from tests.web.harness import http_scope

EVENTS, LINES = "text/event-stream", "application/x-ndjson"


class StreamReader:
    """One request and what has come of its answer."""

    def __init__(self, accept: str = EVENTS) -> None:
        self.status, self.headers = 0, dict[str, str]()
        self.text = ""
        self.ended = asyncio.Event()
        self.reads = asyncio.Event()
        self.reads.set()
        self._accept = accept
        self._news = asyncio.Condition()
        self._taken = 0

    async def receive(self) -> Message:
        await self.ended.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        await self.reads.wait()
        async with self._news:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                self.text += message["body"].decode()
                if not message.get("more_body"):
                    self.ended.set()
            self._news.notify_all()

    @property
    def messages(self) -> list[Any]:
        """All messages so far."""
        if self._accept == LINES:
            return [json.loads(line) for line in self.text.splitlines() if line]
        lines = self.text.splitlines()
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]

    async def next(self) -> Any:  # noqa: ANN401  # JSON
        """The next message."""
        await self.until(lambda: len(self.messages) > self._taken)
        self._taken += 1
        return self.messages[self._taken - 1]

    async def until(self, holds: Any) -> None:  # noqa: ANN401  # a function
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(holds)

    async def to_end(self) -> None:
        await asyncio.wait_for(self.ended.wait(), PATIENCE_S)


@asynccontextmanager
async def reading(
    app: ASGIApp, path: str, token: str = "", accept: str = EVENTS, address: str = "192.0.2.1", **headers: str
) -> AsyncIterator[StreamReader]:
    """Ask for a stream; gives its reader once there is an answer."""
    reader = StreamReader(accept)
    sent = {"host": "race.test", "accept": accept, **headers, **({"authorization": f"Bearer {token}"} if token else {})}
    task = asyncio.create_task(app(http_scope("GET", path, sent, address), reader.receive, reader.send))
    try:
        await reader.until(lambda: reader.status)
        yield reader
    finally:
        reader.ended.set()
        reader.reads.set()
        await asyncio.wait_for(task, PATIENCE_S)
