"""What follows from the games of a closed daily, and the scores of weeks, months and seasons."""

import pytest

from gaprace.play.events.calendar import month_dates, week_dates, week_of, weekday
from gaprace.play.events.closed_daily import ClosedDaily, EnteredGame, KnownStrength, OwnScore, scoring
from gaprace.play.events.leaderboards import (
    MIN_MONTH_DEALS,
    MIN_WEEK_DEALS,
    PRIOR_DEALS,
    Leaderboard,
    counted_dates,
    deals_of,
    score_leaderboards,
    score_places,
    season_score,
    value_of,
    week_score,
)
from gaprace.play.events.strength import NEW_ERROR, Estimate
from gaprace.rules.results import Result

DATE = "2026-11-21"
WEEK, MONTH = Leaderboard("duplicate", "2026-W47", "mini"), Leaderboard("duplicate", "2026-11", "mini")


def entered(player: str, seconds: int, last: KnownStrength | None = None) -> EnteredGame:
    outcome = Result(
        won=True, locked=24, score=24, time_ms=1000 * seconds, moves=9, reached_ms=1000 * seconds, shuffles=0
    )
    return EnteredGame(player, f"game of {player}", outcome, last)


def closed(*games: EnteredGame) -> ClosedDaily:
    *_, found = scoring("mini", DATE, games)
    assert found
    return found


def test_each_game_has_its_score_and_what_it_says_of_its_player() -> None:
    scores, difficulty = closed(entered("ann", 60), entered("bob", 120))
    ann, bob = scores
    assert (ann.player, ann.game, ann.score, bob.score) == ("ann", "game of ann", 7_000, -7_000)
    assert ann.strength > bob.strength
    assert ann.performance > bob.performance > difficulty.value
    assert difficulty.error < 200


def test_what_was_known_of_a_player_fades_with_the_days_since() -> None:
    known = Estimate(1800, 40)
    others = [entered(f"p{number}", 90) for number in range(9)]
    recent, old = (
        closed(entered("ann", 60, KnownStrength(date, known)), *others).scores[0]
        for date in ("2026-11-20", "2016-11-20")
    )
    assert recent.error < old.error < NEW_ERROR
    assert abs(recent.strength - 1800) < abs(old.strength - 1800)


def test_a_week_and_a_month_count_their_own_dates_only() -> None:
    dates = ["2026-10-31", *(f"2026-11-{day:02}" for day in (1, 15, 16, 17, 18, 21, 23, 30)), "2026-12-01"]
    scores = [OwnScore(date, 1000 * number, f"g{number}") for number, date in enumerate(dates)]
    places = score_places("mini", DATE, scores)
    assert {*places} == {WEEK, MONTH} == {*score_leaderboards("mini", DATE)}
    week, month = places[WEEK], places[MONTH]
    assert (value_of("duplicate", week.key), deals_of(week.key), week.game) == ((3 + 4 + 5 + 6) / 4, 4, "g6")
    assert (value_of("duplicate", month.key), deals_of(month.key), month.game) == (36 / 10, 8, "g8")
    few = score_places("mini", DATE, [OwnScore(f"2026-11-{day}", 0, "g") for day in (19, 20, 21)])
    assert (bool(few[WEEK]), few[MONTH]) == (True, None), "with few deals there is no place"
    assert score_places("mini", DATE, []) == {WEEK: None, MONTH: None}
    assert closed() == ClosedDaily([])


@pytest.mark.parametrize(
    ("date", "week", "dates", "counted"),
    [
        ("2026-11-21", "2026-W47", ("2026-11-16", "2026-11-22"), ("2026-11-01", "2026-11-30")),
        ("2026-11-01", "2026-W44", ("2026-10-26", "2026-11-01"), ("2026-10-26", "2026-11-30")),
        ("2027-01-03", "2026-W53", ("2026-12-28", "2027-01-03"), ("2026-12-28", "2027-01-31")),
        ("2024-12-31", "2025-W01", ("2024-12-30", "2025-01-05"), ("2024-12-01", "2025-01-05")),
        ("2028-02-29", "2028-W09", ("2028-02-28", "2028-03-05"), ("2028-02-01", "2028-03-05")),
    ],
)
def test_weeks_are_those_of_iso_8601_and_may_reach_over_months(
    date: str, week: str, dates: tuple[str, str], counted: tuple[str, str]
) -> None:
    assert (week_of(date), week_dates(date), counted_dates(date)) == (week, dates, counted)
    assert (weekday(dates[0]), weekday(dates[1])) == (0, 6)
    assert month_dates(date)[0] == f"{date[:7]}-01"


def test_a_week_is_the_mean_of_its_best_five() -> None:
    assert week_score([1, 2, 3, 4, 5, 6, 7]) == 5
    assert week_score([-7, 2, -9, 2, 2, 2, 2]) == 2
    assert week_score([1, 2, 6]) == 3


def test_a_month_is_a_mean_drawn_to_the_middle_and_more_of_the_same_draws_it_less() -> None:
    few, many = (season_score([6.0] * n) for n in (MIN_MONTH_DEALS, 30))
    assert few == pytest.approx(6 * MIN_MONTH_DEALS / (MIN_MONTH_DEALS + PRIOR_DEALS))
    assert few < many < 6


def test_too_few_deals_earn_no_place() -> None:
    assert week_score([9.0] * (MIN_WEEK_DEALS - 1)) is None
    assert season_score([9.0] * (MIN_MONTH_DEALS - 1)) is None
    assert season_score([9.0] * 19, min_deals=20) is None
