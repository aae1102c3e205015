"""Webhooks: their messages, and the messages that the calendar brings. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, cast, get_args

from gaprace.play.events.calendar import DAY_MS, date_of, midnight_of
from gaprace.play.events.windows import window_of
from gaprace.play.notices.outbox import MINUTE_MS, Channel, Letter, QueuedNotice, Transport
from gaprace.wire.http import Language, WebhookEventType, WebhookKind

TEST_EVENT: WebhookEventType = "webhook.test"
EVENT_TYPES: Sequence[WebhookEventType] = tuple(each for each in get_args(WebhookEventType) if each != TEST_EVENT)
"""The types of events that a webhook can subscribe to."""
MAX_WEBHOOKS = 5
"""Webhooks of a group."""
MAX_SITE_WEBHOOKS = 20
"""Webhooks of the installation."""
OLD_SECRET_MS = DAY_MS
"""For how long the secret before the current one signs, too."""
DIGEST_DELAY_MS = 5 * MINUTE_MS
"""Time between the reveal of a daily and its digest, in which running games are ended."""
MAX_MISSED_DIGESTS = 7
"""Digests that are made up for after the server was off."""


@dataclass(frozen=True, slots=True)
class Endpoint(Channel):
    """A webhook."""

    transport: ClassVar[Transport] = "webhook"
    group: str | None
    """The group that its messages are about; None for a webhook of the installation."""
    url: str
    kind: WebhookKind
    language: Language
    events: Sequence[WebhookEventType]
    secret: bytes
    site: str
    """The address of this server in its messages, without a slash at the end."""
    created_at: int
    old_secret: bytes = b""
    old_secret_until: int = 0

    def secrets(self, now: int) -> Sequence[bytes]:
        """Return the secrets that sign: the current one, and for a while the one before."""
        is_old_valid = bool(self.old_secret) and now < self.old_secret_until
        return (self.secret, self.old_secret) if is_old_valid else (self.secret,)


def event_of(letter: Letter) -> WebhookEventType:
    """Return what the letter of a webhook tells."""
    return cast("WebhookEventType", letter.type)


# The calendar


def due_events(group: str | None, since: int, now: int) -> list[QueuedNotice]:
    """Return the calendar events after one instant and up to another: the dates that begin in UTC, and digests.

    After a downtime, dates that have ended meanwhile, and old digests, are omitted.
    """
    oldest = max(since, now - MAX_MISSED_DIGESTS * DAY_MS)
    days = [date_of(day * DAY_MS) for day in range(max(oldest // DAY_MS - 2, 0), now // DAY_MS + 1)]
    opened = [QueuedNotice("daily.opened", day, midnight_of(day), group, is_public=True) for day in days]
    digests = [QueuedNotice("daily.digest", day, digest_at(day), group, is_public=True) for day in days]
    found = [*(each for each in opened if each.subject == date_of(now)), *digests]
    return sorted((each for each in found if oldest < each.at <= now), key=lambda each: each.at)


def digest_at(day: str) -> int:
    """Return the instant at which the digest of a daily is sent."""
    return window_of(day).ends_at + DIGEST_DELAY_MS


def next_event_at(now: int) -> int:
    """Return the instant of the next event of the calendar after `now`."""
    days = [date_of(now + back * DAY_MS) for back in (-2, -1, 0, 1)]
    return min(at for day in days for at in (midnight_of(day), digest_at(day)) if at > now)
