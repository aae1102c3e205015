"""Rounds of searching and fitting: each round's tables search the next round's deals."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from server.solver.evaluation import UNIT, Evaluation, follows_shape, pairs_shape, simple_evaluation
from server.solver.search import Search
from server.solver_training.deals import board_of
from server.solver_training.examples import Harvest, harvest
from server.solver_training.ranker import Fit, Groups, Weights, fitted, judged
from server.solver_training.sharing import Sharing

ROUNDS_KEPT = 6
"""Groups of so many rounds are fitted together: older ones come of searches too unlike those of now. A
guess."""
HELD_BACK = 10
"""Of each round's groups a tenth, those of its last deals, are not learnt from, to see how well the others serve."""
LABELS_FROM = 2
"""In the first rounds the searches are too weak to decide many boards."""


class Plan(NamedTuple):
    """How long to train."""

    columns: int
    rounds: int
    deals: int
    """Deals a round."""
    boards: int
    """What a search looks into at the most."""


class Round(NamedTuple):
    """How a round went."""

    number: int
    harvest: Harvest
    fit: Fit
    """On the groups held back."""
    tested: int
    """How many of `TEST_DEALS` other deals the new tables win."""


TEST_DEALS = 50


def trained(plan: Plan, report: Callable[[Round], None], evaluation: Evaluation | None = None) -> Evaluation:
    """Give tables that were trained from those given, or from simple ones."""
    evaluation = evaluation or simple_evaluation(plan.columns)
    kept: list[Harvest] = []
    for number in range(plan.rounds):
        deals = range(number * plan.deals, (number + 1) * plan.deals)
        found = harvest(deals, evaluation, boards=plan.boards, labelled=number >= LABELS_FROM)
        learnt, held_back = _divided(found.groups)
        kept = [*kept, found._replace(groups=learnt)][-ROUNDS_KEPT:]
        weights = _weights(kept, evaluation, number)
        evaluation = evaluation_of(weights, plan.columns)
        report(Round(number, found, judged(weights, held_back), _tested(evaluation, plan.boards)))
    return evaluation


def evaluation_of(weights: Weights, columns: int) -> Evaluation:
    """Round weights to whole numbers."""
    whole = np.clip(np.rint(weights * UNIT), *_RANGE).astype(np.int16)
    pairs, follows = np.split(whole, [int(np.prod(pairs_shape(columns)))])
    return Evaluation(pairs.reshape(pairs_shape(columns)), follows.reshape(follows_shape(columns)))


_RANGE = (-8_000, 8_000)
"""Differences of differences of two numbers still fit into 16 bits."""


def _divided(groups: Groups) -> tuple[Groups, Groups]:
    learnt = groups.size - groups.size // HELD_BACK
    return groups.take(np.arange(learnt)), groups.take(np.arange(learnt, groups.size))


def _weights(kept: list[Harvest], evaluation: Evaluation, seed: int) -> Weights:
    groups = Groups.joined([found.groups for found in kept], evaluation)
    first = np.zeros(evaluation.pairs.size + evaluation.follows.size)
    searches = sum(found.searches for found in kept)
    return fitted(Sharing(evaluation.columns), groups, first, searches=searches, seed=seed)


def _tested(evaluation: Evaluation, boards: int) -> int:
    return sum(_wins(number, evaluation, boards) for number in range(TEST_DEALS))


def _wins(number: int, evaluation: Evaluation, boards: int) -> bool:
    search = Search(board_of(number, "test", evaluation.columns), evaluation)
    search.run(boards)
    return search.line is not None
