"""The strength of players and the difficulty of deals."""

from collections.abc import Sequence
from math import exp, inf, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.events.strength import (
    DRIFT,
    LOST,
    LOST_WITH_NOTHING,
    MIDDLE,
    NEW_DEAL_ERROR,
    NEW_ERROR,
    REFERENCE_MS,
    TIME_SPREAD,
    UNPLAYED_DEAL,
    Attempted,
    Estimate,
    Estimated,
    estimating,
    later,
    performance,
)
from gaprace.rules.results import Result
from gaprace.rules.variants import VARIANTS
from tests.score_simulation import a_month, duplicate, mean_tau, strength

MINI = VARIANTS["mini"]
REFERENCE = REFERENCE_MS[MINI.columns]
POINTS = 400 / log(10)
KNOWN = 30.0
"""The deviation of a well known strength."""


def won(time_ms: float) -> Result:
    return Result(won=True, locked=24, score=24, time_ms=round(time_ms), moves=9, reached_ms=round(time_ms), shuffles=0)


def lost(locked: int = 9) -> Result:
    return Result(won=False, locked=locked, score=locked, time_ms=50_000, moves=9, reached_ms=40_000, shuffles=0)


outcomes = st.builds(won, st.integers(0, 10**7)) | st.builds(lost, st.integers(0, 23))
strengths = st.builds(Estimate, st.floats(500, 2500), st.floats(20, NEW_ERROR))
fields = st.lists(st.builds(Attempted, outcomes, strengths), min_size=1, max_size=12)


def estimated(*games: Attempted) -> Estimated:
    return [*estimating(games, MINI)][-1]


def log_likelihood(speed: float | None, advantage: float, factor: float) -> float:
    """Of the model as it is written: a log-logistic time; a loss is a time beyond the reference."""
    if speed is None:
        return -log(1 + exp(factor * advantage))
    z = factor * (advantage - speed)
    return log(factor) + z - 2 * log(1 + exp(z))


@given(fields)
def test_a_difficulty_is_the_likeliest_one(games: list[Attempted]) -> None:
    """Compared with a search over the likelihood of the model, prior included."""

    def weight(difficulty: float) -> float:
        total = -((difficulty * POINTS / NEW_DEAL_ERROR) ** 2) / 2
        for game, before in games:
            speed = max(0.0, log(REFERENCE / max(1, game.time_ms)) / TIME_SPREAD) if game.won else None
            factor = 1 / (1 + 3 * (before.error / POINTS / 3.141592653589793) ** 2) ** 0.5
            total += log_likelihood(speed, (before.value - MIDDLE) / POINTS - difficulty, factor)
        return total

    best = max((weight(step / 50), step / 50) for step in range(-1_000, 1_001))[1]
    assert estimated(*games).difficulty.value == pytest.approx(MIDDLE + POINTS * best, abs=POINTS / 50)


@given(fields)
def test_after_a_game_more_is_known_of_its_player_and_of_the_deal(games: list[Attempted]) -> None:
    found = estimated(*games)
    assert 0 < found.difficulty.error <= NEW_DEAL_ERROR
    for each, after in zip(games, found.strengths, strict=True):
        assert 0 < after.error <= each.before.error + 0.1
        assert abs(after.value) < inf


def rated(game: Result, others: Sequence[Attempted]) -> float:
    return estimated(Attempted(game), *others).strengths[0].value


def test_the_faster_the_win_the_stronger_its_player_and_every_win_beats_a_loss() -> None:
    others = [Attempted(won(REFERENCE / 2), Estimate(MIDDLE, KNOWN)), Attempted(lost(), Estimate(MIDDLE, KNOWN))] * 5
    results = [won(1_000), won(30_000), won(90_000), won(REFERENCE), lost()]
    values = [rated(each, others) for each in results]
    assert values == sorted(values, reverse=True)
    assert len({*values}) == len(values)
    assert rated(won(9 * REFERENCE), others) == rated(won(REFERENCE), others)


def test_a_win_among_losers_says_more_than_among_winners() -> None:
    losers = [Attempted(lost(), Estimate(MIDDLE, KNOWN))] * 9
    winners = [Attempted(won(40_000), Estimate(MIDDLE, KNOWN))] * 9
    assert rated(won(60_000), losers) > MIDDLE + 50 > MIDDLE > rated(won(60_000), winners)
    assert estimated(*losers).difficulty.value > MIDDLE > estimated(*winners).difficulty.value


def test_a_newcomer_changes_more_than_a_known_player() -> None:
    others = [Attempted(lost(), Estimate(MIDDLE, KNOWN))] * 9
    new, known = (
        estimated(Attempted(won(60_000), before), *others).strengths[0] for before in (Estimate(), others[0].before)
    )
    assert new.value - MIDDLE > 4 * (known.value - MIDDLE) > 0


def test_who_plays_alone_learns_little_since_it_may_be_the_deal() -> None:
    alone, among = rated(won(10_000), []), rated(won(10_000), [Attempted(lost(), Estimate(MIDDLE, KNOWN))] * 99)
    assert MIDDLE < alone < among


def test_nobody_says_nothing() -> None:
    assert estimated() == Estimated(UNPLAYED_DEAL, [])


def test_a_game_is_played_like_someone_for_whom_its_time_is_the_usual_one() -> None:
    assert performance(won(REFERENCE), 1600, MINI) == 1600
    twice = performance(won(REFERENCE / 2), 1600, MINI)
    assert twice == pytest.approx(1600 + POINTS * log(2) / TIME_SPREAD)
    assert performance(won(REFERENCE * 3), 1600, MINI) == 1600
    assert performance(lost(0), 1600, MINI) == 1600 + LOST_WITH_NOTHING
    assert performance(lost(12), 1600, MINI) == 1600 + (LOST + LOST_WITH_NOTHING) / 2
    assert performance(lost(23), 1600, MINI) < 1600 + LOST


def test_a_strength_is_less_certain_later_and_never_less_than_of_a_newcomer() -> None:
    assert later(Estimate(1700, 80), 0) == Estimate(1700, 80)
    assert later(Estimate(1700, 80), 100).error == pytest.approx((80**2 + 100 * DRIFT**2) ** 0.5)
    assert later(Estimate(1700, 80), 99_999) == Estimate(1700, NEW_ERROR)


def test_scores_of_a_month_order_simulated_players_best_and_strengths_well() -> None:
    random = Random("months")
    months = [a_month(random) for _ in range(100)]
    scores, strengths = (mean_tau(board, months) for board in (duplicate, strength))
    assert scores > strengths > 0.9
    assert scores > 0.97
