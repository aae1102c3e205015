"""Best-first search for a line that wins without a shuffle.

The algorithm. A queue holds boards that were reached but not expanded. The best few hundred are taken from it at once,
their moves are made, and boards that were never reached before join the queue. The search ends when a won board is
taken from the queue, or when the queue is empty. Its strength comes from the order of the queue:

- A board's value is a sum of learnt numbers over slots and cards (`gaprace.solver.evaluation`), less a small cost for
  every move made, which breaks ties in favour of short lines. A move changes only a few terms of the sum.
- A card that can lock is usually played at once (`gaprace.solver.moves`). That makes the search miss some wins, so an
  empty queue proves nothing; but it finds wins in a tenth more deals in the same time.

Its speed, without a compiler, comes from NumPy, which does all of this for a whole batch. The batch grows with the
search: early on the order matters most, later the speed. A board is stored only when it is taken from the queue; until
then it is a key, a value, and a move from a stored board.

Sources: best-first search with a heuristic learnt from the paths of solved instances is standard (Arfaee, Zilles and
Holte, "Learning heuristic functions for large state spaces", 2011); the ranker is listwise (Cao et al., "Learning to
rank", 2007). The share of deals that can be won without a redeal, 86 %, is from Blake and Gent, "The winnability of
Klondike Solitaire and many other patience games", 2019, whose solver is the independent judge of the tests.
"""

from collections.abc import Callable

import numpy as np

from gaprace.rules.board import Board, Move
from gaprace.solver.arrays import GrowingArray
from gaprace.solver.encoding import CODES, ZOBRIST, Bytes, Ints, Keys, apply_moves, locked_cards, won_boards
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.moves import MoveBatch, legal_moves
from gaprace.solver.queue import BucketQueue
from gaprace.solver.visited import VisitedSet

MOVE_COST = 3
"""Cost of a move, where the evaluation has 256 to the unit. From 0 to 8 about the same number of deals is decided, and
lines get shorter; at 16 a tenth fewer are decided in the same time, at 32 half as many."""
MIN_BATCH, MAX_BATCH, BATCH_SHARE = 64, 2048, 128
"""A batch is a 128th of the boards expanded so far, within these bounds: small batches keep the order, large ones are
fast. Tried on 50 deals with sizes from 32 up and shares from an 8th to a 512th; with a 32nd, a third fewer deals are
decided after 100 000 boards."""
ShouldStop = Callable[[], bool]
"""Called after every batch, a few milliseconds of work at most; true ends the search. The caller knows the time, the
solver does not."""

_SIX_BITS = 63


def never() -> bool:
    """Return false: a search runs until its budget is spent."""
    return False


class BestFirstSearch:
    """One search, which can be continued from where it stopped."""

    def __init__(
        self, board: Board, evaluation: Evaluation, *, locks_at_once: bool = True, move_cost: int = MOVE_COST
    ) -> None:
        self._evaluation, self._encoding = evaluation, evaluation.encoding
        self._locks_at_once, self._move_cost = locks_at_once, move_cost
        self._cells: GrowingArray[np.uint8] = GrowingArray(np.uint8, CODES)
        """The expanded boards: the content of every slot. The places of the cards follow from it."""
        self._entry: GrowingArray[np.int32] = GrowingArray(np.int32)
        """For each expanded board, its number among the reached boards."""
        self._keys: GrowingArray[np.uint64] = GrowingArray(np.uint64)
        """The reached boards: their keys, their values, the expanded board that they come from, and the move."""
        self._values: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._parents: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._moves: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._visited, self._queue = VisitedSet(), BucketQueue()
        self.line: list[Move] | None = None
        """The moves that win, or None until they are found."""
        self._begin(self._encoding.encode(board))

    @property
    def boards(self) -> int:
        """The number of expanded boards."""
        return len(self._cells)

    @property
    def is_exhausted(self) -> bool:
        """Whether the queue is empty and no win was found."""
        return self.line is None and not self._queue

    @property
    def is_over(self) -> bool:
        """Whether the search has found a win or is exhausted."""
        return self.line is not None or self.is_exhausted

    def run(self, boards: int, should_stop: ShouldStop = never) -> None:
        """Expand about `boards` more boards (the last batch is finished), or fewer if it ends or has to stop."""
        end = self.boards + boards
        while self.boards < end and not self.is_over and not should_stop():
            size = min(max(self.boards // BATCH_SHARE, MIN_BATCH), MAX_BATCH)
            entries = self._queue.pop(size)
            self._expand(self._boards_of(entries), entries)

    def most_locked(self, choice: int = 0) -> tuple[int, list[Move]]:
        """Return the largest number of locked cards on any expanded board, and the line to that board.

        Among boards with equally many, the number `choice` chooses; 0 chooses the first that was found.
        """
        locked = locked_cards(self._cells.all(), self._encoding)
        best = np.flatnonzero(locked == locked.max())
        number = int(best[choice % len(best)])
        return int(locked[number]), self._line_to(number)

    def _begin(self, row: Bytes) -> None:
        key = self._encoding.keys(row[None])
        self._visited.add(key)
        self._keys.extend(key)
        self._values.extend(np.zeros(1, dtype=np.int32))
        self._parents.extend(np.zeros(1, dtype=np.int32))
        self._moves.extend(np.zeros(1, dtype=np.int32))
        self._expand(row[None].copy(), np.zeros(1, dtype=np.intp))

    def _boards_of(self, entries: Ints) -> Bytes:
        """Return the boards of queue entries: each made by its move from its stored parent."""
        rows = self._encoding.completed(self._cells.take(self._parents.take(entries).astype(np.intp)))
        move = self._moves.take(entries).astype(np.intp)
        apply_moves(rows, move >> 12, move >> 6 & _SIX_BITS, move & _SIX_BITS)
        return rows

    def _expand(self, rows: Bytes, entries: Ints) -> None:
        first = self.boards
        self._cells.extend(rows[:, :CODES])
        self._entry.extend(entries.astype(np.int32))
        won = won_boards(rows, self._encoding)
        if won.size:
            self.line = self._line_to(first + int(won[0]))
            return
        moves = legal_moves(rows, self._encoding, locks_at_once=self._locks_at_once)
        if moves.board.size:
            self._enqueue(rows, moves, entries, first)

    def _enqueue(self, rows: Bytes, moves: MoveBatch, entries: Ints, first: int) -> None:
        keys, new = self._visited.add(keys_after(self._keys.take(entries), moves))
        moves = moves.take(new)
        values = self._values.take(entries).take(moves.board) + (self._evaluation.gains(rows, moves) - self._move_cost)
        numbers = np.arange(len(self._keys), len(self._keys) + len(keys))
        self._keys.extend(keys)
        self._values.extend(values)
        self._parents.extend((moves.board + first).astype(np.int32))
        self._moves.extend((moves.card << 12 | moves.source << 6 | moves.target).astype(np.int32))
        self._queue.push(numbers, values)

    def _line_to(self, number: int) -> list[Move]:
        """Return the moves that lead to an expanded board."""
        moves: list[Move] = []
        while number:
            entry = self._entry.take(np.array([number])).astype(np.intp)
            move = int(self._moves.take(entry)[0])
            moves.append(self._encoding.move(move >> 12, move & _SIX_BITS))
            number = int(self._parents.take(entry)[0])
        return moves[::-1]


def keys_after(keys: Keys, moves: MoveBatch) -> Keys:
    """Return the keys of the boards after moves, from the keys of the boards before them."""
    bits = moves.card << 6
    return keys.take(moves.board) - ZOBRIST.take(bits | moves.source) + ZOBRIST.take(bits | moves.target)
