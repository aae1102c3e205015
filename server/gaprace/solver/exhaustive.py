"""Going through every board that can be reached: the proof that a position cannot be won without a shuffle.

Every move of every board is made, so nothing has to be argued: no board is left out, no card is played at once.
(To play a card as soon as it can lock looks safe, and is not: `tests/solver/test_verdict.py` has a board of 4 x 4.)
"""

import numpy as np

from gaprace.rules.board import Board
from gaprace.solver.growing import Growing
from gaprace.solver.layout import WIDTH, Bytes, Keys, exchange, layout_of, won_boards
from gaprace.solver.moves import legal_moves
from gaprace.solver.search import keys_after
from gaprace.solver.seen import Seen
from gaprace.solver.stopping import ShouldStop, never

BATCH = 4096
"""Boards at a time. Their order does not matter, so they are many; beyond, NumPy gets no faster."""


class Enumeration:
    """One enumeration, which can be carried on from where it stopped.

    The newest boards are taken first: fewer of them wait at a time than if the oldest were.
    """

    def __init__(self, board: Board) -> None:
        self._layout = layout_of(board.columns)
        self._rows: Growing[np.uint8] = Growing(np.uint8, WIDTH)
        """The boards that wait, and their keys."""
        self._keys: Growing[np.uint64] = Growing(np.uint64)
        self._seen = Seen()
        self.boards = 0
        """How many boards were looked into."""
        self.meets_win = False
        """Whether a won board was met."""
        row = self._layout.encode(board)
        self._wait(row[None], self._seen.fresh(self._layout.keys(row[None]))[0])

    @property
    def is_exhausted(self) -> bool:
        """Whether every board was looked into, and none was won."""
        return not self.meets_win and not len(self._rows)

    def run(self, boards: int, should_stop: ShouldStop = never) -> None:
        """Look into so many more boards (or a batch beyond), unless all are seen, one is won, or told to stop."""
        end = self.boards + boards
        while self.boards < end and len(self._rows) and not self.meets_win and not should_stop():
            rows, keys = self._rows.drop(BATCH), self._keys.drop(BATCH)
            self.boards += len(rows)
            self._look_into(rows, keys)

    def _look_into(self, rows: Bytes, keys: Keys) -> None:
        self.meets_win = won_boards(rows, self._layout).size > 0
        moves = legal_moves(rows, self._layout)
        if self.meets_win or not moves.board.size:
            return
        fresh, chosen = self._seen.fresh(keys_after(keys, moves))
        moves = moves.take(chosen)
        after = rows.take(moves.board, axis=0)
        exchange(after, moves.card, moves.source, moves.target)
        self._wait(after, fresh)

    def _wait(self, rows: Bytes, keys: Keys) -> None:
        self._rows.extend(rows)
        self._keys.extend(keys)
