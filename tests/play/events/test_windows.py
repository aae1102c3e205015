from datetime import date
from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.events.calendar import DAY_MS, date_of, days_from
from gaprace.play.events.windows import last_revealed_date, open_dates, window_of
from gaprace.play.events.zones import date_in, next_midnight

HOUR_MS = 60 * 60 * 1000
instants = st.integers(10 * DAY_MS, 4_000_000_000_000)


@given(instants)
def test_the_open_dates_are_those_that_it_is_somewhere(now: int) -> None:
    near = [date_of(now + days * DAY_MS) for days in range(-3, 4)]
    assert open_dates(now) == [day for day in near if window_of(day).is_open(now)]
    assert {*open_dates(now)} == {date_in(zone, now) for zone in ("Etc/GMT-14", "UTC", "Etc/GMT+12")}


@given(st.dates(date(1900, 1, 1), date(2100, 1, 1)).map(lambda day: day.isoformat()))
def test_a_window_is_its_date_over_the_whole_earth_and_two_hours(day: str) -> None:
    opens_at, closes_at, ends_at = window_of(day)
    assert (closes_at - opens_at, ends_at - closes_at) == (50 * HOUR_MS, 2 * HOUR_MS)
    first, last = "Etc/GMT-14", "Etc/GMT+12"
    assert [date_in(first, at) for at in (opens_at - 1, opens_at)] == [days_from(day, -1), day]
    assert [date_in(last, at) for at in (closes_at - 1, closes_at)] == [day, days_from(day, 1)]


@pytest.mark.parametrize("day", ["2027-03-14", "2027-03-28", "2027-10-31", "2028-02-29"])
def test_midnight_comes_once_a_date_in_every_time_zone(day: str) -> None:
    for zone in available_timezones():
        begins_at = next_midnight(zone, window_of(day).opens_at - 1)
        while date_in(zone, begins_at) < day:
            begins_at = next_midnight(zone, begins_at)
        ends_at = next_midnight(zone, begins_at)
        assert date_in(zone, begins_at - 1) == days_from(day, -1), zone
        assert date_in(zone, ends_at) == days_from(day, 1), zone
        assert 22 * HOUR_MS <= ends_at - begins_at <= 26 * HOUR_MS, zone
        assert window_of(day).is_open(begins_at), zone
        assert window_of(day).is_open(ends_at - 1), zone


@given(instants)
def test_dates_are_revealed_up_to_the_last_one(now: int) -> None:
    last = last_revealed_date(now)
    assert window_of(last).ends_at <= now < window_of(days_from(last, 1)).ends_at
