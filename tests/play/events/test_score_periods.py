"""Weeks, months and seasons."""

import pytest

from gaprace.play.events.daily_scores import MIN_MONTH_DEALS, MIN_WEEK_DEALS, PRIOR_DEALS, season_score, week_score


def test_a_week_is_the_mean_of_its_best_five() -> None:
    assert week_score([1, 2, 3, 4, 5, 6, 7]) == 5
    assert week_score([-7, 2, -9, 2, 2, 2, 2]) == 2
    assert week_score([1, 2, 6]) == 3


def test_a_month_is_a_mean_drawn_to_the_middle_and_more_of_the_same_draws_it_less() -> None:
    few, many = (season_score([6.0] * n) for n in (MIN_MONTH_DEALS, 30))
    assert few == pytest.approx(6 * MIN_MONTH_DEALS / (MIN_MONTH_DEALS + PRIOR_DEALS))
    assert few is not None
    assert many is not None
    assert few < many < 6


def test_playing_more_often_is_no_advantage_by_itself() -> None:
    assert season_score([0.0] * 30) == season_score([0.0] * MIN_MONTH_DEALS) == 0


def test_too_few_deals_earn_no_place() -> None:
    assert week_score([9.0] * (MIN_WEEK_DEALS - 1)) is None
    assert season_score([9.0] * (MIN_MONTH_DEALS - 1)) is None
    assert season_score([9.0] * 19, min_deals=20) is None
