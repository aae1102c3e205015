"""What the ranker learns from: groups of boards of one search, the first of them better than the others.

Two kinds of groups. In one, the first lies on the way to a win; its rivals are boards that the search looked into
just before it, so preferred to it, or left waiting. In the other, the first can be won and all its rivals cannot: that
is proven for each of them, by enumeration. What a move costs is given, so it is not learnt.
"""

from typing import NamedTuple

import numpy as np

from server.solver.evaluation import UNIT, Evaluation
from server.solver.layout import Bytes, Ints, encode_all
from server.solver.search import Search
from server.solver.verdict import Kind, decide
from server.solver_training.deals import board_of
from server.solver_training.ranker import Groups

WAY_BOARDS = 40
"""How many boards of a way to a win have groups: its others are much like them. All of
them, two and a half times as many, gave tables that won no more deals."""
RIVALS_TAKEN, RIVALS_WAITING = 8, 4
"""How many rivals were looked into, and how many merely met: 12 as in the prototype; the parts are a
guess."""
RIVALS = RIVALS_TAKEN + RIVALS_WAITING
FEWEST_TAKEN = 200
"""Rivals that were looked into are those between a board on the way and the next one: the search preferred them to it.
If they are fewer than this, so many before it. (Rivals from anywhere in a search gave as good tables only from twice as
many searches: most of them come too late to compete.)"""
FEWEST_BOARDS = 300
"""A search that wins with fewer has too few rivals, and nothing to learn from."""
LABELLED = 30
"""How many boards of a search are given to the enumeration: a guess."""
LABEL_BOARDS = 4_000
"""What it may look into for each: late boards are decided with that, and early ones are passed over. A
guess, too."""


class Harvest(NamedTuple):
    """The groups of some deals, and how the searches went."""

    groups: Groups
    deals: int
    won: int
    searches: int
    """Of how many searches the groups come: those that were won, and not too soon."""


def harvest(deals: range, evaluation: Evaluation, *, boards: int, labelled: bool) -> Harvest:
    """Search so many boards of each deal, and make groups of those that are won."""
    found: list[Groups] = []
    won = searches = 0
    for number in deals:
        search = Search(board_of(number, "training", evaluation.columns), evaluation)
        search.run(boards)
        won += search.line is not None
        if search.line is not None and search.boards >= FEWEST_BOARDS:
            searches += 1
            chance = np.random.default_rng(number)
            found.append(_of_way(search, evaluation, chance))
            if labelled:
                found.append(_of_labels(search, evaluation, chance))
    return Harvest(Groups.joined(found, evaluation), len(deals), won, searches)


def _of_way(search: Search, evaluation: Evaluation, chance: np.random.Generator) -> Groups:
    way = search.way()
    steps = np.stack([np.concatenate([[0], way[:-1]]), way], axis=1)[way > 1]
    before, own = np.sort(chance.permutation(steps)[:WAY_BOARDS], axis=0).T[:, :, None]
    begin = np.maximum(np.minimum(before, own - FEWEST_TAKEN), 1)
    taken = search.numbers_met(chance.integers(begin, own, (len(own), RIVALS_TAKEN)))
    waiting = chance.integers(1, search.met_before(own), (len(own), RIVALS_WAITING))
    members = np.concatenate([search.numbers_met(own), taken, waiting], axis=1)
    rows, values = search.met(members.ravel())
    judged = evaluation.values(rows) - evaluation.values(encode_all([search.first_board]))
    charges = ((judged - values) / UNIT).astype(np.float32)
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
