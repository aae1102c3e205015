"""Delivers the messages of webhooks in the background, by any server, so that games are never delayed.

A pending message is in the store: it is written in the transaction of its event, and deleted after the delivery. A
server claims a webhook and sends its messages one after the other; after a failure the webhook pauses. A message whose
delivery was interrupted is sent again with the same id.
"""

import asyncio
import logging

from gaprace.errors import StoreUnavailable
from gaprace.play.calendar import DAY_MS
from gaprace.play.webhooks import Endpoint, Letter, Outcome, after_try, due_events, next_event_at
from gaprace.ports import Clock, Store
from gaprace.services.webhook_post import WebhookPost

DEAD_LETTER_LIFETIME_MS = 30 * DAY_MS
"""For how long a message that has not arrived is kept."""
CLAIM_TIMEOUT_MS = 60_000
"""Time for which a server claims a webhook."""
MAX_TRY_MS = 15_000
"""A try takes no longer, with all that belongs to it."""
MAX_AT_ONCE = 16
"""Webhooks that a server serves at the same time."""
BATCH_SIZE = 10
"""Messages that are tried with one claim."""
CALENDAR_BATCH_SIZE = 100
_log = logging.getLogger(__name__)


class WebhookDeliveries:
    """Delivers messages."""

    def __init__(self, store: Store, clock: Clock, post: WebhookPost) -> None:
        self._store, self._clock, self._post = store, clock, post
        self._serving: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop; another server repeats interrupted attempts."""
        for task in self._serving:
            task.cancel()

    async def finish(self) -> None:
        """Attempt all due deliveries."""
        await self.look_at_calendar()
        await self.step()
        while self._serving:
            await asyncio.gather(*self._serving)
            await self.step()

    # The calendar

    async def look_at_calendar(self) -> None:
        """Create the messages of calendar events."""
        now = self._clock.now()
        while due := await self._store.webhooks_by_calendar(now, CALENDAR_BATCH_SIZE):
            for webhook in due:
                events = due_events(webhook.group, webhook.next_at - 1, now)
                is_left_out = await self._has_own_daily(webhook.group)
                wanted = [] if is_left_out else [each for each in events if each.type in webhook.events]
                await self._store.tell_by_calendar(webhook, next_event_at(now), wanted)

    async def _has_own_daily(self, code: str | None) -> bool:
        """Whether a group has a daily of its own, which is announced when it is created and when it ends."""
        group = await self._store.group(code) if code else None
        return group is not None and group.daily_variant is not None

    async def forget(self) -> None:
        """Delete old dead letters."""
        await self._store.forget_dead_letters(self._clock.now() - DEAD_LETTER_LIFETIME_MS)

    # Deliveries

    async def step(self) -> None:
        """Claim as many webhooks as this server can handle, and start to deliver."""
        now = self._clock.now()
        free = MAX_AT_ONCE - len(self._serving)
        for webhook in await self._store.claim_webhooks(now, now + CLAIM_TIMEOUT_MS, free) if free else ():
            task = asyncio.create_task(self._serve(webhook, now + CLAIM_TIMEOUT_MS))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)

    async def _serve(self, webhook: Endpoint, until: int) -> None:
        """Deliver the messages of a webhook; after a failure the others wait."""
        try:
            for letter in await self._store.due_letters(webhook.id, self._clock.now(), BATCH_SIZE):
                if self._clock.now() > until - MAX_TRY_MS:
                    break
                webhook = await self._tried(webhook, letter)
                if webhook.failure:
                    break
            await self._store.release_webhook(webhook.id)
        except StoreUnavailable as error:
            _log.warning("the store is unavailable, webhook %s waits: %s", webhook.id, error)
        except Exception:  # noqa: BLE001 - it must not take the other webhooks with it
            _log.exception("webhook %s failed", webhook.id)

    async def _tried(self, webhook: Endpoint, letter: Letter) -> Endpoint:
        """Attempt to deliver a message; return the webhook after it."""
        outcome = await self._outcome(webhook, letter)
        after, left = after_try(webhook, letter, outcome, self._clock.now())
        if outcome.failure:
            _log.info("webhook %s: %s failed (%s)", webhook.id, letter.type, outcome.failure)
        await self._store.save_try(after, letter.id, left)
        return after

    async def _outcome(self, webhook: Endpoint, letter: Letter) -> Outcome:
        """Attempt to deliver a message; a message without content counts as delivered."""
        try:
            return await self._post.send(webhook, letter) or Outcome()
        except StoreUnavailable:
            raise
        except Exception:  # noqa: BLE001 - it is tried again, with growing delays
            _log.exception("webhook %s: %s cannot be told", webhook.id, letter.type)
            return Outcome("internal_error")
