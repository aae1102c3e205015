"""Rounds of searching and fitting: each round's tables search the next round's deals."""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

import numpy as np

from gaprace.solver.evaluation import UNIT, Evaluation, follows_shape, pairs_shape, simple_evaluation
from gaprace.solver.search import Search
from gaprace.solver.training.deals import board_of
from gaprace.solver.training.examples import Harvest, harvest
from gaprace.solver.training.ranker import Fit, Groups, Weights, fitted, judged
from gaprace.solver.training.sharing import Sharing

ROUNDS_KEPT = 5
"""Groups of so many rounds are fitted together: older ones come of searches too unlike those of now."""
ROUNDS_AVERAGED = 3
"""What a training gives is the mean of the tables of its last rounds: they differ by chance, too."""
PRIOR = 0.5
"""Weights are pulled toward this part of those before: so what was learnt from groups no longer kept is not lost."""
BOARDS_AT_ONCE = 16_384
"""As many deals are searched together as keep so many boards a ply."""


class Plan(NamedTuple):
    """How long to train."""

    columns: int
    rounds: int
    deals: int
    """Deals a round."""
    width: int
    """How many boards of a deal a beam keeps."""


class Round(NamedTuple):
    """How a round went."""

    number: int
    won: int
    """Of how many deals its groups come."""
    groups: int
    before: Fit
    """How well the tables before, which were not fitted to them, ranked its groups."""
    evaluation: Evaluation
    """What the training would give if it ended here."""
    tested: int
    """How many of `TEST_DEALS` other deals the solver's search wins with that."""


TEST_DEALS, TEST_BOARDS = 100, 20_000


def rounds(plan: Plan, workers: Executor) -> Iterator[Round]:
    """Train tables, from simple ones on.

    Raises:
        ValueError: no deal was won, so there is nothing to learn from.

    """
    evaluation = simple_evaluation(plan.columns)
    kept: list[Harvest] = []
    weights: list[Weights] = []
    for number in range(plan.rounds):
        found = _harvest(plan, number, evaluation, workers)
        kept = [*kept, found][-ROUNDS_KEPT:]
        before = _weights_of(evaluation)
        weights = [*weights, _fitted(kept, before, plan.columns, seed=number)][-ROUNDS_AVERAGED:]
        evaluation = evaluation_of(weights[-1], plan.columns)
        mean = evaluation_of(np.mean(weights, axis=0), plan.columns)
        tested = sum(workers.map(partial(_wins, evaluation=mean), range(TEST_DEALS)))
        yield Round(number, found.won, found.groups.size, judged(before, found.groups), mean, tested)


def _harvest(plan: Plan, number: int, evaluation: Evaluation, workers: Executor) -> Harvest:
    begin, end, at_once = number * plan.deals, (number + 1) * plan.deals, max(BOARDS_AT_ONCE // plan.width, 1)
    parts = [range(each, min(each + at_once, end)) for each in range(begin, end, at_once)]
    harvests = list(workers.map(partial(harvest, evaluation=evaluation, width=plan.width), parts))
    won = sum(each.won for each in harvests)
    if not won:
        raise ValueError(f"none of {plan.deals} deals was won: take more deals, or wider beams than {plan.width}")
    return Harvest(Groups.joined([each.groups for each in harvests]), won)


def _fitted(kept: list[Harvest], before: Weights, columns: int, *, seed: int) -> Weights:
    groups = Groups.joined([each.groups for each in kept])
    return fitted(Sharing(columns), groups, PRIOR * before, deals=sum(each.won for each in kept), seed=seed)


def _weights_of(evaluation: Evaluation) -> Weights:
    weights: Weights = np.concatenate([evaluation.pairs.ravel(), evaluation.follows.ravel()]) / UNIT
    return weights


def evaluation_of(weights: Weights, columns: int) -> Evaluation:
    """Round weights to whole numbers."""
    whole = np.clip(np.rint(weights * UNIT), *_RANGE).astype(np.int16)
    pairs, follows = np.split(whole, [int(np.prod(pairs_shape(columns)))])
    return Evaluation(pairs.reshape(pairs_shape(columns)), follows.reshape(follows_shape(columns)))


_RANGE = (-8_000, 8_000)
"""Differences of differences of two numbers still fit into 16 bits."""


def _wins(number: int, evaluation: Evaluation) -> bool:
    search = Search(board_of(number, "test", evaluation.columns), evaluation)
    search.run(TEST_BOARDS)
    return search.line is not None
