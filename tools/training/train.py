"""Rounds of searching and fitting: the tables of one round search the deals of the next."""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

import numpy as np

from gaprace.solver.evaluation import UNIT, Evaluation, follows_shape, pairs_shape, simple_evaluation
from gaprace.solver.search import BestFirstSearch
from tools.training.deals import board_of
from tools.training.examples import Examples, collect_examples
from tools.training.ranker import FitQuality, Groups, Weights, fit_quality, fitted
from tools.training.sharing import Sharing

ROUNDS_KEPT = 5
"""Groups of this many rounds are fitted together. Older groups come from searches too unlike the current ones."""
ROUNDS_AVERAGED = 3
"""The result is the mean of the tables of this many last rounds, which evens out random differences."""
PRIOR = 0.5
"""Weights are regularised toward this fraction of the previous ones, so that what was learnt from groups that are no
longer kept is not lost."""
BOARDS_PER_PLY = 16_384
"""Deals are searched together in parts that keep at most this many boards per ply."""
TEST_DEALS, TEST_BOARDS = 100, 20_000
"""After each round, the solver's search tries this many other deals, within as many boards each."""
MIN_ENTRY, MAX_ENTRY = -8_000, 8_000
"""Differences of differences of entries still fit into 16 bits."""


class TrainingPlan(NamedTuple):
    """The size of a training."""

    columns: int
    rounds: int
    deals: int
    """Deals per round."""
    width: int
    """Number of boards that a beam keeps per deal and ply."""


class Round(NamedTuple):
    """The outcome of a round."""

    number: int
    won: int
    """Number of deals that were won. The groups come from these."""
    groups: int
    before: FitQuality
    """Quality of the previous tables, which were not fitted to these groups, on them."""
    evaluation: Evaluation
    """The result of the training if it ended here."""
    tested: int
    """Number of wins of the solver's search with it, in `TEST_DEALS` other deals."""


def rounds(plan: TrainingPlan, workers: Executor) -> Iterator[Round]:
    """Train tables, starting from the simple evaluation; yield after each round.

    Raises:
        ValueError: no deal of a round was won, so there is nothing to learn from.

    """
    evaluation = simple_evaluation(plan.columns)
    kept: list[Examples] = []
    weights: list[Weights] = []
    for number in range(plan.rounds):
        found = _collect_examples(plan, number, evaluation, workers)
        kept = [*kept, found][-ROUNDS_KEPT:]
        before = _weights_of(evaluation)
        weights = [*weights, _fitted(kept, before, plan.columns, seed=number)][-ROUNDS_AVERAGED:]
        evaluation = evaluation_of(weights[-1], plan.columns)
        mean = evaluation_of(np.mean(weights, axis=0), plan.columns)
        tested = sum(workers.map(partial(_wins, evaluation=mean), range(TEST_DEALS)))
        yield Round(number, found.won, found.groups.size, fit_quality(before, found.groups), mean, tested)


def _collect_examples(plan: TrainingPlan, number: int, evaluation: Evaluation, workers: Executor) -> Examples:
    begin, end, at_once = number * plan.deals, (number + 1) * plan.deals, max(BOARDS_PER_PLY // plan.width, 1)
    parts = [range(each, min(each + at_once, end)) for each in range(begin, end, at_once)]
    parts_found = list(workers.map(partial(collect_examples, evaluation=evaluation, width=plan.width), parts))
    won = sum(each.won for each in parts_found)
    if not won:
        raise ValueError(f"none of {plan.deals} deals was won: use more deals, or beams wider than {plan.width}")
    return Examples(Groups.joined([each.groups for each in parts_found]), won)


def _fitted(kept: list[Examples], before: Weights, columns: int, *, seed: int) -> Weights:
    groups = Groups.joined([each.groups for each in kept])
    return fitted(Sharing(columns), groups, PRIOR * before, deals=sum(each.won for each in kept), seed=seed)


def _weights_of(evaluation: Evaluation) -> Weights:
    weights: Weights = np.concatenate([evaluation.pairs.ravel(), evaluation.follows.ravel()]) / UNIT
    return weights


def evaluation_of(weights: Weights, columns: int) -> Evaluation:
    """Return the evaluation that weights amount to, rounded to table entries."""
    whole = np.clip(np.rint(weights * UNIT), MIN_ENTRY, MAX_ENTRY).astype(np.int16)
    pairs, follows = np.split(whole, [int(np.prod(pairs_shape(columns)))])
    return Evaluation(pairs.reshape(pairs_shape(columns)), follows.reshape(follows_shape(columns)))


def _wins(number: int, evaluation: Evaluation) -> bool:
    search = BestFirstSearch(board_of(number, "test", evaluation.columns), evaluation)
    search.run(TEST_BOARDS)
    return search.line is not None
