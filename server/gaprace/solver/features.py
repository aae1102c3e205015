"""The inputs to the estimate of the win probability: a few numbers of a board, and of a short search from it."""

from math import log2
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaprace.rules.board import GAP, ROWS, Board, rank_of
from gaprace.rules.variants import Variant
from gaprace.solver.evaluation import UNIT, Evaluation
from gaprace.solver.lines import Line, replayed
from gaprace.solver.search import BestFirstSearch, Policy

Floats = NDArray[np.float64]

SHORT_BOARDS = 4_000
"""Budget of the short search: some 3 ms."""
FEATURES = (
    "locked",
    "dead_gaps",
    "gaps_behind_kings",
    "moves",
    "value",
    "reached",
    "reached_value",
    "shortest_run",
    "second_run",
    "third_run",
    "longest_run",
    "complete_rows",
    "mean_locked",
    "late_locked",
    "is_exhausted",
    "boards",
    "waiting",
)
"""Their names. From `locked` to `value`: of the board. From `reached` to `complete_rows`: of the board with most cards
locked that the search has reached. `mean_locked`, `late_locked`: cards locked on the boards of the search, and of its
last quarter. `boards`, `waiting`: how many the search has expanded, and how many it has left (logarithms)."""


class ShortSearch(NamedTuple):
    """The result of a short search from a board."""

    line: Line | None
    """The moves that win, if it has found any."""
    toward: Line
    """The moves to the reached board with most cards locked."""
    features: Floats
    """By index in `FEATURES`; of a board from which a win was found too."""
    locked: int
    """The largest number of locked cards that was reached."""


def short_search(board: Board, variant: Variant, evaluation: Evaluation) -> ShortSearch:
    """Return the features of a board, and what the search for them has found."""
    search = BestFirstSearch(board, evaluation, Policy(right_fill=variant.right_fill))
    search.run(SHORT_BOARDS)
    locked, toward = search.most_locked()
    reached = replayed(board, toward, right_fill=variant.right_fill)
    features = np.array([*_of_board(board, variant, evaluation), *_of_search(search, reached, evaluation)])
    return ShortSearch(None if search.line is None else tuple(search.line), tuple(toward), features, locked)


def _of_board(board: Board, variant: Variant, evaluation: Evaluation) -> list[float]:
    return [
        _share(board.locked, board),
        len(board.dead_gaps(right_fill=variant.right_fill)),
        _gaps_behind_kings(board),
        len(board.legal_moves(right_fill=variant.right_fill)),
        _value(board, evaluation),
    ]


def _of_search(search: BestFirstSearch, reached: Board, evaluation: Evaluation) -> list[float]:
    runs, locked = sorted(reached.locked_runs()), search.locked
    return [
        _share(sum(runs), reached),
        _value(reached, evaluation),
        *(run / (reached.columns - 1) for run in runs),
        runs.count(reached.columns - 1),
        _share(float(locked.mean()), reached),
        _share(float(locked[len(locked) * 3 // 4 :].mean()), reached),
        float(search.is_exhausted),
        log2(search.boards),
        log2(1 + search.waiting),
    ]


def _share(locked: float, board: Board) -> float:
    return locked / (ROWS * (board.columns - 1))


def _value(board: Board, evaluation: Evaluation) -> float:
    """Return the value that the search's tables give a board, in units of the ranker that fitted them."""
    return float(evaluation.values(evaluation.encoding.encode(board)[None])[0]) / UNIT


def _gaps_behind_kings(board: Board) -> int:
    """Return the number of gaps that a king, or gaps in a row behind a king, make dead."""
    found = 0
    for number in range(ROWS):
        left = GAP
        for cell in board.row(number):
            if cell != GAP:
                left = cell
            elif left != GAP and rank_of(left) == board.columns:
                found += 1
    return found
