"""Best-first search that makes one move after the other: it locks most cards where no win is found.

The algorithm. A queue holds boards that were reached but not expanded. The best of them is taken from it, its moves are
made, and boards that were never reached before join the queue. The search ends when a won board is taken from the
queue, or when the queue is empty. Its strength comes from the order of the queue:

- A board's value is a sum of learnt numbers over slots and cards (`gaprace.solver.evaluation`), less a small cost for
  every move made, which breaks ties in favour of short lines. A move changes only a few terms of the sum
  (`gaprace.solver.gain`).
- A card that can lock is usually played at once (`gaprace.solver.moves`). That makes the search miss some wins, so an
  empty queue proves nothing; but it finds wins in a tenth more deals in the same time. (Playing a card as soon as it
  can lock looks safe but is not: `tests/solver/test_solve.py` has a counterexample on a 4 x 4 board.) A search that
  tries every move instead (`locks_at_once=False`) leaves nothing out: when its queue is empty, it has expanded all
  boards that can be reached. Puzzles need that, to show what a losing move can still lock at most. A proof alone is
  cheaper by `gaprace.solver.enumeration`.

More wins are found by `gaprace.solver.cyclic_search`. But of 74 deals, this search locked 36 cards on average within
100 000 boards, and one in which the boards after equally many moves take turns 27. So bots, hints without a win and the
estimate of the win probability need it.

A board is stored only when it is taken from the queue; until then it is a key, a value, and a move from a stored board.

Sources: best-first search with a heuristic learnt from the paths of solved instances is standard (Arfaee, Zilles and
Holte, "Learning heuristic functions for large state spaces", 2011); the ranker is listwise (Cao et al., "Learning to
rank", 2007). The share of deals that can be won without a redeal, 86 %, is from Blake and Gent, "The winnability of
Klondike Solitaire and many other patience games", 2019, whose solver is the independent judge of the tests.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from gaprace.rules.board import Board, Move
from gaprace.solver.arrays import all_with_room
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import CODES, Bytes, Keys
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.gain import Terms, gain, terms_of
from gaprace.solver.moves import MAX_MOVES, Survey, is_won, keys_after, legal_moves, survey, write_after
from gaprace.solver.queue import NONE, WAITING, Indices, Queue, look_ahead, push, take_best
from gaprace.solver.visited import VisitedSet, add_key

MOVE_COST = 3
"""Cost of a move, where the evaluation has 256 to the unit. From 0 to 8 about the same number of deals is decided, and
lines get shorter; at 16 a tenth fewer are decided within as many boards."""
SLICE_BOARDS = 1_024
"""Boards that are expanded in one go, half a millisecond's work. Before each slice, room is made for all that it can
reach, so that the loop need not look after that."""
ShouldStop = Callable[[], bool]
"""Called before every slice; true ends the search. The caller knows the time, the solver does not."""


def never() -> bool:
    """Return false: a search runs until its budget is spent."""
    return False


class Expanded(NamedTuple):
    """The expanded boards, with the number of the one that each comes from, the move, and the cards locked."""

    cells: Bytes
    parents: Indices
    moves: Indices
    locked: Bytes

    @classmethod
    def empty(cls, capacity: int) -> "Expanded":
        """Return room for some boards."""
        parents, moves = (np.empty(capacity, dtype=np.int32) for _ in range(2))
        cells, locked = np.empty((capacity, CODES), dtype=np.uint8), np.empty(capacity, dtype=np.uint8)
        return cls(cells, parents, moves, locked)


class Policy(NamedTuple):
    """The moves that a search tries, and the cost of each."""

    right_fill: bool = False
    """Whether a gap also takes the card one lower than its right neighbour: a rule of the game."""
    locks_at_once: bool = True
    """Whether a card that can lock is the only move."""
    move_cost: int = MOVE_COST
    """The cost of a move, which is taken from a board's value."""


DEFAULT = Policy()
"""Left fills alone, and a card that can lock at once."""


class Search(ABC):
    """One search, which can be continued from where it stopped."""

    boards = 0
    """The number of expanded boards."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the search has found a win or is exhausted."""

    def run(self, boards: int, should_stop: ShouldStop = never) -> None:
        """Expand this many more boards, or fewer if the search ends or has to stop."""
        end = self.boards + boards
        while self.boards < end and not self.is_over and not should_stop():
            self._run_slice(min(self.boards + SLICE_BOARDS, end))

    @abstractmethod
    def _run_slice(self, end: int) -> None:
        """Expand boards up to this number."""


class QueueSearch(Search):
    """A search that takes boards from a queue."""

    def __init__(self, queue: Queue) -> None:
        self._queue, self._won = queue, NONE
        self._visited, self._survey = VisitedSet(), Survey.empty()

    @property
    def is_exhausted(self) -> bool:
        """Whether the queue is empty and no win was found."""
        return self._won == NONE and not self.waiting

    @property
    def is_over(self) -> bool:
        """Whether the search has found a win or is exhausted."""
        return self._won != NONE or not self.waiting

    @property
    def waiting(self) -> int:
        """The number of boards that were reached and not expanded."""
        return self._queue.waiting


class BestFirstSearch(QueueSearch):
    """A search that tries single moves."""

    def __init__(self, board: Board, evaluation: Evaluation, policy: Policy = DEFAULT) -> None:
        super().__init__(Queue.empty(SLICE_BOARDS))
        self._encoding, self._terms = evaluation.encoding, terms_of(evaluation)
        self.board, self._policy = board, policy
        self._expanded = Expanded.empty(SLICE_BOARDS)
        self._begin(self._encoding.encode(board))

    def _begin(self, row: Bytes) -> None:
        key = self._encoding.keys(row[None])[0]
        self._expanded.cells[0] = row
        add_key(self._visited.table, key)
        push(self._queue, 0, key, 0, NONE, 0)

    @property
    def line(self) -> list[Move] | None:
        """The moves that win, or None until they are found."""
        return None if self._won == NONE else self.line_to(self._won)

    @property
    def locked(self) -> Bytes:
        """The number of locked cards of each expanded board, in the order in which they were expanded."""
        return self._expanded.locked[: self.boards]

    @property
    def cells(self) -> Bytes:
        """The expanded boards, encoded, in the same order: the position itself is the first."""
        return self._expanded.cells[: self.boards]

    def _run_slice(self, end: int) -> None:
        self._expanded = all_with_room(self._expanded, end)
        self._queue = self._queue.with_room((end - self.boards) * MAX_MOVES)
        self._visited.reserve(self.boards + self._queue.waiting + (end - self.boards) * MAX_MOVES)
        self.boards, self._won = expand_best(
            self._expanded, self._queue, self._visited.table, self._survey, self._terms, self._policy, self.boards, end
        )

    def most_locked(self, choice: int = 0) -> tuple[int, list[Move]]:
        """Return the largest number of locked cards on any expanded board, and the line to that board.

        Among boards with equally many, the number `choice` chooses; 0 chooses the first that was found.
        """
        locked = self.locked
        best = np.flatnonzero(locked == locked.max())
        number = int(best[choice % len(best)])
        return int(locked[number]), self.line_to(number)

    def line_to(self, number: int) -> list[Move]:
        """Return the moves that lead to an expanded board."""
        moves: list[Move] = []
        while number:
            moves.append(self._encoding.move(int(self._expanded.moves[number])))
            number = int(self._expanded.parents[number])
        return moves[::-1]


@compiled
def expand_best(  # noqa: PLR0913, PLR0917  # a compiled loop takes plain arrays
    expanded: Expanded, queue: Queue, visited: Keys, found: Survey, terms: Terms, policy: Policy, boards: int, end: int
) -> tuple[int, int]:
    """Expand the best boards, up to number `end`.

    Return how many boards are expanded now, and the number of a won one or `NONE`.
    """
    while boards < end and queue.marks[WAITING]:
        entry = take_best(queue)
        look_ahead(queue, expanded.cells)
        taken = queue.entries[entry]
        key, value, parent, move = taken.key, taken.value, taken.parent, taken.move
        cells = expanded.cells[boards]
        if parent != NONE:
            write_after(expanded.cells[parent], move, cells)
        locked = survey(cells, terms.columns, found)
        expanded.parents[boards], expanded.moves[boards] = parent, move
        expanded.locked[boards] = locked
        if is_won(terms.columns, locked):
            return boards + 1, boards
        boards += 1
        moves = legal_moves(cells, terms.columns, policy.right_fill, policy.locks_at_once, found)
        keys_after(key, moves, terms.zobrist, visited, found)
        for number in range(moves):
            next_move, next_key = found.moves[number], found.keys[number]
            if add_key(visited, next_key):
                next_value = value + gain(cells, terms, found.places, next_move) - policy.move_cost
                push(queue, 0, next_key, next_value, boards - 1, next_move)
    return boards, NONE
