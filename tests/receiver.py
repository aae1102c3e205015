"""A receiver of webhooks without a network: it keeps what it gets, and answers as a test wants it to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from gaprace.play.notices.outbox import Outcome


@dataclass(frozen=True)
class Received:
    """A request."""

    url: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(self.body)
        return found


@dataclass
class Receiver:
    """Implements `ports.WebhookSender`."""

    answer: Callable[[Received], Outcome] = field(default=lambda _: Outcome())
    received: list[Received] = field(default_factory=list)

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        request = Received(url, headers, body)
        self.received.append(request)
        return self.answer(request)
