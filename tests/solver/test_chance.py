"""The win probability: what is proven, what is estimated, what spectators learn of it, and how it is fitted."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from gaprace.engine.jobs import SAMPLED_SHUFFLES, appraise, appraise_shuffle
from gaprace.rules.board import Board, parse_board
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver.answers import Outlook, Position
from gaprace.solver.chance import Chance, chance_of, outlook_of
from gaprace.solver.features import FEATURES, short_search
from gaprace.solver.lines import replayed
from gaprace.solver.solve import solve
from gaprace.solver.tables import evaluation_for
from gaprace.solver.win_model import terms_of, win_model
from tests.positions import random_deal
from tools.training.chances import Outcomes, fit, linear_fit, logistic_fit
from tools.training.rollouts import samples

MINI = VARIANTS["mini"]
STUCK = parse_board("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7S--/2S3S4S5S6S7H--", 7)
"""Two cards lie in each other's places, and nothing can move them."""
ONE_AWAY = parse_board("2C3C4C5C6C--7C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--", 7)


def chance(board: Board, shuffles_left: int) -> Chance:
    return chance_of(Position(board, shuffles_left), MINI, evaluation_for(7))


def test_a_win_that_is_found_is_proven_and_has_a_line() -> None:
    found = chance(ONE_AWAY, 0)
    assert (found.win, found.proven, found.locked, found.par) == (1.0, "win", 24, 1)
    won = replayed(ONE_AWAY, found.line)
    assert won.is_won
    assert chance(won, 0)[:2] == (1.0, "win")
    assert chance(won, 0).par == 0


def test_stuck_without_a_shuffle_is_a_proven_loss_and_with_one_an_estimate() -> None:
    lost = chance(STUCK, 0)
    assert (lost.win, lost.proven, lost.locked, lost.par) == (0.0, "loss", 22, None)
    for with_one in (chance(STUCK, 1), chance(STUCK, 9)):
        assert with_one.proven is None
        assert 0 < with_one.win < 1
        assert 0 <= with_one.locked <= 24
    assert chance(STUCK, 9) == chance(STUCK, MINI.shuffles), "more than a variant has count as its most"


def test_what_is_known_of_a_position_is_heeded() -> None:
    evaluation = evaluation_for(13)
    for seed in range(100):
        board = random_deal(Random(seed), VARIANTS["strict"]).opening()
        if short_search(board, VARIANTS["strict"], evaluation).line is None:
            break
    strict = VARIANTS["strict"]
    assert chance_of(Position(board, 0), strict, evaluation).proven is None
    assert chance_of(Position(board, 0, "unwinnable"), strict, evaluation).proven == "loss"
    assert chance_of(Position(board, 0, "winnable"), strict, evaluation).win == 1.0


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda each: str(each.name))
def test_every_variant_has_coefficients_for_all_that_can_be_left(variant: Variant) -> None:
    model = win_model(variant.name).coefficients
    later = [[first, *model.later] for first in model.later_first]
    assert (len(later), len(model.locked)) == (variant.shuffles, variant.shuffles + 1)
    assert {len(row) for row in (model.now, *later, *model.locked)} == {1 + 2 * len(FEATURES)}
    assert later == sorted(later)  # a further shuffle never makes a win less likely
    assert len(model.mean) == len(model.scale) == len(FEATURES)


def test_a_shuffle_is_appraised_by_the_same_shuffles_every_time() -> None:
    position = Position(STUCK, 1)
    mean = appraise_shuffle(position, MINI)
    assert 0 < mean <= 1
    assert mean == appraise_shuffle(position, MINI)
    assert round(mean * SAMPLED_SHUFFLES) > SAMPLED_SHUFFLES // 2  # two cards and four gaps are soon in order
    assert [each.win for each in appraise([Position(position.board, 0)], MINI)] == [0.0]


# What spectators learn of it


def test_a_board_that_moves_cannot_win_is_lost_without_a_shuffle_and_open_with_one() -> None:
    lost, with_one, won = [
        outlook_of(Position(*each), MINI, evaluation_for(7)) for each in ((STUCK, 0), (STUCK, 1), (ONE_AWAY, 0))
    ]
    assert (lost, won) == (Outlook(0.0, unwinnable=True), Outlook(1.0, unwinnable=False))
    assert with_one.unwinnable
    assert 0 < with_one.win < 1


def test_the_proof_is_right_moves_before_the_end_and_never_claims_too_much() -> None:
    random, evaluation, early = Random(3), evaluation_for(7), 0
    for _ in range(12):
        board = random_deal(random, MINI).opening()
        while moves := board.legal_moves(right_fill=False):
            if outlook_of(Position(board, 1), MINI, evaluation).unwinnable:
                assert solve(board, evaluation, boards=100_000).verdict == "unwinnable"
                early += 1
            board = board.after(random.choice(moves), right_fill=False)
    assert early > 10


# How it is fitted


def test_a_game_goes_on_from_each_sample_as_it_says() -> None:
    found = [*islice(samples(MINI, evaluation_for(7), Random(5)), 40)]
    assert found == [*islice(samples(MINI, evaluation_for(7), Random(5)), 40)]
    assert {each.won for each in found} == {True, False}
    for each in found:
        assert each.won == (each.locked == 24)
        assert each.needs_shuffle or each.won
        if short_search(each.board, MINI, evaluation_for(7)).line is not None:
            assert each.won
            assert not each.needs_shuffle


def test_a_logistic_regression_finds_the_coefficients_that_made_the_outcomes() -> None:
    rng = np.random.default_rng(1)
    terms = np.hstack([np.ones((20_000, 1)), rng.normal(size=(20_000, 2))])
    true = np.array([0.5, -1.0, 2.0])
    outcomes = rng.random(20_000) < 1 / (1 + np.exp(-terms @ true))
    assert np.abs(logistic_fit(terms, outcomes) - true).max() < 0.1
    assert np.abs(linear_fit(terms, terms @ true) - true).max() < 0.01


def test_a_fit_has_the_mean_chance_of_its_examples() -> None:
    rng, count = np.random.default_rng(2), 2_000
    features, left = rng.normal(size=(count, len(FEATURES))), rng.integers(0, 2, count)
    needs, won = rng.random(count) < 0.7, rng.random(count) < 0.4
    found = fit(Outcomes(features, left, np.zeros(count, dtype=bool), needs, won, rng.random(count)), 1)
    terms = terms_of(features, np.array(found.mean), np.array(found.scale))
    now = 1 / (1 + np.exp(-terms @ np.array(found.now)))
    assert abs(now.mean() - (~needs).mean()) < 1e-3
    after = needs & (left == 1)
    later = 1 / (1 + np.exp(-terms[after] @ np.array([found.later_first[0], *found.later])))
    assert abs(later.mean() - won[after].mean()) < 1e-3
