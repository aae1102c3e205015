"""Duplicate scores: the quick sum is that of all pairs, and the table is that of bridge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.events.duplicate import IMP_STEPS, Field, duplicate_scores, imps
from gaprace.rules.results import Result
from gaprace.rules.variants import VARIANTS, Variant

ADDICTION, MINI = VARIANTS["addiction"], VARIANTS["mini"]
SECOND, MINUTE = 1000, 60_000
variants = st.sampled_from([ADDICTION, MINI])


def won(time_ms: int) -> Result:
    return Result(won=True, locked=48, score=48, time_ms=time_ms, moves=100, reached_ms=time_ms, shuffles=0)


def lost(locked: int, time_ms: int = MINUTE) -> Result:
    return Result(won=False, locked=locked, score=locked, time_ms=time_ms, moves=100, reached_ms=time_ms, shuffles=0)


close_times = st.integers(0, 20) | st.integers(MINUTE, MINUTE + 200)
games = st.builds(won, close_times | st.integers(0, 90_000_000)) | st.builds(lost, st.integers(0, 24))
fields = st.lists(games, max_size=40)


@given(fields, variants)
def test_a_score_is_the_mean_over_all_pairs_and_all_add_up_to_nothing(field: list[Result], variant: Variant) -> None:
    naive = [sum(imps(one, other, variant) for other in field) / max(1, len(field) - 1) for one in field]
    assert duplicate_scores(field, variant) == naive
    assert sum(naive) == pytest.approx(0, abs=1e-9)


@given(fields, games)
def test_a_game_from_outside_is_compared_with_the_whole_field(field: list[Result], game: Result) -> None:
    naive = sum(imps(game, other, ADDICTION) for other in field) / max(1, len(field))
    assert Field([*field, game], ADDICTION).score(game) == naive


@given(games, games, variants)
def test_what_one_gains_the_other_loses(one: Result, other: Result, variant: Variant) -> None:
    assert imps(one, other, variant) == -imps(other, one, variant)
    assert abs(imps(one, other, variant)) <= len(IMP_STEPS)


@given(games, games, games)
def test_a_better_game_never_scores_less(one: Result, other: Result, third: Result) -> None:
    better, worse = (one, other) if imps(one, other, ADDICTION) >= 0 else (other, one)
    if imps(better, worse, ADDICTION):
        assert imps(better, third, ADDICTION) >= imps(worse, third, ADDICTION)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (won(60 * SECOND), won(60 * SECOND), 0),
        (won(60 * SECOND), won(62 * SECOND), 0),
        (won(60 * SECOND), won(64 * SECOND), 1),
        (won(60 * SECOND), won(120 * SECOND), 7),
        (won(60 * SECOND), won(600 * SECOND), 12),
        (won(600 * MINUTE), lost(46), 13),
        (won(600 * MINUTE), lost(0), 15),
        (lost(10), lost(11), 0),
        (lost(12), lost(10), 1),
        (lost(40), lost(0), 9),
        (lost(10, SECOND), lost(10, MINUTE), 0),
    ],
)
def test_pairs_score_by_times_by_the_win_and_by_locked_cards(one: Result, other: Result, expected: int) -> None:
    assert (imps(one, other, ADDICTION), imps(other, one, ADDICTION)) == (expected, -expected)


def test_each_step_begins_at_its_points_and_a_card_of_a_smaller_deck_has_more_of_them() -> None:
    for step, points in enumerate(IMP_STEPS[:10], 1):
        assert imps(lost(points // 10), lost(0), ADDICTION) == step
        assert imps(lost(points // 10 - 1), lost(0), ADDICTION) == step - 1
    assert imps(lost(12), lost(11), MINI) == imps(lost(12), lost(10), ADDICTION) == 1
