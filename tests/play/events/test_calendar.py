import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.events.calendar import DAY_MS, check_date, date_of, day_number, midnight_of, period_before
from gaprace.play.events.zones import date_in, next_midnight
from tests.refusals import refused

days = st.dates().map(lambda day: day.isoformat())


@given(days)
def test_dates_and_instants_go_back_and_forth(day: str) -> None:
    assert date_of(midnight_of(day)) == day
    assert midnight_of(day) == day_number(day) * DAY_MS
    check_date(day)


@pytest.mark.parametrize("zone", ["", "Nowhere", "../UTC", "x" * 1000])
def test_an_unknown_time_zone_is_utc(zone: str) -> None:
    assert date_in(zone, midnight_of("2028-02-29")) == "2028-02-29"
    assert next_midnight(zone, midnight_of("2028-02-29")) == midnight_of("2028-03-01")


@pytest.mark.parametrize(
    ("period", "before"),
    [("2026-03-01", "2026-02-28"), ("2026-01", "2025-12"), ("2026-W01", "2025-W52"), ("2021-W01", "2020-W53")],
)
def test_before_a_day_a_week_or_a_month_comes_one_of_the_same_form(period: str, before: str) -> None:
    assert period_before(period) == before


@pytest.mark.parametrize(
    "text",
    ["", "today", "2026-11-31", "2026-1-1", "20261121", "2026-W47-6", "2026-11-21T00", "２０２６-11-21", " 2026-11-21"],
)
def test_what_is_no_date_as_written_here_is_refused(text: str) -> None:
    for read in (day_number, check_date):
        with refused("daily_not_found", "2026-11-21"):
            read(text)
