"""Web push as a transport of the outbox (RFC 8030): a message is composed, encrypted, signed and sent."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from gaprace.notices.push_key import PushKey, load_encryption
from gaprace.notices.push_news import PushNews, topic_of
from gaprace.play.events.calendar import DAY_MS, days_from
from gaprace.play.events.zones import date_in, next_midnight
from gaprace.play.notices.outbox import Letter, Outcome, QueuedNotice
from gaprace.play.notices.push import (
    KIND_OF,
    MAX_PER_DAY,
    Subscription,
    is_daytime,
    next_streak_reminder,
    streak_ending,
)
from gaprace.ports import Clock, Store, WebhookSender

MAX_TTL_S = 28 * 24 * 60 * 60
"""Push services keep messages no longer."""
_GONE = frozenset({"404", "410"})
"""The statuses with which a push service says that a subscription has ended (RFC 8030, section 7.3)."""
_TRANSIENT = frozenset({"", "timed_out", "unreachable", "408", "425", "429"})


class PushPost:
    """Implements `notices.delivery.Post`."""

    channel = Subscription

    def __init__(  # noqa: PLR0913, PLR0917 (all that a message needs)
        self,
        store: Store,
        clock: Clock,
        news: PushNews,
        sender: WebhookSender,
        key: PushKey,
        contact: str = "",
    ) -> None:
        """Sign with a key; push services can write to `contact`, an e-mail or https address."""
        self.news, self.key = news, key
        self._store, self._clock, self._sender = store, clock, sender
        self._contact = f"mailto:{contact}" if "@" in contact and "://" not in contact else contact

    async def send(self, channel: Subscription, letter: Letter) -> Outcome | None:
        """Attempt to deliver a message; return None if it is no longer relevant, or above the limit per day."""
        now = self._clock.now()
        if not letter.attempts and not await self._store.count_push(channel.id, now // DAY_MS, MAX_PER_DAY):
            return None
        notification = await self.news.of(channel, letter)
        if notification is None:
            return None
        encryption = await load_encryption()
        body = encryption.encrypted(msgspec.json.encode(notification), channel.p256dh, channel.auth)
        # Push services accept no other URL of a server as its contact.
        contact = self._contact or (channel.site if channel.site.startswith("https:") else "")
        headers = {
            "authorization": encryption.authorization(await self.key.private(), channel.endpoint, contact, now),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(min(((letter.expires_at or now) - now) // 1000, MAX_TTL_S)),
            "topic": topic_of(letter),
            "urgency": "high" if KIND_OF.get(letter.type) == "starts" else "normal",  # RFC 8030, section 5.3
        }
        outcome = await self._sender.send(channel.endpoint, headers, body)
        is_transient = outcome.failure in _TRANSIENT or outcome.failure.startswith("5")
        return replace(outcome, is_gone=outcome.failure in _GONE, is_final=not is_transient)

    async def by_calendar(self, channel: Subscription) -> tuple[int, Sequence[QueuedNotice]]:
        """Return the reminder of a streak that ends with the date, and when to look at it next."""
        now, day = self._clock.now(), date_in(channel.zone, channel.next_at or 0)
        next_at = next_streak_reminder(channel.zone, now, days_from(day, 1))
        is_late = day != date_in(channel.zone, now) or not is_daytime(now, channel.zone)  # the server was off
        if (
            is_late
            or channel.vapid != await self.key.public()
            or await self.news.streak_at_risk(channel.player, day) is None
        ):
            return next_at, []
        return next_at, [streak_ending(day, now, next_midnight(channel.zone, now))]

    async def retire(self, channel: Subscription) -> None:
        """Forget a browser that takes no messages any more."""
        await self._store.remove_push_subscription(channel.id)
