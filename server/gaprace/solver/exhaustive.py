"""Exhaustive search of every reachable board: the proof that a position cannot be won without a shuffle.

It tries every move of every board, so the proof rests on no argument about which boards may be left out. (Playing a
card as soon as it can lock looks safe but is not: `tests/solver/test_solve.py` has a counterexample on a 4 x 4 board.)
"""

import numpy as np

from gaprace.rules.board import Board
from gaprace.solver.arrays import GrowingArray
from gaprace.solver.encoding import WIDTH, Bytes, Keys, apply_moves, encoding_of, won_boards
from gaprace.solver.moves import legal_moves
from gaprace.solver.search import ShouldStop, keys_after, never
from gaprace.solver.visited import VisitedSet

BATCH_SIZE = 4096
"""Boards per batch. Their order does not matter, so the batch is large; NumPy gets no faster beyond this."""


class ExhaustiveSearch:
    """One depth-first search, which can be continued from where it stopped.

    The newest boards are expanded first: that keeps fewer boards waiting than breadth-first order would.
    """

    def __init__(self, board: Board) -> None:
        self._encoding = encoding_of(board.columns)
        self._rows: GrowingArray[np.uint8] = GrowingArray(np.uint8, WIDTH)
        """The boards that wait for expansion; `_keys` has their keys."""
        self._keys: GrowingArray[np.uint64] = GrowingArray(np.uint64)
        self._visited = VisitedSet()
        self.boards = 0
        """The number of expanded boards."""
        self.found_win = False
        """Whether a won board was reached."""
        row = self._encoding.encode(board)
        self._push(row[None], self._visited.add(self._encoding.keys(row[None]))[0])

    @property
    def is_exhausted(self) -> bool:
        """Whether every reachable board was expanded and none was won."""
        return not self.found_win and not len(self._rows)

    def run(self, boards: int, should_stop: ShouldStop = never) -> None:
        """Expand about `boards` more boards (the last batch is finished), or fewer if it ends or has to stop."""
        end = self.boards + boards
        while self.boards < end and len(self._rows) and not self.found_win and not should_stop():
            rows, keys = self._rows.pop(BATCH_SIZE), self._keys.pop(BATCH_SIZE)
            self.boards += len(rows)
            self._expand(rows, keys)

    def _expand(self, rows: Bytes, keys: Keys) -> None:
        self.found_win = won_boards(rows, self._encoding).size > 0
        moves = legal_moves(rows, self._encoding)
        if self.found_win or not moves.board.size:
            return
        new_keys, chosen = self._visited.add(keys_after(keys, moves))
        moves = moves.take(chosen)
        after = rows.take(moves.board, axis=0)
        apply_moves(after, moves.card, moves.source, moves.target)
        self._push(after, new_keys)

    def _push(self, rows: Bytes, keys: Keys) -> None:
        self._rows.extend(rows)
        self._keys.extend(keys)
