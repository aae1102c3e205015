"""What the ranker learns from: groups of boards of one search, the first of them better than the others.

Two kinds of groups. In one, the first lies on the way to a win; its rivals are boards that the search looked into
instead, or left waiting. In the other, the first can be won and all its rivals cannot: that is proven for each of them,
by enumeration. What a move costs is given, so it is not learnt.
"""

from typing import NamedTuple

import numpy as np

from server.solver.evaluation import UNIT, Evaluation
from server.solver.layout import Bytes, Ints, encode_all
from server.solver.search import Search
from server.solver.verdict import Kind, decide
from server.solver_training.deals import board_of
from server.solver_training.ranker import Groups

RIVALS_TAKEN, RIVALS_WAITING = 8, 4
"""How many rivals were looked into, and how many merely met."""
RIVALS = RIVALS_TAKEN + RIVALS_WAITING
FEWEST_BOARDS = 300
"""A search that wins with fewer has too few rivals, and nothing to learn from."""
LABELLED = 30
"""How many boards of a search are given to the enumeration."""
LABEL_BOARDS = 4_000
"""What it may look into for each: late boards are decided with that, and early ones are passed over."""


class Harvest(NamedTuple):
    """The groups of some deals, and how the searches went."""

    groups: Groups
    deals: int
    won: int


def harvest(deals: range, evaluation: Evaluation, *, boards: int, labelled: bool) -> Harvest:
    """Search so many boards of each deal, and make groups of those that are won."""
    found: list[Groups] = []
    won = 0
    for number in deals:
        search = Search(board_of(number, "training", evaluation.columns), evaluation)
        search.run(boards)
        won += search.line is not None
        if search.line is not None and search.boards >= FEWEST_BOARDS:
            chance = np.random.default_rng(number)
            found.append(_of_way(search, evaluation, chance))
            if labelled:
                found.append(_of_labels(search, evaluation, chance))
    return Harvest(Groups.joined(found, evaluation), len(deals), won)


def _of_way(search: Search, evaluation: Evaluation, chance: np.random.Generator) -> Groups:
    way = search.way()
    taken = search.numbers_met(chance.integers(1, search.boards, (len(way), RIVALS_TAKEN)))
    waiting = chance.integers(1, search.boards_met, (len(way), RIVALS_WAITING))
    members = np.concatenate([way[:, None], taken, waiting], axis=1)
    rows, values = search.met(members.ravel())
    own = evaluation.values(rows) - evaluation.values(encode_all([search.first_board]))
    charges = ((own - values) / UNIT).astype(np.float32)
    return Groups.of(rows, charges, members.shape, evaluation)


def _of_labels(search: Search, evaluation: Evaluation, chance: np.random.Generator) -> Groups:
    rows, _ = search.met(search.numbers_met(chance.integers(1, search.boards, LABELLED)))
    kinds = np.array([_label(row, evaluation) for row in rows])
    winnable, unwinnable = np.flatnonzero(kinds == Kind.WINNABLE), np.flatnonzero(kinds == Kind.UNWINNABLE)
    if not unwinnable.size:
        winnable = winnable[:0]
    members: Ints = np.concatenate([winnable[:, None], _rivals(unwinnable, len(winnable), chance)], axis=1)
    charges = np.zeros(members.size, dtype=np.float32)
    return Groups.of(rows.take(members.ravel(), axis=0), charges, members.shape, evaluation)


def _rivals(among: Ints, groups: int, chance: np.random.Generator) -> Ints:
    return among[chance.integers(0, max(len(among), 1), (groups, RIVALS))] if groups else np.zeros((0, RIVALS), np.intp)


def _label(row: Bytes, evaluation: Evaluation) -> Kind:
    return decide(evaluation.layout.decode(row), evaluation, boards=LABEL_BOARDS).kind
