"""Web push: the browsers of players, the times of their notices, and quiet hours. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import ClassVar

from gaprace.play.events.calendar import DAY_MS, days_from
from gaprace.play.events.zones import date_in, instant_of, local_time
from gaprace.play.notices.outbox import HOUR_MS, MINUTE_MS, Channel, NoticeType, QueuedNotice, Transport
from gaprace.play.people.doing import INVITED_MS
from gaprace.wire.http import Language, PushKind

TEST_EVENT: NoticeType = "push.test"
KIND_OF: Mapping[NoticeType, PushKind] = {
    "challenge.made": "challenges",
    "challenge.ending": "challenges",
    "challenge.ended": "challenges",
    "arena.starting": "starts",
    "round.starting": "starts",
    "race.starting": "starts",
    "race.invited": "starts",
    "daily.streak": "streak",
}
"""The types of notifications in browsers, with the kinds that players turn on."""
MAX_DEVICES = 10
"""Browsers of a player that get messages: beyond that, the oldest is forgotten."""
MAX_PER_DAY = 30
"""Messages to a device in a UTC day, without further tries; more are dropped."""
ENDING_MS = 3 * HOUR_MS
"""How long before its end a challenge is brought to mind, unless it is short: then in its last quarter."""
ENDED_LIFETIME_MS = 3 * DAY_MS
"""For how long the end of a challenge is news."""
START_MS = 10 * MINUTE_MS
"""How long before its start an arena is brought to mind."""
LATE_START_MS = MINUTE_MS
"""As above, of one that was made later than that."""
AFTER_START_MS = 2 * MINUTE_MS
"""For how long after it a start is news."""


@dataclass(frozen=True, slots=True)
class Subscription(Channel):
    """A browser that receives messages for a player, as long as its session is open."""

    transport: ClassVar[Transport] = "push"
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


# When notices are due


def challenge_notices(code: str, made_at: int, ends_at: int, group: str | None) -> Sequence[QueuedNotice]:
    """Return the notices of a challenge before its end. Its creation is told to its group only."""
    at = max(ends_at - ENDING_MS, ends_at - (ends_at - made_at) // 4)
    ending = QueuedNotice("challenge.ending", code, at, expires_at=ends_at)
    made = QueuedNotice("challenge.made", code, made_at, group, expires_at=ends_at)
    return (made, ending) if group else (ending,)


def challenge_ended(code: str, ended_at: int, group: str | None, players: Sequence[str]) -> QueuedNotice:
    """Return the notice of the end of a challenge, for its group and some players."""
    expires_at = ended_at + ENDED_LIFETIME_MS
    return QueuedNotice("challenge.ended", code, ended_at, group, players=tuple(players), expires_at=expires_at)


def arena_starting(code: str, made_at: int, starts_at: int) -> QueuedNotice:
    """Return the notice before the start of an arena."""
    ahead_ms = START_MS if starts_at - made_at > START_MS else LATE_START_MS
    at = max(starts_at - ahead_ms, made_at)
    return QueuedNotice("arena.starting", code, at, expires_at=starts_at + AFTER_START_MS)


def round_starting(code: str, starts_at: int, ends_at: int) -> QueuedNotice:
    """Return the notice for the players in a further round of a cup."""
    return QueuedNotice("round.starting", code, starts_at, expires_at=ends_at)


def race_starting(room: str, now: int, starts_at: int, players: Sequence[str]) -> QueuedNotice:
    """Return the notice for members of a room who are not connected at the beginning of the countdown."""
    return QueuedNotice("race.starting", room, now, players=tuple(players), expires_at=starts_at + AFTER_START_MS)


def race_invited(room: str, now: int, player: str) -> QueuedNotice:
    """Return the notice for a player whom a friend invites to a room."""
    return QueuedNotice("race.invited", room, now, players=(player,), expires_at=now + INVITED_MS)


def streak_ending(day: str, now: int, midnight: int) -> QueuedNotice:
    """Return the notice for a player with a streak who has not played the daily of a date, which ends at midnight."""
    return QueuedNotice("daily.streak", day, now, expires_at=midnight)


MORNING, EVENING = 9, 20
"""The first and the last hour at which somebody is reminded."""


def streak_reminder_at(day: str, zone: str) -> int:
    """Return the instant at which somebody in a time zone is reminded of a date's daily."""
    return instant_of(datetime.combine(date.fromisoformat(day), time(EVENING)), zone)


def is_daytime(now: int, zone: str) -> bool:
    """Whether somebody in a time zone may be reminded now."""
    return MORNING <= local_time(now, zone).hour <= EVENING


def next_streak_reminder(zone: str, now: int, first_day: str = "") -> int:
    """Return the first such instant after `now`, for a date not before `first_day`."""
    day = max(date_in(zone, now), first_day)
    at = streak_reminder_at(day, zone)
    return at if at > now else streak_reminder_at(days_from(day, 1), zone)
