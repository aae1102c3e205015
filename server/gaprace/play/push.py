"""Web push: the recipients of events, and the schedule of retries. Pure.

An event is stored with its subject and the instant at which it is due. Then each device that subscribes to its kind
gets a message, which is dropped when it is too late. The text is composed when a message is sent, so outdated messages
are never shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal

from gaprace.play.calendar import DAY_MS, closes_at
from gaprace.play.webhooks import Outcome, jittered
from gaprace.wire.http import Language, PushKind

PushEventType = Literal[
    "challenge.made",
    "challenge.ending",
    "challenge.ended",
    "arena.starting",
    "round.starting",
    "race.starting",
    "daily.streak",
    "push.test",
]
TEST_EVENT: PushEventType = "push.test"
KIND_OF: Mapping[PushEventType, PushKind] = {
    "challenge.made": "challenges",
    "challenge.ending": "challenges",
    "challenge.ended": "challenges",
    "arena.starting": "starts",
    "round.starting": "starts",
    "race.starting": "starts",
    "daily.streak": "streak",
}
MAX_DEVICES = 10
"""Browsers of a player that get messages: beyond that, the oldest is forgotten."""
MAX_PER_DAY = 30
"""Messages to a device in a UTC day, without further tries; more are dropped."""
_SECOND_MS, _MINUTE_MS, _HOUR_MS = 1_000, 60_000, 3_600_000
RETRY_DELAYS_MS = (
    5 * _SECOND_MS,
    30 * _SECOND_MS,
    2 * _MINUTE_MS,
    10 * _MINUTE_MS,
    30 * _MINUTE_MS,
    *[2 * _HOUR_MS] * 10,
)
"""Delays between two tries of a message, as long as it is of use."""
GIVE_UP_MS = 5 * DAY_MS
"""After failing for so long, a subscription is forgotten."""
ENDING_MS = 3 * _HOUR_MS
"""How long before its end a challenge is brought to mind, unless it is short: then in its last quarter."""
ENDED_LIFETIME_MS = 3 * DAY_MS
"""For how long the end of a challenge is news."""
START_MS = 10 * _MINUTE_MS
"""How long before its start an arena is brought to mind."""
LATE_START_MS = _MINUTE_MS
"""As above, of one that was made later than that."""
AFTER_START_MS = 2 * _MINUTE_MS
"""For how long after it a start is news."""
_GONE = frozenset({"404", "410"})
"""The statuses with which a push service says that a subscription has ended (RFC 8030, section 7.3)."""
_TRANSIENT = frozenset({"timed_out", "unreachable", "internal_error", "408", "425", "429"})
_TOPIC_LENGTH = 32


@dataclass(frozen=True, slots=True)
class PushEvent:
    """An event that is pushed when it is due."""

    type: PushEventType
    subject: str
    """The code of a challenge, an arena or a room, or the date of a daily."""
    due_at: int
    expires_at: int
    """When it is of no use any more."""
    players: tuple[str, ...] = ()
    """The players whom it is for; looked up when it is due, if there are none."""
    id: str = ""
    """Set by the store."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that receives messages for a player, as long as its session is open."""

    id: str
    player: str
    session: str
    endpoint: str
    p256dh: bytes
    auth: bytes
    kinds: tuple[PushKind, ...]
    language: Language
    zone: str
    site: str
    """The address of this server as the browser knows it."""
    vapid: str
    """The public key of this server with which it was subscribed."""
    device: str
    created_at: int
    streak_at: int | None = None
    """When the player's streak is to be looked at next; None if that is not wanted."""
    failing_since: int | None = None


@dataclass(frozen=True, slots=True)
class PushMessage:
    """A pending message for a device."""

    id: str
    subscription: str
    type: PushEventType
    subject: str
    due_at: int
    """When it is tried next."""
    expires_at: int
    attempts: int = 0

    @property
    def topic(self) -> str:
        """Its `Topic`: a pending message is replaced by a later one with the same topic (RFC 8030, section 5.4)."""
        about = self.type.partition(".")[0]
        return sha256(f"{about} {self.subject}".encode()).hexdigest()[:_TOPIC_LENGTH]

    @property
    def urgency(self) -> str:
        """Its `Urgency` (RFC 8030, section 5.3)."""
        return "high" if self.type.endswith(".starting") else "normal"


def message_of(event: PushEvent, subscription: str, message_id: str) -> PushMessage:
    """Return the message of an event for a device."""
    return PushMessage(message_id, subscription, event.type, event.subject, event.due_at, event.expires_at)


Fate = Literal["delivered", "waits", "gone", "dropped"]
"""What has become of a message: `gone` with its subscription."""


def after_try(
    subscription: Subscription, message: PushMessage, outcome: Outcome, now: int
) -> tuple[Fate, Subscription, PushMessage]:
    """Return a message and its subscription after an attempt, with the time of the next attempt if there is one."""
    if not outcome.failure:
        return "delivered", replace(subscription, failing_since=None), message
    since = now if subscription.failing_since is None else subscription.failing_since
    failing = replace(subscription, failing_since=since)
    if outcome.failure in _GONE or now - since >= GIVE_UP_MS:
        return "gone", failing, message
    tried = replace(message, attempts=message.attempts + 1)
    is_transient = outcome.failure in _TRANSIENT or outcome.failure.startswith("5")
    if not is_transient or tried.attempts > len(RETRY_DELAYS_MS):
        return "dropped", failing, tried
    delay_ms = jittered(RETRY_DELAYS_MS[tried.attempts - 1], message.id, tried.attempts)
    again = replace(tried, due_at=now + max(delay_ms, outcome.retry_after_ms))
    return ("waits" if again.due_at < again.expires_at else "dropped"), failing, again


# When events are due


def challenge_events(code: str, made_at: int, ends_at: int, *, for_group: bool) -> Sequence[PushEvent]:
    """Return the push events of a challenge before its end. Its creation is pushed to members of its group only."""
    ending = PushEvent("challenge.ending", code, max(ends_at - ENDING_MS, ends_at - (ends_at - made_at) // 4), ends_at)
    return (PushEvent("challenge.made", code, made_at, ends_at), ending) if for_group else (ending,)


def challenge_ended(code: str, ended_at: int, players: Sequence[str]) -> PushEvent:
    """Return the push event for players at the end of a challenge."""
    return PushEvent("challenge.ended", code, ended_at, ended_at + ENDED_LIFETIME_MS, tuple(players))


def arena_starting(code: str, made_at: int, starts_at: int) -> PushEvent:
    """Return the push event before the start of an arena."""
    ahead_ms = START_MS if starts_at - made_at > START_MS else LATE_START_MS
    return PushEvent("arena.starting", code, max(starts_at - ahead_ms, made_at), starts_at + AFTER_START_MS)


def round_starting(code: str, starts_at: int, ends_at: int) -> PushEvent:
    """Return the push event for the players in a further round of a cup."""
    return PushEvent("round.starting", code, starts_at, ends_at)


def race_starting(room: str, now: int, starts_at: int, players: Sequence[str]) -> PushEvent:
    """Return the push event for members of a room who are not connected at the beginning of the countdown."""
    return PushEvent("race.starting", room, now, starts_at + AFTER_START_MS, tuple(players))


def streak_ending(day: str, now: int) -> PushEvent:
    """Return the push event for a player with a streak who has not played the daily of a date."""
    return PushEvent("daily.streak", day, now, closes_at(day))
