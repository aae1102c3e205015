"""Webhooks: their events, the retries of messages, and the pauses of webhooks. Pure.

A message is sent at once and, after a failure, again after the delays of `RETRY_DELAYS_MS`, those of the specification
of Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md), each
with a random variation; then it is a dead letter, until an owner sends it again. Its id stays the same throughout.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import get_args
from zlib import crc32

from gaprace.play.calendar import DAY_MS, closes_at, date_of, opens_at, reveals_at
from gaprace.wire.http import Language, WebhookEventType, WebhookKind, WebhookPause

TEST_EVENT: WebhookEventType = "webhook.test"
EVENT_TYPES: Sequence[WebhookEventType] = tuple(each for each in get_args(WebhookEventType) if each != TEST_EVENT)
"""What a webhook can be set up to tell."""
MAX_WEBHOOKS = 5
"""Webhooks of a group."""
MAX_SITE_WEBHOOKS = 20
"""Webhooks of the installation."""
MAX_LETTERS = 1_000
"""Messages that are kept for one webhook, waiting or dead; further ones are not written down."""
_SECOND_MS, _MINUTE_MS, _HOUR_MS = 1_000, 60_000, 3_600_000
RETRY_DELAYS_MS = (
    5 * _SECOND_MS,
    5 * _MINUTE_MS,
    30 * _MINUTE_MS,
    *(hours * _HOUR_MS for hours in (2, 5, 10, 14, 20, 24)),
)
"""Delays between two tries of a message: about three days in all."""
JITTER_PERMILLE = 200
"""By how much a delay is shorter or longer at most, so that a receiver that comes back does not get all at once."""
MAX_RETRY_AFTER_MS = _HOUR_MS
"""The longest delay that a receiver can ask for."""
REST_MS = 2 * _SECOND_MS
"""How long a webhook rests after a try that failed; twice as long after each further one."""
MAX_REST_MS = 5 * _MINUTE_MS
GIVE_UP_MS = 5 * DAY_MS
"""After failing for so long, a webhook is paused."""
OLD_SECRET_MS = DAY_MS
"""For how long the secret before the current one signs, too."""
DIGEST_DELAY_MS = 5 * _MINUTE_MS
"""Time between the reveal of a daily and its digest, in which running games are ended."""
MAX_MISSED_DIGESTS = 7
"""Digests that are made up for after the server was off."""
GONE = "410"
"""The status with which a receiver says that it wants no more messages."""


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """An event that is sent to webhooks."""

    type: WebhookEventType
    subject: str
    """A date, or the id of a room, a race or a challenge, as a group's own daily is one.

    Its details are looked up when a message is sent.
    """
    at: int
    """When it happened (ms since 1970)."""
    group: str | None = None
    """The group whose webhooks get it."""
    is_public: bool = False
    """Whether the webhooks of the installation tell it."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A webhook."""

    id: str
    group: str | None
    """The group that it tells of; None for one of the installation."""
    url: str
    kind: WebhookKind
    language: Language
    events: Sequence[WebhookEventType]
    secret: bytes
    site: str
    """The address of this server in what it tells, without a slash at the end."""
    created_at: int
    next_at: int
    """When the next event of the calendar has to be told."""
    old_secret: bytes = b""
    old_secret_until: int = 0
    paused: WebhookPause = ""
    failures: int = 0
    """Tries that have failed since one succeeded."""
    failing_since: int | None = None
    failure: str = ""
    """How the last try ended, if it failed."""
    delivered_at: int | None = None
    rests_until: int = 0
    """Until when nothing is tried."""

    def secrets(self, now: int) -> Sequence[bytes]:
        """Return the secrets that sign: the current one, and for a while the one before."""
        is_old_valid = bool(self.old_secret) and now < self.old_secret_until
        return (self.secret, self.old_secret) if is_old_valid else (self.secret,)


@dataclass(frozen=True, slots=True)
class Letter:
    """A pending message of a webhook."""

    id: str
    webhook: str
    type: WebhookEventType
    subject: str
    at: int
    """When it happened (ms since 1970)."""
    due_at: int
    """When it is tried next."""
    attempts: int = 0
    failure: str = ""
    """How the last try ended."""
    is_dead: bool = False
    """Whether it is not tried again by itself."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an attempt."""

    failure: str = ""
    """Empty if the message has arrived; a status, or what kept it from arriving."""
    retry_after_ms: int = 0
    """How long the receiver asks to wait."""


def tells(webhook: Endpoint, event: WebhookEvent) -> bool:
    """Whether a webhook subscribes to an event."""
    is_its = event.group == webhook.group if webhook.group else event.is_public
    return is_its and not webhook.paused and event.type in webhook.events


# Tries


def after_try(webhook: Endpoint, letter: Letter, outcome: Outcome, now: int) -> tuple[Endpoint, Letter | None]:
    """Return the webhook and the message after an attempt; no message if it was delivered."""
    if not outcome.failure:
        return replace(webhook, failures=0, failing_since=None, failure="", delivered_at=now), None
    since = now if webhook.failing_since is None else webhook.failing_since
    rest_ms = max(min(REST_MS << min(webhook.failures, 16), MAX_REST_MS), _retry_after_ms(outcome))
    failing = replace(
        webhook,
        failures=webhook.failures + 1,
        failing_since=since,
        failure=outcome.failure,
        rests_until=now + rest_ms,
        paused="gone" if outcome.failure == GONE else "failing" if now - since >= GIVE_UP_MS else webhook.paused,
    )
    return failing, _after_failure(letter, outcome, now)


def _after_failure(letter: Letter, outcome: Outcome, now: int) -> Letter:
    tried = replace(letter, attempts=letter.attempts + 1, failure=outcome.failure)
    if tried.attempts > len(RETRY_DELAYS_MS) or outcome.failure == GONE:
        return replace(tried, is_dead=True)
    delay_ms = jittered(RETRY_DELAYS_MS[tried.attempts - 1], letter.id, tried.attempts)
    return replace(tried, due_at=now + max(delay_ms, _retry_after_ms(outcome)))


def _retry_after_ms(outcome: Outcome) -> int:
    return min(outcome.retry_after_ms, MAX_RETRY_AFTER_MS)


def jittered(delay_ms: int, letter: str, attempt: int) -> int:
    """Return a delay with a variation that is derived from the message and the attempt."""
    spread = crc32(f"{letter} {attempt}".encode()) % (2 * JITTER_PERMILLE + 1)
    return delay_ms * (1000 - JITTER_PERMILLE + spread) // 1000


# The calendar


def due_events(group: str | None, since: int, now: int) -> list[WebhookEvent]:
    """Return the calendar events after one instant and up to another: openings of the world's dailies, and digests.

    After a downtime, openings of dailies that have closed meanwhile, and old digests, are omitted.
    """
    oldest = max(since, now - MAX_MISSED_DIGESTS * DAY_MS)
    days = [date_of(day * DAY_MS) for day in range(max(oldest // DAY_MS - 2, 0), now // DAY_MS + 1)]
    opened = [WebhookEvent("daily.opened", day, opens_at(day), group, is_public=True) for day in days]
    digests = [WebhookEvent("daily.digest", day, digest_at(day), group, is_public=True) for day in days]
    found = [*(each for each in opened if now < closes_at(each.subject)), *digests]
    return sorted((each for each in found if oldest < each.at <= now), key=lambda each: each.at)


def digest_at(day: str) -> int:
    """Return the instant at which the digest of a daily is sent."""
    return reveals_at(day) + DIGEST_DELAY_MS


def next_event_at(now: int) -> int:
    """Return the instant of the next event of the calendar after `now`."""
    days = [date_of(now + back * DAY_MS) for back in (-2, -1, 0, 1)]
    return min(at for day in days for at in (opens_at(day), digest_at(day)) if at > now)
