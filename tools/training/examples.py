"""The examples of the ranker: groups of boards whose first board is better than the others, its rivals.

There are two kinds of groups, both from deals that a beam search won. In the first kind, the first board lies on the
path to the win, and its rivals are other boards that the search kept. Such groups know only paths that the evaluation
already prefers; alone, they led to tables well below the best. In the second kind, boards that the search kept are
searched again, each by a narrow beam of its own; the first board is one that was won from there, and its rivals are
boards that were not.
"""

from typing import NamedTuple

import numpy as np

from gaprace.solver.encoding import Ints, encode_all
from gaprace.solver.evaluation import Evaluation
from tools.training.beams import Beams
from tools.training.deals import board_of
from tools.training.ranker import Groups

PATH_BOARDS = 40
"""Number of boards of a path that begin a group. The others are much like them: with all of them, two and a half times
as many, the tables won no more deals."""
RIVALS = 12
"""Number of rivals of a board; a guess."""
MAX_PLIES_APART = 8
"""Maximum distance of a rival in plies, because the solver's search compares boards of different plies. After one round
with rivals of the same ply only, the search won 64 of 300 deals; up to 10 plies apart 84; up to 30 plies apart 55."""
LABELLED_PLIES, LABELLED_BOARDS, LABELLED_FIRST = 8, 12, 2
"""Around 8 plies of a won deal, 12 boards each are searched again, and at most 2 of those won begin a group. That makes
one such group for four of paths. With groups of paths alone, beams won 656 of 4 000 deals; with one such group for
twenty or seven of paths, 689 and 693; with such groups alone, 410."""
LABEL_WIDTH = 32
"""Width of those beams. They win from a quarter of the boards, and cost about as much as the wide ones."""


class Examples(NamedTuple):
    """The groups of some deals."""

    groups: Groups
    won: int
    """Number of deals that were won. Only those have groups."""


def collect_examples(deals: range, evaluation: Evaluation, width: int) -> Examples:
    """Search the deals with some numbers by beams of `width` boards; return groups from those that are won."""
    rows = encode_all([board_of(number, "training", evaluation.columns) for number in deals])
    beams = Beams(rows, evaluation, width)
    members = [np.zeros((0, 1 + RIVALS), dtype=np.intp)]
    for deal in beams.won:
        rng = np.random.default_rng(deals[deal])
        path = beams.path(deal)
        members += [_path_groups(beams, deal, path, rng), _labelled_groups(beams, deal, len(path) - 1, rng)]
    together = np.concatenate(members)
    return Examples(Groups.of(beams.boards(together.ravel()), together.shape, evaluation), len(beams.won))


def _path_groups(beams: Beams, deal: int, path: Ints, rng: np.random.Generator) -> Ints:
    """Return the groups of a path: one row of board numbers per group."""
    begins, counts = beams.kept(deal, len(path))
    plies, beside = _plies(np.flatnonzero(counts > 1), (PATH_BOARDS, RIVALS), rng)
    # Drawn from the ply without the board on the path.
    rivals = begins.take(beside) + rng.integers(0, counts.take(beside) - 1)
    rivals += rivals >= path.take(beside)
    members: Ints = np.concatenate([path.take(plies)[:, None], rivals], axis=1)
    return members


def _labelled_groups(beams: Beams, deal: int, before_win: int, rng: np.random.Generator) -> Ints:
    """Return the groups of boards that were searched again, from the first `before_win` plies of a deal."""
    begins, counts = beams.kept(deal, before_win)
    _, beside = _plies(np.flatnonzero(counts > 1), (LABELLED_PLIES, LABELLED_BOARDS), rng)
    numbers = begins.take(beside) + rng.integers(0, counts.take(beside))
    won = np.isin(np.arange(numbers.size), beams.of_boards(numbers.ravel(), LABEL_WIDTH).won).reshape(numbers.shape)
    members = [np.zeros((0, 1 + RIVALS), dtype=np.intp)]
    for row, is_won in zip(numbers, won, strict=True):
        better, worse = row[is_won][:LABELLED_FIRST], row[~is_won]
        if worse.size:
            rivals = worse.take(rng.integers(0, len(worse), (len(better), RIVALS)))
            members.append(np.concatenate([better[:, None], rivals], axis=1))
    return np.concatenate(members)


def _plies(among: Ints, shape: tuple[int, int], rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Return `shape[0]` of the plies, and for each of them `shape[1]` that are at most `MAX_PLIES_APART` away."""
    chosen = np.sort(rng.permutation(len(among))[: shape[0]])
    away = rng.integers(-MAX_PLIES_APART, MAX_PLIES_APART + 1, (len(chosen), shape[1]))
    return among.take(chosen), among.take(np.clip(chosen[:, None] + away, 0, len(among) - 1))
