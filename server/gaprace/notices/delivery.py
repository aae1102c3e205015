"""Delivers the outbox in the background, by any server, so that games are never delayed.

A notice is written in the transaction that causes it, with the instant at which it is due. At that instant, it becomes
a letter for each channel, in one transaction with its deletion, so exactly one server does this. A server claims a
channel and sends its letters one after the other; after a failure the channel rests. A letter whose delivery was
interrupted is sent again with the same id.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from gaprace.errors import StoreUnavailable
from gaprace.notices.push_post import PushPost
from gaprace.notices.webhook_post import WebhookPost
from gaprace.play.events.calendar import DAY_MS
from gaprace.play.notices.outbox import Channel, Letter, Outcome, QueuedNotice
from gaprace.play.notices.push import KIND_OF
from gaprace.play.notices.retries import after_try, fate
from gaprace.ports import Clock, Metrics, Store
from gaprace.ports.metrics import MESSAGES
from gaprace.rooms.timers import take_each

DEAD_LETTER_LIFETIME_MS = 30 * DAY_MS
"""The time for which a letter that has not arrived is kept."""
CLAIM_TIMEOUT_MS = 60_000
"""Time for which a server claims a channel."""
MAX_TRY_MS = 15_000
"""A try takes no longer, with all that belongs to it."""
MAX_AT_ONCE = 16
"""Channels of one transport that a server serves at the same time."""
LETTERS_OF_CLAIM = 10
"""Letters that are tried with one claim."""
BATCH_SIZE = 100
_log = logging.getLogger(__name__)
Served = TypeVar("Served", bound=Channel)


class Post(Protocol[Served]):
    """A transport: the way to channels of one kind."""

    channel: type[Served]

    async def send(self, channel: Served, letter: Letter) -> Outcome | None:
        """Attempt to deliver a letter; return the outcome, None if it is of no use any more."""

    async def by_calendar(self, channel: Served) -> tuple[int, Sequence[QueuedNotice]]:
        """Return the time of the next notices of the calendar, and the notices that are due now."""

    async def retire(self, channel: Served) -> None:
        """End the delivery to a channel that takes no messages any more."""


class Outbox:
    """Delivers notices by webhooks and, if it is set up, by web push."""

    def __init__(
        self, store: Store, clock: Clock, metrics: Metrics, webhooks: WebhookPost, push: PushPost | None = None
    ) -> None:
        self._store, self._clock, self._metrics, self._push = store, clock, metrics, push
        self._posts: Sequence[Post[Any]] = (webhooks, push) if push else (webhooks,)
        self._serving: defaultdict[Post[Any], set[asyncio.Task[None]]] = defaultdict(set)

    def close(self) -> None:
        """Stop; another server repeats interrupted attempts."""
        for task in [each for tasks in self._serving.values() for each in tasks]:
            task.cancel()

    async def finish(self) -> None:
        """Attempt all due deliveries."""
        await self.look_at_calendar()
        await self.step()
        while serving := [each for tasks in self._serving.values() for each in tasks]:
            await asyncio.gather(*serving)
            await self.step()

    async def forget(self) -> None:
        """Delete letters that are too old, and subscriptions of sessions that have ended."""
        now = self._clock.now()
        await self._store.forget_letters(now, now - DEAD_LETTER_LIFETIME_MS)

    # Notices

    async def look_at_calendar(self) -> None:
        """Create the letters of the notices of the calendar."""
        for post in self._posts:
            while due := {each.id: each for each in await self._due(post)}:
                if not await self._tell_each(post, due):
                    break  # those that failed are still due

    async def _due(self, post: Post[Served]) -> list[Served]:
        return await self._store.due_channels(post.channel, self._clock.now(), BATCH_SIZE)

    async def _tell_each(self, post: Post[Served], due: Mapping[str, Served]) -> bool:
        async def tell(channel: str) -> None:
            next_at, notices = await post.by_calendar(due[channel])
            await self._store.tell_by_calendar(due[channel], next_at, notices)

        return await take_each(due, tell, "the calendar of a channel")

    async def _spread(self) -> None:
        """Create the letters of the notices that are due."""
        now = self._clock.now()
        while due := {each.id: each for each in await self._store.due_notices(now, BATCH_SIZE)}:
            if not await self._spread_each(due, now):
                return  # those that failed are still due

    async def _spread_each(self, due: Mapping[str, QueuedNotice], now: int) -> bool:
        async def spread(notice: str) -> None:
            players = await self._players(due[notice], now)
            vapid = await self._push.key.public() if self._push and players else ""
            await self._store.spread(due[notice], players, vapid)

        return await take_each(due, spread, "the letters of a notice")

    async def _players(self, notice: QueuedNotice, now: int) -> Sequence[str]:
        """Return the players whose browsers show a notice."""
        is_late = notice.expires_at is not None and notice.expires_at <= now
        if self._push is None or is_late or notice.type not in KIND_OF:
            return ()
        if notice.players is not None:
            return notice.players
        return await self._push.news.players_of(notice.type, notice.subject)

    # Letters

    async def step(self) -> None:
        """Create the letters of due notices, claim as many channels as this server can handle, and start to deliver."""
        await self._spread()
        now = self._clock.now()
        for post in self._posts:
            serving = self._serving[post]
            free = MAX_AT_ONCE - len(serving)
            for channel in (
                await self._store.claim_channels(post.channel, now, now + CLAIM_TIMEOUT_MS, free) if free else ()
            ):
                task = asyncio.create_task(self._serve(post, channel, now + CLAIM_TIMEOUT_MS))
                serving.add(task)
                task.add_done_callback(serving.discard)

    async def _serve(self, post: Post[Served], channel: Served, until: int) -> None:
        """Deliver the letters of a channel; after a failure the others wait."""
        try:
            for letter in await self._store.due_letters(channel.id, self._clock.now(), LETTERS_OF_CLAIM):
                if self._clock.now() > until - MAX_TRY_MS:
                    break
                channel = await self._tried(post, channel, letter)
                if channel.failure:
                    break
            await self._store.release(channel)
        except StoreUnavailable as error:
            _log.warning("the store is unavailable, %s %s waits: %s", channel.transport, channel.id, error)
        except Exception:  # noqa: BLE001 - it must not take the other channels with it
            _log.exception("%s %s failed", channel.transport, channel.id)

    async def _tried(self, post: Post[Served], channel: Served, letter: Letter) -> Served:
        """Attempt to deliver a letter; return the channel after it."""
        outcome = await self._outcome(post, channel, letter)
        if outcome is None:
            await self._store.save_try(channel, letter.id, None)
            self._metrics.count(MESSAGES, channel.transport, "dropped")
            return channel
        after, left = after_try(channel, letter, outcome, self._clock.now())
        await self._store.save_try(after, letter.id, left)
        became = fate(outcome, after, left)
        self._metrics.count(MESSAGES, channel.transport, became)
        if outcome.failure:
            log = (channel.transport, channel.id, letter.type, outcome.failure, became)
            _log.info("%s %s: %s failed (%s): %s", *log)
        if became == "gone":
            await post.retire(after)
        return after

    async def _outcome(self, post: Post[Served], channel: Served, letter: Letter) -> Outcome | None:
        """Attempt to deliver a letter, unless it has expired."""
        if letter.expires_at is not None and letter.expires_at <= self._clock.now():
            return None
        try:
            return await post.send(channel, letter)
        except StoreUnavailable:
            raise
        except Exception:  # noqa: BLE001 - it is tried again, with growing delays
            _log.exception("%s %s: %s cannot be sent", channel.transport, channel.id, letter.type)
            return Outcome("internal_error")
