"""Enumeration of all boards that moves can reach: when none is left, the position cannot be won.

Depth first: of the path from the position to the board at hand, nothing is needed but its moves, and of a board that
was left, nothing but its key. So a board costs little more than the 8 bytes of its key. What follows on boards that are
lost at sight (`gaprace.solver.prospects`) is left out, and all arrangements of the 2s at loose ends are one board
(`gaprace.solver.loose_ends`).

Of a board's moves, the one whose value grows most (`gaprace.solver.gain`) comes first. That changes nothing in a proof,
and it finds wins that best-first search misses, since a depth-first search stays with no evaluation for long.
"""

from typing import NamedTuple

import numpy as np

from gaprace.rules.board import Board, Move
from gaprace.solver.arrays import with_room
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import ZOBRIST, Bytes, Ints, Keys, Values
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.gain import GainTables, gain_tables
from gaprace.solver.loose_ends import (
    arranged,
    gain_arranged,
    is_won_arranged,
    key_of_all,
    keys_arranged,
    loose_ends,
    make_arranged,
    moves_of_all,
    take_back_arranged,
)
from gaprace.solver.moves import MAX_MOVES, Survey, find_places
from gaprace.solver.prospects import is_lost
from gaprace.solver.queue import Indices
from gaprace.solver.search import SLICE_BOARDS, ShouldStop, never
from gaprace.solver.visited import VisitedSet, add_key

MAX_REMEMBERED = 40_000_000
"""Keys beyond which an enumeration ends without a proof: they fill a table of 512 MB."""
TEST_EVERY = 2
"""Boards after every second move are tested for being lost. Five whole enumerations took 0.82 to 0.9 of the time that
they take with a test of every board, and looked into 1.1 to 1.25 times as many boards."""
NO_MOVE = 0
"""What leads to the position itself."""
WAITING, DEPTH, REMEMBERED = range(3)
"""The `marks` of an enumeration: the number of boards that wait, the length of the path, and the number of keys."""


class Path(NamedTuple):
    """The moves that lead to the board at hand, behind a `NO_MOVE`."""

    moves: Indices
    exchanged: Indices
    """The left end with which the one before a 3 has exchanged its 2, by move, or `NO_END`."""
    loose: Ints
    """The loose ends after each move, as a set of places (see `gaprace.solver.loose_ends`)."""

    @classmethod
    def empty(cls, capacity: int) -> "Path":
        """Return room for some moves."""
        moves, exchanged = (np.zeros(capacity, dtype=np.int32) for _ in range(2))
        return cls(moves, exchanged, np.zeros(capacity, dtype=np.intp))

    def with_room(self, moves: int) -> "Path":
        """Return the same with room for this many moves altogether."""
        return Path(with_room(self.moves, moves), with_room(self.exchanged, moves), with_room(self.loose, moves))


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
        self._board, self._right_fill, self._is_won = board, right_fill, False
        self._cells = self._encoding.encode(board)
        self._path = Path.empty(SLICE_BOARDS)
        self._waiting, self._marks = Waiting.empty(SLICE_BOARDS), np.zeros(3, dtype=np.intp)
        self._visited, self._survey = VisitedSet(), Survey.empty()
        self.boards = 0
        """The number of boards looked into."""
        self._begin()

    def _begin(self) -> None:
        columns = self._encoding.columns
        key = np.uint64(key_of_all(self._cells, columns, loose_ends(self._cells, columns, 0), ZOBRIST))
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
        moves = [self._encoding.move(int(move)) for move in self._path.moves[1 : self._marks[DEPTH]]]
        return arranged(self._board, moves, right_fill=self._right_fill)

    def run(self, boards: int, should_stop: ShouldStop = never) -> None:
        """Look into this many more boards, or fewer if the enumeration ends or has to stop."""
        end = self.boards + boards
        while self.boards < end and not self.is_over and not should_stop():
            self._run_slice(min(SLICE_BOARDS, end - self.boards))

    def _run_slice(self, boards: int) -> None:
        reached = boards * MAX_MOVES
        self._path = self._path.with_room(int(self._marks[DEPTH]) + boards)
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
    path: Path,
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
    for number in range(boards):
        if marks[WAITING] == 0:
            return number, False
        marks[WAITING] -= 1
        entry = marks[WAITING]
        key = waiting.keys[entry]
        loose = go_on(cells, columns, right_fill, path, marks, waiting.depths[entry], waiting.moves[entry])
        if is_won_arranged(cells, columns, loose):
            return number + 1, True
        find_places(cells, columns, found.places)
        moves = moves_of_all(cells, columns, right_fill, loose, found)
        keys_arranged(cells, columns, right_fill, key, moves, loose, zobrist, visited, found)
        # The test comes between, since the processor reads ahead meanwhile.
        if marks[DEPTH] % TEST_EVERY == 0 and is_lost(cells, columns, right_fill, loose, found):
            continue
        bottom = marks[WAITING]
        for each in range(moves):
            move, next_key = found.moves[each], found.keys[each]
            if add_key(visited, next_key):
                gained = gain_arranged(cells, columns, right_fill, loose, found.places, move, tables)
                push(waiting, marks, bottom, next_key, move, gained)
    return boards, False


@compiled
def go_on(  # noqa: PLR0913, PLR0917  # as above
    cells: Bytes,
    columns: int,
    right_fill: bool,  # noqa: FBT001
    path: Path,
    marks: Ints,
    depth: int,
    move: int,
) -> int:
    """Take moves back until the path has this length, and make another move. Return the loose ends after it."""
    while marks[DEPTH] > depth:
        marks[DEPTH] -= 1
        take_back_arranged(cells, path.moves[marks[DEPTH]], path.exchanged[marks[DEPTH]])
    path.moves[depth], marks[DEPTH] = move, depth + 1
    if move == NO_MOVE:
        path.loose[depth] = loose_ends(cells, columns, 0)
    else:
        before = path.loose[depth - 1]
        path.loose[depth], path.exchanged[depth] = make_arranged(cells, columns, right_fill, before, move)
    loose: int = path.loose[depth]
    return loose


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
