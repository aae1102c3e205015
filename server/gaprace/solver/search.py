"""Best-first search for a way to win without a shuffle.

The algorithm. A queue holds boards that have been reached but not looked into. The best few hundred are taken from
it at once, their moves are made, and the boards that were never met before go into the queue. It ends when a won
board is taken, or when the queue is empty. What makes it strong is the order:

- A board's value is a sum of learnt numbers over slots and cards (`gaprace.solver.evaluation`), less a small charge
  for every move made, which breaks ties in favour of short lines. A move changes few terms of the sum.
- A card that can lock is mostly played at once (`gaprace.solver.moves`). That makes the search miss some wins, so it
  proves nothing when it ends with an empty queue; it finds a tenth more deals to be winnable in the same time.

What makes it fast without a compiler is that all of this is done by NumPy for a whole batch. The batch grows with
the search: in the beginning the order matters more, later the speed. A board itself is stored only when it is
taken from the queue; until then it is a key, a value, and a move from a stored board.

Sources: best-first search with a heuristic learnt from the paths of solved instances is standard (Arfaee, Zilles,
Holte, "Learning heuristic functions for large state spaces", 2011); the ranker is listwise (Cao et al., "Learning to
rank", 2007). That 86 % of deals can be won without a redeal: Blake and Gent, "The winnability of Klondike Solitaire
and many other patience games", 2019, whose solver is the independent judge of the tests.
"""

import numpy as np

from gaprace.rules.board import Board, Move
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.growing import Growing
from gaprace.solver.layout import CODES, ZOBRIST, Bytes, Ints, Keys, exchange, locked_cards, won_boards
from gaprace.solver.moves import Moves, legal_moves
from gaprace.solver.queue import BucketQueue
from gaprace.solver.seen import Seen
from gaprace.solver.stopping import ShouldStop, never

CHARGE = 3
"""What a move costs, of the evaluation's 256 a unit. From 0 to 8 about as many deals are decided, and lines get
shorter; 16 costs a tenth of the deals decided in the same time, 32 half."""
MIN_BATCH, MAX_BATCH, BATCH_PART = 64, 2048, 128
"""A batch is a 128th of the boards looked into so far, within these bounds: small ones keep the order, large ones are
fast. Tried on 50 deals: from 32 up and shares from 8 to 512; with a 32nd, a third fewer are decided after 100 000."""

_SIX_BITS = 63


class Search:
    """One search, which can be carried on from where it stopped."""

    def __init__(
        self, board: Board, evaluation: Evaluation, *, locks_at_once: bool = True, charge: int = CHARGE
    ) -> None:
        self._evaluation, self._layout = evaluation, evaluation.layout
        self._locks_at_once, self._charge = locks_at_once, charge
        self._lying: Growing[np.uint8] = Growing(np.uint8, CODES)
        """The boards looked into: what lies where, from which follows where each card lies."""
        self._entry: Growing[np.int32] = Growing(np.int32)
        """For each of them, its number among the boards met."""
        self._keys: Growing[np.uint64] = Growing(np.uint64)
        """The boards met: their keys, values, the board (looked into) that they come from, and the move."""
        self._values: Growing[np.int32] = Growing(np.int32)
        self._parents: Growing[np.int32] = Growing(np.int32)
        self._moves: Growing[np.int32] = Growing(np.int32)
        self._seen, self._queue = Seen(), BucketQueue()
        self.line: list[Move] | None = None
        """The moves that win, once found."""
        self._begin(self._layout.encode(board))

    @property
    def boards(self) -> int:
        """How many boards were looked into."""
        return len(self._lying)

    @property
    def is_exhausted(self) -> bool:
        """Whether nothing is left to look into, and no win was found."""
        return self.line is None and not self._queue

    @property
    def is_over(self) -> bool:
        """Whether it has found a win or is exhausted."""
        return self.line is not None or self.is_exhausted

    def run(self, boards: int, should_stop: ShouldStop = never) -> None:
        """Look into so many more boards (or a batch beyond), unless it is over or told to stop before."""
        end = self.boards + boards
        while self.boards < end and not self.is_over and not should_stop():
            size = min(max(self.boards // BATCH_PART, MIN_BATCH), MAX_BATCH)
            entries = self._queue.pop(size)
            self._look_into(self._made(entries), entries)

    def most_locked(self) -> tuple[int, list[Move]]:
        """Return how many cards are locked on that board, of all looked into, that has most; and the way there."""
        locked = locked_cards(self._lying.all(), self._layout)
        number = int(locked.argmax())
        return int(locked[number]), self._line_to(number)

    def _begin(self, row: Bytes) -> None:
        key = self._layout.keys(row[None])
        self._seen.fresh(key)
        self._keys.extend(key)
        self._values.extend(np.zeros(1, dtype=np.int32))
        self._parents.extend(np.zeros(1, dtype=np.int32))
        self._moves.extend(np.zeros(1, dtype=np.int32))
        self._look_into(row[None].copy(), np.zeros(1, dtype=np.intp))

    def _made(self, entries: Ints) -> Bytes:
        """Make the moves that lead to boards of the queue."""
        rows = self._layout.completed(self._lying.take(self._parents.take(entries).astype(np.intp)))
        move = self._moves.take(entries).astype(np.intp)
        exchange(rows, move >> 12, move >> 6 & _SIX_BITS, move & _SIX_BITS)
        return rows

    def _look_into(self, rows: Bytes, entries: Ints) -> None:
        first = self.boards
        self._lying.extend(rows[:, :CODES])
        self._entry.extend(entries.astype(np.int32))
        won = won_boards(rows, self._layout)
        if won.size:
            self.line = self._line_to(first + int(won[0]))
            return
        moves = legal_moves(rows, self._layout, locks_at_once=self._locks_at_once)
        if moves.board.size:
            self._enqueue(rows, moves, entries, first)

    def _enqueue(self, rows: Bytes, moves: Moves, entries: Ints, first: int) -> None:
        keys, fresh = self._seen.fresh(keys_after(self._keys.take(entries), moves))
        moves = moves.take(fresh)
        values = self._values.take(entries).take(moves.board) + (self._evaluation.gains(rows, moves) - self._charge)
        numbers = np.arange(len(self._keys), len(self._keys) + len(keys))
        self._keys.extend(keys)
        self._values.extend(values)
        self._parents.extend((moves.board + first).astype(np.int32))
        self._moves.extend((moves.card << 12 | moves.source << 6 | moves.target).astype(np.int32))
        self._queue.push(numbers, values)

    def _line_to(self, number: int) -> list[Move]:
        """Return the moves that lead to a board looked into."""
        moves: list[Move] = []
        while number:
            entry = self._entry.take(np.array([number])).astype(np.intp)
            move = int(self._moves.take(entry)[0])
            moves.append(self._layout.move(move >> 12, move & _SIX_BITS))
            number = int(self._parents.take(entry)[0])
        return moves[::-1]


def keys_after(keys: Keys, moves: Moves) -> Keys:
    """Return the keys after moves, from the keys of the boards before."""
    bits = moves.card << 6
    return keys.take(moves.board) - ZOBRIST.take(bits | moves.source) + ZOBRIST.take(bits | moves.target)
