"""Streaks: what forgives a missed date, and what does not."""

from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.events.calendar import DAY_MS, date_of, days_from
from gaprace.play.events.streaks import MAX_SAVED, current_streak, longest_streak

FIRST = "2028-02-20"


def dates(pattern: str) -> list[str]:
    """The played dates of a row of dates, such as `xx.x`; the first is `FIRST`."""
    return [days_from(FIRST, at) for at, played in enumerate(pattern) if played == "x"]


def now(pattern: str) -> tuple[int, list[str], int]:
    """The length of the streak on the last date of a pattern, with what was forgiven, and what is saved."""
    streak = current_streak(dates(pattern), days_from(FIRST, len(pattern) - 1))
    return len(streak.days), streak.forgiven, streak.saved


def test_a_date_that_is_missed_after_three_is_forgiven_and_does_not_count() -> None:
    assert now("xxx.") == (3, [], 1)
    assert now("xxx..") == (3, ["2028-02-23"], 0)
    assert now("xxx.x") == (4, ["2028-02-23"], 0)


def test_a_second_one_within_a_week_ends_the_streak() -> None:
    assert now("xxx.x..") == (0, [], 1)
    assert longest_streak(dates("xxx.x.x")) == dates("xxx.x")


def test_seven_played_dates_save_one_and_two_are_the_most() -> None:
    assert now("x" * 6)[2] == 1
    assert now("x" * 7)[2] == now("x" * 30)[2] == MAX_SAVED
    assert now("x" * 14 + "...") == (14, ["2028-03-05", "2028-03-06"], 0)
    assert now("x" * 14 + "....")[0] == 0


def test_todays_daily_is_not_missed_before_the_date_has_ended() -> None:
    assert now("xx.") == (2, [], 1)
    assert current_streak([], FIRST).days == []


@given(st.sets(st.integers(0, 60)))
def test_no_seven_days_have_more_forgiven_dates_than_played_ones_earn(numbers: set[int]) -> None:
    played = [date_of(number * DAY_MS) for number in sorted(numbers)]
    found = longest_streak(played)
    assert found == played[played.index(found[0]) :][: len(found)] if found else not played
    streak = current_streak(played, date_of(61 * DAY_MS))
    assert 0 <= streak.saved <= MAX_SAVED
    assert len(streak.forgiven) <= 1 + len(streak.days) // 7
