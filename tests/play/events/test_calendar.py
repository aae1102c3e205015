import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.events.calendar import (
    DAY_MS,
    check_date,
    closes_at,
    current_streak,
    date_of,
    day_number,
    longest_streak,
    oldest_sealed_date,
    opens_at,
    period_before,
    reveals_at,
)
from tests.refusals import refused

instants = st.integers(0, 4_000_000_000_000)
days = st.dates().map(lambda day: day.isoformat())


@given(instants)
def test_an_instant_lies_between_the_opening_and_the_closing_of_its_date(now: int) -> None:
    day = date_of(now)
    assert opens_at(day) <= now < closes_at(day)
    assert reveals_at(day) == closes_at(day) + 2 * 60 * 60 * 1000


@given(days)
def test_dates_and_instants_go_back_and_forth(day: str) -> None:
    assert date_of(opens_at(day)) == date_of(closes_at(day) - 1) == day
    assert opens_at(day) == day_number(day) * DAY_MS
    check_date(day)


@pytest.mark.parametrize(
    ("period", "before"),
    [("2026-03-01", "2026-02-28"), ("2026-01", "2025-12"), ("2026-W01", "2025-W52"), ("2021-W01", "2020-W53")],
)
def test_before_a_day_a_week_or_a_month_comes_one_of_the_same_form(period: str, before: str) -> None:
    assert period_before(period) == before


@given(instants)
def test_dates_are_sealed_from_the_oldest_sealed_one_on(now: int) -> None:
    oldest = day_number(oldest_sealed_date(now))
    assert reveals_at(date_of((oldest - 1) * DAY_MS)) <= now < reveals_at(date_of(oldest * DAY_MS))


@pytest.mark.parametrize(
    "text",
    ["", "today", "2026-11-31", "2026-1-1", "20261121", "2026-W47-6", "2026-11-21T00", "２０２６-11-21", " 2026-11-21"],
)
def test_what_is_no_date_as_written_here_is_refused(text: str) -> None:
    for read in (day_number, check_date):
        with refused("daily_not_found", "2026-11-21"):
            read(text)


@given(st.sets(st.integers(0, 40)))
def test_the_longest_row_of_dates_is_found(numbers: set[int]) -> None:
    played = [date_of(number * DAY_MS) for number in sorted(numbers)]
    found = [day_number(day) for day in longest_streak(played)]
    lengths = [next(end for end in range(first, 99) if end not in numbers) - first for first in numbers]
    assert len(found) == max(lengths, default=0)
    assert found == list(range(found[0], found[0] + len(found))) if found else not numbers
    assert set(found) <= numbers


def test_the_current_row_goes_on_until_a_whole_date_is_left_out() -> None:
    played = ["2024-02-26", "2024-02-28", "2024-02-29", "2024-03-01"]
    for today in ("2024-03-01", "2024-03-02"):
        assert current_streak(played, today) == played[1:]
    assert current_streak(played, "2024-03-03") == []
    assert current_streak([], "2024-03-03") == []
