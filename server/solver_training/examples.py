"""What the ranker learns from: boards on the way to a win, each beside others of the same search.

A group is one board on the way and its rivals: boards that the search looked into instead, and boards that it left
waiting. Good tables put the one before the others. What a move costs is given, so it is not learnt.
"""

from typing import NamedTuple

import numpy as np

from server.solver.evaluation import UNIT, Evaluation
from server.solver.layout import encode_all
from server.solver.search import Search
from server.solver_training.deals import board_of
from server.solver_training.ranker import Groups

RIVALS_TAKEN, RIVALS_WAITING = 8, 4
"""How many rivals were looked into, and how many merely met."""
GROUP = 1 + RIVALS_TAKEN + RIVALS_WAITING
FEWEST_BOARDS = 300
"""A search that wins with fewer has too few rivals, and nothing to learn from."""


class Harvest(NamedTuple):
    """The groups of some deals, and how the searches went."""

    groups: Groups
    deals: int
    won: int


def harvest(deals: range, purpose: str, evaluation: Evaluation, *, boards: int) -> Harvest:
    """Search so many boards of each deal, and make groups of those that are won."""
    found: list[Groups] = []
    won = 0
    for number in deals:
        chance = np.random.default_rng(number)
        search = Search(board_of(number, purpose, evaluation.columns), evaluation)
        search.run(boards)
        won += search.line is not None
        if search.line is not None and search.boards >= FEWEST_BOARDS:
            found.append(_groups(search, evaluation, chance))
    return Harvest(Groups.joined(found), len(deals), won)


def _groups(search: Search, evaluation: Evaluation, chance: np.random.Generator) -> Groups:
    way = search.way()
    taken = search.numbers_met(chance.integers(1, search.boards, (len(way), RIVALS_TAKEN)))
    waiting = chance.integers(1, search.boards_met, (len(way), RIVALS_WAITING))
    members = np.concatenate([way[:, None], taken, waiting], axis=1)
    rows, values = search.met(members.ravel())
    features = np.concatenate(evaluation.features(rows), axis=1)
    pairs = evaluation.pairs.size
    width = len(evaluation.features(rows[:1])[0][0])
    features[:, width:] += pairs
    first = encode_all([search.first_board])
    own = evaluation.values(rows) - evaluation.values(first)
    charges = (own - values) / UNIT
    return Groups(
        features.astype(np.uint16).reshape(*members.shape, -1), charges.reshape(members.shape).astype(np.float32)
    )
