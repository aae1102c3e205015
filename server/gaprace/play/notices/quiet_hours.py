"""Quiet hours, and the instant of a streak's reminder, in the player's time zone. Pure.

A streak ends with the UTC date, which can be at any local hour. The reminder comes `BEFORE_END_MS` before that or, if
it is night then, in the evening before.
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from gaprace.play.events.calendar import DAY_MS, closes_at, date_of, opens_at

BEFORE_END_MS = 3 * 60 * 60 * 1000
MORNING, EVENING = 9, 20
"""The first and the last hour at which somebody is reminded."""
_SECOND_MS = 1000


def streak_reminder_at(day: str, zone: str) -> int:
    """Return the instant, within a UTC date, at which somebody in a time zone is reminded of its daily."""
    at = closes_at(day) - BEFORE_END_MS
    local = _local(at, zone)
    if MORNING <= local.hour < EVENING:
        return at
    evening = local.replace(hour=EVENING, minute=0, second=0, fold=0)
    evening -= timedelta(days=1) if local.hour < MORNING else timedelta()
    return max(round(evening.astimezone(UTC).timestamp()) * _SECOND_MS, opens_at(day))


def is_daytime(now: int, zone: str) -> bool:
    """Whether somebody in a time zone may be reminded now."""
    return MORNING <= _local(now, zone).hour <= EVENING


def next_streak_reminder(zone: str, now: int, first_day: str = "") -> int:
    """Return the first such instant after `now`, for a date not before `first_day`."""
    day = max(date_of(now), first_day)
    at = streak_reminder_at(day, zone)
    return at if at > now else streak_reminder_at(date_of(opens_at(day) + DAY_MS), zone)


def _local(at: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at // _SECOND_MS, ZoneInfo(zone))
