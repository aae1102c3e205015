"""What the ranker learns from: groups of boards, the first of which is better than the others, its rivals.

Two kinds of groups, both of deals that a beam search won. In one, the first board lies on the way to the win, and its
rivals are others that the search kept. That tells much, but only of ways that the evaluation likes already: alone, it
came to rest well below the best tables. So in the other, boards that the search kept are searched anew, each by a
narrow beam of its own; the first is one that was won from there, and its rivals are boards that were not.
"""

from typing import NamedTuple

import numpy as np

from gaprace.solver.evaluation import Evaluation
from gaprace.solver.layout import Ints, encode_all
from gaprace.solver.training.beams import Beams
from gaprace.solver.training.deals import board_of
from gaprace.solver.training.ranker import Groups

WAY_BOARDS = 40
"""How many boards of a way to a win have groups: its others are much like them. All of them, two and a half times as
many, gave tables that won no more deals."""
RIVALS = 12
"""How many rivals a board has: a guess."""
AWAY = 8
"""How many plies away a rival may be, for the solver's search compares boards of different plies. After one round with
rivals of the same ply only, it won 64 of 300 deals; up to 10 plies away 84; up to 30 plies away 55."""
LABELLED_PLIES, LABELLED_BOARDS, LABELLED_FIRST = 8, 12, 2
"""Near so many plies of a won deal so many boards are searched anew; at most two of those won begin a group. So there
is one such group to four of ways. With ways alone, beams won 656 of 4 000 deals; with one such group to twenty or to
seven of ways, 689 and 693; with such groups alone, 410."""
LABEL_WIDTH = 32
"""How many boards those beams keep: they win from a quarter of the boards, and cost about as much as the others."""


class Harvest(NamedTuple):
    """The groups of some deals."""

    groups: Groups
    won: int
    """How many of the deals were won: only those have groups."""


def harvest(deals: range, evaluation: Evaluation, width: int) -> Harvest:
    """Search some deals with beams of such a width, and make groups of those that are won."""
    rows = encode_all([board_of(number, "training", evaluation.columns) for number in deals])
    beams = Beams(rows, evaluation, width)
    members = [np.zeros((0, 1 + RIVALS), dtype=np.intp)]
    for deal in beams.won:
        chance = np.random.default_rng(deals[deal])
        way = beams.way(deal)
        members += [_of_way(beams, deal, way, chance), _of_labels(beams, deal, len(way) - 1, chance)]
    together = np.concatenate(members)
    return Harvest(Groups.of(beams.boards(together.ravel()), together.shape, evaluation), len(beams.won))


def _of_way(beams: Beams, deal: int, way: Ints, chance: np.random.Generator) -> Ints:
    """Return the groups of a way, each a row of numbers of boards."""
    begins, counts = beams.kept(deal, len(way))
    plies, beside = _plies(np.flatnonzero(counts > 1), (WAY_BOARDS, RIVALS), chance)
    # Among the others of that ply: as if the board on the way were not there.
    rivals = begins.take(beside) + chance.integers(0, counts.take(beside) - 1)
    rivals += rivals >= way.take(beside)
    members: Ints = np.concatenate([way.take(plies)[:, None], rivals], axis=1)
    return members


def _of_labels(beams: Beams, deal: int, before_win: int, chance: np.random.Generator) -> Ints:
    """Return the groups of boards searched anew, from so many plies before the win."""
    begins, counts = beams.kept(deal, before_win)
    _, beside = _plies(np.flatnonzero(counts > 1), (LABELLED_PLIES, LABELLED_BOARDS), chance)
    numbers = begins.take(beside) + chance.integers(0, counts.take(beside))
    won = np.isin(np.arange(numbers.size), beams.of_boards(numbers.ravel(), LABEL_WIDTH).won).reshape(numbers.shape)
    members = [np.zeros((0, 1 + RIVALS), dtype=np.intp)]
    for row, is_won in zip(numbers, won, strict=True):
        better, worse = row[is_won][:LABELLED_FIRST], row[~is_won]
        if worse.size:
            rivals = worse.take(chance.integers(0, len(worse), (len(better), RIVALS)))
            members.append(np.concatenate([better[:, None], rivals], axis=1))
    return np.concatenate(members)


def _plies(among: Ints, shape: tuple[int, int], chance: np.random.Generator) -> tuple[Ints, Ints]:
    """Choose plies, and for each of them some that are at most `AWAY` away."""
    chosen = np.sort(chance.permutation(len(among))[: shape[0]])
    away = chance.integers(-AWAY, AWAY + 1, (len(chosen), shape[1]))
    return among.take(chosen), among.take(np.clip(chosen[:, None] + away, 0, len(among) - 1))
