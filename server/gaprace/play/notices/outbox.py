"""The outbox: what is told outside of this server, and the tries of the messages. Pure.

A notice is stored in the transaction that causes it, once. When it is due, it becomes a letter for each channel that
tells it: a webhook, or a browser with web push. The text is composed when it is sent, so nothing outdated is told.

A message is sent at once and, after a failure, again after the delays of `RETRY_DELAYS_MS`, each with a random
variation (see the specification of Standard Webhooks,
https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). Then it is a dead letter,
until an owner sends it again; a message that expires is dropped instead. Its id stays the same throughout.
"""

from dataclasses import KW_ONLY, dataclass, replace
from typing import ClassVar, Literal, TypeVar
from zlib import crc32

from gaprace.play.events.calendar import DAY_MS
from gaprace.wire.http import WebhookEventType, WebhookPause

NoticeType = (
    WebhookEventType
    | Literal[
        "challenge.ending",
        "arena.starting",
        "round.starting",
        "race.starting",
        "race.invited",
        "daily.streak",
        "push.test",
    ]
)
Transport = Literal["webhook", "push"]
MAX_LETTERS = 1_000
"""Messages that are kept for one channel, waiting or dead; further ones are not written down."""
SECOND_MS, MINUTE_MS, HOUR_MS = 1_000, 60_000, 3_600_000
RETRY_DELAYS_MS = (
    5 * SECOND_MS,
    30 * SECOND_MS,
    2 * MINUTE_MS,
    10 * MINUTE_MS,
    30 * MINUTE_MS,
    *(hours * HOUR_MS for hours in (2, 5, 10, 14, 20, 24)),
)
"""Delays between two tries of a message: about three days in all."""
JITTER_PERMILLE = 200
"""By how much a delay is shorter or longer at most, so that a receiver that comes back does not get all at once."""
MAX_RETRY_AFTER_MS = HOUR_MS
"""The longest delay that a receiver can ask for."""
REST_MS = 2 * SECOND_MS
"""How long a channel rests after a try that failed; twice as long after each further one."""
MAX_REST_MS = 5 * MINUTE_MS
GIVE_UP_MS = 5 * DAY_MS
"""After failing for so long, a channel is paused."""


@dataclass(frozen=True, slots=True)
class QueuedNotice:
    """Something that is told outside of this server."""

    type: NoticeType
    subject: str
    """A date, or the id of a room, a race or an event; its details are looked up when a message is sent."""
    at: int
    """When it happens (ms since 1970): it is told from then on."""
    group: str | None = None
    """The group whose webhooks tell it."""
    is_public: bool = False
    """Whether the webhooks of the installation tell it."""
    players: tuple[str, ...] | None = None
    """The players whose browsers show it; looked up when it is due, if it is None."""
    expires_at: int | None = None
    """When browsers no longer show it."""
    id: str = ""
    """Set by the store."""


@dataclass(frozen=True, slots=True)
class Channel:
    """Where messages go: a webhook, or a browser with web push."""

    transport: ClassVar[Transport]
    id: str
    _: KW_ONLY
    next_at: int | None = None
    """When the calendar brings the next event; None for never."""
    paused: WebhookPause = ""
    failures: int = 0
    """Tries that have failed since one succeeded."""
    failing_since: int | None = None
    failure: str = ""
    """How the last try ended, if it failed."""
    delivered_at: int | None = None
    rests_until: int = 0
    """Until when nothing is tried."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A pending message for a channel."""

    id: str
    channel: str
    type: NoticeType
    subject: str
    at: int
    """When that which it tells happens (ms since 1970)."""
    due_at: int
    """When it is tried next."""
    expires_at: int | None = None
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
    is_final: bool = False
    """Whether another try would be of no use."""
    is_gone: bool = False
    """Whether the receiver wants no more messages."""


Fate = Literal["delivered", "waits", "gone", "dropped"]
"""What has become of a message: `gone` with its channel."""
AnyChannel = TypeVar("AnyChannel", bound=Channel)


def letter_of(notice: QueuedNotice, channel: str, letter_id: str, expires_at: int | None = None) -> Letter:
    """Return the message of a notice for a channel."""
    return Letter(letter_id, channel, notice.type, notice.subject, notice.at, notice.at, expires_at)


def after_try(channel: AnyChannel, letter: Letter, outcome: Outcome, now: int) -> tuple[AnyChannel, Letter | None]:
    """Return the channel and the message after an attempt; no message if it was delivered or is dropped."""
    if not outcome.failure:
        return replace(channel, failures=0, failing_since=None, failure="", delivered_at=now), None
    since = now if channel.failing_since is None else channel.failing_since
    rest_ms = max(min(REST_MS << min(channel.failures, 16), MAX_REST_MS), _retry_after_ms(outcome))
    failing = replace(
        channel,
        failures=channel.failures + 1,
        failing_since=since,
        failure=outcome.failure,
        rests_until=now + rest_ms,
        paused="gone" if outcome.is_gone else "failing" if now - since >= GIVE_UP_MS else channel.paused,
    )
    tried = _after_failure(letter, outcome, now)
    return failing, None if tried.is_dead and tried.expires_at is not None else tried


def _after_failure(letter: Letter, outcome: Outcome, now: int) -> Letter:
    tried = replace(letter, attempts=letter.attempts + 1, failure=outcome.failure)
    if tried.attempts > len(RETRY_DELAYS_MS) or outcome.is_gone or outcome.is_final:
        return replace(tried, is_dead=True)
    delay_ms = _jittered(RETRY_DELAYS_MS[tried.attempts - 1], letter.id, tried.attempts)
    due_at = now + max(delay_ms, _retry_after_ms(outcome))
    is_late = tried.expires_at is not None and due_at >= tried.expires_at
    return replace(tried, due_at=due_at, is_dead=is_late)


def fate(outcome: Outcome, after: Channel, left: Letter | None) -> Fate:
    """Return what has become of a message after an attempt."""
    if not outcome.failure:
        return "delivered"
    if after.paused in {"gone", "failing"}:
        return "gone"
    return "waits" if left and not left.is_dead else "dropped"


def _retry_after_ms(outcome: Outcome) -> int:
    return min(outcome.retry_after_ms, MAX_RETRY_AFTER_MS)


def _jittered(delay_ms: int, letter: str, attempt: int) -> int:
    """Return a delay with a variation that is derived from the message and the attempt."""
    spread = crc32(f"{letter} {attempt}".encode()) % (2 * JITTER_PERMILLE + 1)
    return delay_ms * (1000 - JITTER_PERMILLE + spread) // 1000
