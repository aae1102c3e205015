"""When somebody is reminded of a streak: in the evening of the own date, and never at night."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest

from gaprace.play.events.calendar import DAY_MS
from gaprace.play.events.zones import date_in
from gaprace.play.notices.push import EVENING, is_daytime, next_streak_reminder, streak_reminder_at

DAYS = ("2026-03-29", "2026-07-01", "2026-10-25", "2026-12-31")
"""Two of them when clocks change in Europe."""
ZONES = sorted(available_timezones())


@pytest.mark.parametrize("day", DAYS)
def test_everywhere_it_comes_in_the_evening_of_its_date(day: str) -> None:
    for zone in ZONES:
        at = streak_reminder_at(day, zone)
        assert datetime.fromtimestamp(at // 1000, ZoneInfo(zone)).hour == EVENING, zone
        assert is_daytime(at, zone)
        assert date_in(zone, at) == day


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
