"""Delivers push messages in the background, by any server, so that games are never delayed.

An event is written in the transaction that causes it, with the instant at which it is due. At that instant, it becomes
a message for each device, in one transaction with its deletion, so exactly one server does this. A server claims
messages, sends them, and deletes the delivered ones. A message whose delivery was interrupted is sent again with the
same topic, so that a device shows it once.
"""

import asyncio
import logging
import secrets
from collections.abc import Mapping

from gaprace.errors import StoreUnavailable
from gaprace.play.calendar import DAY_MS, closes_at, date_of, opens_at
from gaprace.play.push import (
    MAX_PER_DAY,
    Fate,
    PushEvent,
    PushMessage,
    Subscription,
    after_try,
    message_of,
    streak_ending,
)
from gaprace.play.reminder_times import is_daytime, next_streak_reminder
from gaprace.play.webhooks import Outcome
from gaprace.ports import Clock, DuePush, Metrics, Store
from gaprace.rooms.timers import take_each
from gaprace.services.push_post import PushPost

CLAIM_TIMEOUT_MS = 30_000
"""Time for which a server claims a message: longer than a try may take."""
MAX_AT_ONCE = 16
"""Messages that a server tries at the same time."""
BATCH_SIZE = 100
_log = logging.getLogger(__name__)


class PushDeliveries:
    """Delivers messages."""

    def __init__(self, store: Store, clock: Clock, post: PushPost, vapid: str, metrics: Metrics) -> None:
        """Deliver to the subscriptions with the public key `vapid`."""
        self._store, self._clock, self._post, self._vapid = store, clock, post, vapid
        self._metrics = metrics
        self._trying: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop; another server repeats interrupted attempts."""
        for task in self._trying:
            task.cancel()

    async def finish(self) -> None:
        """Attempt all due deliveries."""
        await self.look_at_streaks()
        await self.step()
        while self._trying:
            await asyncio.gather(*self._trying)
            await self.step()

    async def forget(self) -> None:
        """Delete what is of no use any more."""
        await self._store.forget_pushes(self._clock.now())

    # Events and streaks

    async def _spread(self) -> None:
        """Create the messages of the events that are due."""
        now = self._clock.now()
        while due := await self._store.due_push_events(now, BATCH_SIZE):
            if not await self._spread_each({event.id: event for event in due}, now):
                return  # those that failed are still due

    async def _spread_each(self, due: Mapping[str, PushEvent], now: int) -> bool:
        return await take_each(due, lambda each: self._spread_one(due[each], now), "the messages of a push event")

    async def _spread_one(self, event: PushEvent, now: int) -> None:
        is_late = event.expires_at <= now
        looked_up = () if event.players or is_late else await self._post.news.players_of(event.type, event.subject)
        await self._store.spread_push(event, () if is_late else event.players or looked_up, self._vapid)

    async def look_at_streaks(self) -> None:
        """Remind players whose streak ends with the date, at their local time."""
        now = self._clock.now()
        while due := await self._store.due_streaks(now, BATCH_SIZE):
            if not await self._remind({each.id: each for each in due}, now):
                return  # those that failed are still due

    async def _remind(self, due: Mapping[str, Subscription], now: int) -> bool:
        return await take_each(due, lambda each: self._look_at_streak(due[each], now), "the reminder of a streak")

    async def _look_at_streak(self, to: Subscription, now: int) -> None:
        day = date_of(to.streak_at or 0)
        tomorrow = date_of(opens_at(day) + DAY_MS)
        message = await self._reminder(to, day, now)
        await self._store.note_streak(to, next_streak_reminder(to.zone, now, tomorrow), message)

    async def _reminder(self, to: Subscription, day: str, now: int) -> PushMessage | None:
        is_late = now >= closes_at(day) or not is_daytime(now, to.zone)  # the server was off
        if is_late or to.vapid != self._vapid or await self._post.news.streak_at_risk(to.player, day) is None:
            return None
        return message_of(streak_ending(day, now), to.id, secrets.token_hex(16))

    # Messages

    async def step(self) -> None:
        """Create the messages of due events, claim as many as this server can handle, and start to deliver."""
        await self._spread()
        now, free = self._clock.now(), MAX_AT_ONCE - len(self._trying)
        for due in await self._store.claim_push_messages(now, now + CLAIM_TIMEOUT_MS, free) if free else ():
            task = asyncio.create_task(self._try(due))
            self._trying.add(task)
            task.add_done_callback(self._trying.discard)

    async def _try(self, due: DuePush) -> None:
        try:
            fate = await self._tried(due.subscription, due.message)
            self._metrics.pushed(fate)
        except StoreUnavailable as error:
            _log.warning("the store is unavailable, push message %s waits: %s", due.message.id, error)
        except Exception:  # noqa: BLE001 - it must not take the others with it
            _log.exception("push message %s failed", due.message.id)

    async def _tried(self, subscription: Subscription, message: PushMessage) -> Fate:
        """Attempt to deliver a message, and store the outcome."""
        outcome = None
        if await self._may_send(subscription, message):
            outcome = await self._outcome(subscription, message)
        if outcome is None:
            await self._store.save_push_try(subscription, message.id, None)
            return "dropped"
        fate, after, again = after_try(subscription, message, outcome, self._clock.now())
        if outcome.failure:
            _log.info("push %s to %s failed (%s): %s", message.type, _host(subscription), outcome.failure, fate)
        if fate == "gone":
            await self._store.remove_push_subscription(subscription.id)
        else:
            await self._store.save_push_try(after, message.id, again if fate == "waits" else None)
        return fate

    async def _may_send(self, subscription: Subscription, message: PushMessage) -> bool:
        """Whether a message is still relevant, and within the limit per day."""
        now = self._clock.now()
        if now >= message.expires_at or message.attempts:
            return now < message.expires_at
        return await self._store.count_push(subscription.id, now // DAY_MS, MAX_PER_DAY)

    async def _outcome(self, subscription: Subscription, message: PushMessage) -> Outcome | None:
        try:
            return await self._post.send(subscription, message)
        except StoreUnavailable:
            raise
        except Exception:  # noqa: BLE001 - it is tried again, with growing delays
            _log.exception("push %s cannot be sent", message.type)
            return Outcome("internal_error")


def _host(subscription: Subscription) -> str:
    return subscription.endpoint.split("/")[2]
