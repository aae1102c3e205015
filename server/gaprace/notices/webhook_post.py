"""Webhooks as a transport of the outbox: a message is composed, formatted, signed and sent."""

from collections.abc import Sequence
from dataclasses import replace

from gaprace.notices.webhook_forms import body_of, headers_of
from gaprace.notices.webhook_news import WebhookNews
from gaprace.play.notices.outbox import Letter, Outcome, QueuedNotice
from gaprace.play.notices.webhooks import Endpoint, due_events, event_of, next_event_at
from gaprace.ports import Clock, Store, WebhookSender

GONE = "410"
"""The status with which a receiver says that it wants no more messages."""


class WebhookPost:
    """Implements `notices.outbox.Post`."""

    def __init__(self, store: Store, clock: Clock, news: WebhookNews, sender: WebhookSender) -> None:
        self._store, self._clock, self._news, self._sender = store, clock, news, sender

    async def claim(self, now: int, until: int, limit: int) -> list[Endpoint]:
        """Claim webhooks that have a letter to try now."""
        return await self._store.claim_webhooks(now, until, limit)

    async def due_by_calendar(self, now: int, limit: int) -> list[Endpoint]:
        """Return webhooks for which the calendar has brought something."""
        return await self._store.due_webhooks(now, limit)

    async def send(self, channel: Endpoint, letter: Letter) -> Outcome | None:
        """Attempt to deliver a message; return the outcome, None if it has no content any more."""
        group = await self._store.group(channel.group) if channel.group else None
        if channel.group and group is None:
            return None
        news = await self._news.of(channel, group, event_of(letter), letter.subject)
        if news is None:
            return None
        body = body_of(channel, group, event_of(letter), letter.at, news)
        outcome = await self._sender.send(channel.url, headers_of(channel, letter.id, body, self._clock.now()), body)
        return replace(outcome, is_gone=outcome.failure == GONE)

    async def by_calendar(self, channel: Endpoint) -> tuple[int, Sequence[QueuedNotice]]:
        """Return the dailies and digests that a webhook has to tell now, and when the next one is due."""
        now = self._clock.now()
        if await self._has_own_daily(channel.group):
            return next_event_at(now), []
        due = due_events(channel.group, (channel.next_at or now) - 1, now)
        return next_event_at(now), [each for each in due if each.type in channel.events]

    async def _has_own_daily(self, code: str | None) -> bool:
        """Whether a group has a daily of its own, which is told when it is created and when it ends."""
        group = await self._store.group(code) if code else None
        return group is not None and group.daily_variant is not None

    async def retire(self, channel: Endpoint) -> None:
        """Leave a webhook paused, until an owner resumes it."""
