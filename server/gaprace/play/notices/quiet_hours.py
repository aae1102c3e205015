"""The instant of a streak's reminder, and quiet hours, in the player's time zone. Pure.

A streak ends with the player's own date: the reminder comes in its evening.
"""

from datetime import date, datetime, time

from gaprace.play.events.calendar import days_from
from gaprace.play.events.zones import date_in, instant_of, local_time

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
