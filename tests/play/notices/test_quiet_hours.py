"""When somebody is reminded of a streak: on the date that it is about, before it ends, and never at night."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest

from gaprace.play.events.calendar import DAY_MS, closes_at, date_of, opens_at
from gaprace.play.notices.quiet_hours import (
    BEFORE_END_MS,
    EVENING,
    MORNING,
    is_daytime,
    next_streak_reminder,
    streak_reminder_at,
)

DAYS = ("2026-03-29", "2026-07-01", "2026-10-25", "2026-12-31")
"""Two of them when clocks change in Europe."""
ZONES = sorted(available_timezones())


def local(at: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at // 1000, ZoneInfo(zone))


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("UTC", "2026-07-01 20:00"),
        ("Europe/Berlin", "2026-07-01 20:00"),
        ("America/Los_Angeles", "2026-07-01 14:00"),
        ("Asia/Tokyo", "2026-07-01 20:00"),
        ("Asia/Kolkata", "2026-07-01 20:00"),
        ("Pacific/Auckland", "2026-07-02 09:00"),
        ("Pacific/Honolulu", "2026-07-01 11:00"),
    ],
)
def test_it_comes_three_hours_before_the_end_or_in_the_evening_before(zone: str, expected: str) -> None:
    assert f"{local(streak_reminder_at('2026-07-01', zone), zone):%Y-%m-%d %H:%M}" == expected


@pytest.mark.parametrize("day", DAYS)
def test_everywhere_it_comes_by_day_on_its_date_and_in_time(day: str) -> None:
    for zone in ZONES:
        at = streak_reminder_at(day, zone)
        assert opens_at(day) <= at <= closes_at(day) - BEFORE_END_MS, zone
        assert MORNING <= local(at, zone).hour <= EVENING, zone
        assert is_daytime(at, zone)
        assert date_of(at) == day


def test_the_next_one_is_that_of_today_or_of_tomorrow() -> None:
    today, tomorrow = "2026-07-01", "2026-07-02"
    at = streak_reminder_at(today, "Europe/Berlin")
    assert next_streak_reminder("Europe/Berlin", at - 1) == at
    assert next_streak_reminder("Europe/Berlin", at) == streak_reminder_at(tomorrow, "Europe/Berlin")
    assert next_streak_reminder("Europe/Berlin", at - 1, tomorrow) == at + DAY_MS


def test_nobody_is_reminded_at_night() -> None:
    night = round(datetime(2026, 7, 1, 21, 0, tzinfo=UTC).timestamp() * 1000)
    assert not is_daytime(night, "UTC")
    assert is_daytime(night - 1, "UTC")
