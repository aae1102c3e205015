"""Enumeration of all boards that moves can reach: when none is left, the position cannot be won.

Depth first: of the path from the position to the board at hand, nothing is needed but its moves, and of a board that
was left, nothing but its key. So a board costs little more than the 8 bytes of its key. What follows on boards that are
lost at sight (`gaprace.solver.prospects`) is left out.

Of a board's moves, the one whose value grows most (`gaprace.solver.gain`) comes first. That changes nothing in a proof,
and it finds wins that best-first search misses, since a depth-first search stays with no evaluation for long.
"""

from typing import NamedTuple

import numpy as np

from gaprace.rules.board import Board, Move
from gaprace.solver.arrays import with_room
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import CODES, ZOBRIST, Bytes, Ints, Keys, Values
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.gain import GainTables, gain, gain_tables
from gaprace.solver.moves import MAX_MOVES, Survey, is_won, keys_after, legal_moves, make_move, survey, take_back
from gaprace.solver.prospects import is_lost
from gaprace.solver.queue import Indices
from gaprace.solver.search import SLICE_BOARDS, ShouldStop, never
from gaprace.solver.visited import VisitedSet, add_key

MAX_REMEMBERED = 40_000_000
"""Keys beyond which an enumeration ends without a proof: they fill a table of 512 MB."""
NO_MOVE = 0
"""What leads to the position itself."""
WAITING, DEPTH, REMEMBERED = range(3)
"""The `marks` of an enumeration: the number of boards that wait, the length of the path, and the number of keys."""


class Waiting(NamedTuple):
    """A stack of boards that were reached and not looked into: each is a key, and a move after a part of the path."""

    keys: Keys
    moves: Indices
    depths: Indices
    """The length of that part."""
    gains: Values
    """What the move adds to the value."""

    @classmethod
    def empty(cls, capacity: int) -> "Waiting":
        """Return room for some boards."""
        moves, depths, gains = (np.empty(capacity, dtype=np.int32) for _ in range(3))
        return cls(np.empty(capacity, dtype=np.uint64), moves, depths, gains)

    def with_room(self, boards: int) -> "Waiting":
        """Return the same with room for this many boards altogether."""
        return Waiting(
            with_room(self.keys, boards),
            with_room(self.moves, boards),
            with_room(self.depths, boards),
            with_room(self.gains, boards),
        )


class Enumeration:
    """One enumeration, which can be continued from where it stopped."""

    def __init__(self, board: Board, evaluation: Evaluation, *, right_fill: bool = False) -> None:
        self._encoding, self._tables = evaluation.encoding, gain_tables(evaluation)
        self._right_fill, self._is_won = right_fill, False
        self._cells = self._encoding.encode(board)
        self._path = np.empty(SLICE_BOARDS, dtype=np.int32)
        """The moves that lead to the board at hand, behind a `NO_MOVE`."""
        self._waiting, self._marks = Waiting.empty(SLICE_BOARDS), np.zeros(3, dtype=np.intp)
        self._visited, self._survey = VisitedSet(), Survey.empty()
        self.boards = 0
        """The number of boards looked into."""
        self._begin()

    def _begin(self) -> None:
        key = self._encoding.keys(self._cells[None])[0]
        add_key(self._visited.table, key)
        push(self._waiting, self._marks, 0, key, NO_MOVE, 0)

    @property
    def is_exhausted(self) -> bool:
        """Whether this has proven that there is no win."""
        return not self._is_won and not self._marks[WAITING]

    @property
    def is_over(self) -> bool:
        """Whether this has found a win, has no board left, or would need too much memory."""
        return self._is_won or not self._marks[WAITING] or bool(self._marks[REMEMBERED] > MAX_REMEMBERED)

    @property
    def line(self) -> list[Move] | None:
        """The moves that win, or None until they are found."""
        if not self._is_won:
            return None
        return [self._encoding.move(int(move)) for move in self._path[1 : self._marks[DEPTH]]]

    def run(self, boards: int, should_stop: ShouldStop = never) -> None:
        """Look into this many more boards, or fewer if the enumeration ends or has to stop."""
        end = self.boards + boards
        while self.boards < end and not self.is_over and not should_stop():
            self._run_slice(min(SLICE_BOARDS, end - self.boards))

    def _run_slice(self, boards: int) -> None:
        reached = boards * MAX_MOVES
        self._path = with_room(self._path, int(self._marks[DEPTH]) + boards)
        self._waiting = self._waiting.with_room(int(self._marks[WAITING]) + reached)
        self._visited.reserve(int(self._marks[REMEMBERED]) + reached)
        looked_into, self._is_won = look_into(
            self._cells,
            self._path,
            self._waiting,
            self._marks,
            self._visited.table,
            self._survey,
            self._tables,
            ZOBRIST,
            self._encoding.columns,
            self._right_fill,
            boards,
        )
        self.boards += looked_into


@compiled
def look_into(  # noqa: PLR0913, PLR0917  # a compiled loop takes plain arrays
    cells: Bytes,
    path: Indices,
    waiting: Waiting,
    marks: Ints,
    visited: Keys,
    found: Survey,
    tables: GainTables,
    zobrist: Keys,
    columns: int,
    right_fill: bool,  # noqa: FBT001
    boards: int,
) -> tuple[int, bool]:
    """Look into some boards; return how many, and whether the last one is won."""
    reach = np.empty(CODES, dtype=np.int64)
    for number in range(boards):
        if marks[WAITING] == 0:
            return number, False
        marks[WAITING] -= 1
        entry = marks[WAITING]
        key = waiting.keys[entry]
        go_on(cells, path, marks, waiting.depths[entry], waiting.moves[entry])
        if is_won(columns, survey(cells, columns, found)):
            return number + 1, True
        if is_lost(found.places, columns, right_fill, reach):
            continue
        bottom = marks[WAITING]
        moves = legal_moves(cells, columns, right_fill, False, found)  # noqa: FBT003
        for each in range(keys_after(key, moves, zobrist, visited, found)):
            move, next_key = found.moves[each], found.keys[each]
            if add_key(visited, next_key):
                push(waiting, marks, bottom, next_key, move, gain(cells, found.places, move, tables))
    return boards, False


@compiled
def go_on(cells: Bytes, path: Indices, marks: Ints, depth: int, move: int) -> None:
    """Take moves back until the path has this length, and make another move."""
    while marks[DEPTH] > depth:
        marks[DEPTH] -= 1
        take_back(cells, path[marks[DEPTH]])
    if move != NO_MOVE:
        make_move(cells, move)
    path[depth] = move
    marks[DEPTH] = depth + 1


@compiled
def push(waiting: Waiting, marks: Ints, bottom: int, key: np.uint64, move: int, gained: int) -> None:  # noqa: PLR0913, PLR0917  # as above
    """Add a board that follows on the one at hand; those above `bottom` stay in the order of their gains."""
    entry = marks[WAITING]
    while entry > bottom and waiting.gains[entry - 1] > gained:
        below = entry - 1
        waiting.keys[entry], waiting.moves[entry] = waiting.keys[below], waiting.moves[below]
        waiting.gains[entry] = waiting.gains[below]
        entry = below
    waiting.keys[entry], waiting.moves[entry], waiting.gains[entry] = key, move, gained
    waiting.depths[marks[WAITING]] = marks[DEPTH]
    marks[WAITING] += 1
    marks[REMEMBERED] += 1
