"""Enumeration of all boards that moves can reach: when none is left, the position cannot be won.

Depth first: of the path from the position to the board at hand, nothing is needed but its moves, and of a board that
was left, nothing but its key. So a board costs little more than the 8 bytes of its key. Only the first board of each
block is looked into (`gaprace.solver.blocks`), a quarter of all. What follows on boards that are lost at sight
(`gaprace.solver.lost_boards`) is left out, and all arrangements of the 2s at loose ends are one board
(`gaprace.solver.loose_ends`).

Of a board's steps, the one whose value grows most (`gaprace.solver.gain`) comes first. That changes nothing in a proof,
and it finds wins that best-first search misses, since a depth-first search stays with no evaluation for long.
"""

from typing import NamedTuple

import numpy as np

from gaprace.rules.board import Board, Move
from gaprace.solver.arrays import all_with_room
from gaprace.solver.blocks import (
    MAX_MOVES_AT_END,
    MAX_MOVES_OF_STEP,
    MAX_STEPS,
    STEPS_OF_BOARD,
    Steps,
    find_steps,
    is_won_at_end,
    make_step,
    record_all,
)
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import Bytes, Ints, Keys, Values
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.gain import Terms, terms_of
from gaprace.solver.loose_ends import NO_END, arranged, key_of_all, loose_ends, take_back_arranged
from gaprace.solver.lost_boards import is_lost
from gaprace.solver.moves import Survey, find_places
from gaprace.solver.queue import Indices
from gaprace.solver.search import SLICE_BOARDS, Search
from gaprace.solver.visited import VisitedSet, add_key

MAX_REMEMBERED = 40_000_000
"""Keys beyond which an enumeration usually ends without a proof: they fill a table of 512 MB."""
NO_STEP = 0
"""The step that leads to the position itself, and the move of that step."""
WAITING, DEPTH, REMEMBERED = range(3)
"""The `marks` of an enumeration: the number of boards that wait, the length of the path, and the number of keys."""


class Path(NamedTuple):
    """The moves that lead to the board at hand, behind a `NO_STEP`."""

    moves: Ints
    exchanged: Ints
    """The left end with which the one before a 3 has exchanged its 2, by move, or `NO_END`."""
    loose: Ints
    """The loose ends after each move, as a set of places (see `gaprace.solver.loose_ends`)."""

    @classmethod
    def empty(cls, capacity: int) -> "Path":
        """Return room for some moves."""
        moves, exchanged, loose = (np.zeros(capacity, dtype=np.intp) for _ in range(3))
        return cls(moves, exchanged, loose)


class Waiting(NamedTuple):
    """A stack of boards that were reached and not looked into: each is a key, and a step after a part of the path."""

    keys: Keys
    steps: Indices
    depths: Indices
    """The length of that part."""
    gains: Values
    """The change of the value by the step."""

    @classmethod
    def empty(cls, capacity: int) -> "Waiting":
        """Return room for some boards."""
        steps, depths, gains = (np.empty(capacity, dtype=np.int32) for _ in range(3))
        return cls(np.empty(capacity, dtype=np.uint64), steps, depths, gains)


class Enumeration(Search):
    """An enumeration; `boards` are those looked into."""

    def __init__(
        self, board: Board, evaluation: Evaluation, *, right_fill: bool = False, remembered: int = MAX_REMEMBERED
    ) -> None:
        self._remembered = remembered
        self._encoding, self._terms = evaluation.encoding, terms_of(evaluation, right_fill=right_fill)
        self._board, self._is_won = board, False
        self._cells = self._encoding.encode(board)
        self._path = Path.empty(SLICE_BOARDS)
        self._waiting, self._marks = Waiting.empty(SLICE_BOARDS), np.zeros(3, dtype=np.intp)
        self._visited, self._survey, self._steps = VisitedSet(), Survey.empty(), Steps.empty()
        self._begin()

    def _begin(self) -> None:
        loose = loose_ends(self._cells, self._terms.columns, 0)
        key = np.uint64(key_of_all(self._cells, self._terms, loose))
        add_key(self._visited.table, key)
        push(self._waiting, self._marks, 0, key, NO_STEP, 0)

    @property
    def is_exhausted(self) -> bool:
        """Whether this has proven that there is no win."""
        return not self._is_won and not self._marks[WAITING]

    @property
    def is_over(self) -> bool:
        """Whether this has found a win, has no board left, or would need too much memory."""
        return self._is_won or not self._marks[WAITING] or bool(self._marks[REMEMBERED] > self._remembered)

    @property
    def reached(self) -> int:
        """The number of boards that were reached, as the enumeration tells them apart."""
        return int(self._marks[REMEMBERED])

    @property
    def digest(self) -> int:
        """The sum of the keys of these boards, modulo 2**64."""
        return int(self._visited.table.sum(dtype=np.uint64))

    @property
    def line(self) -> list[Move] | None:
        """The moves that win, or None until they are found."""
        if not self._is_won:
            return None
        moves = [self._encoding.move(int(move)) for move in self._path.moves[1 : self._marks[DEPTH]]]
        return arranged(self._board, moves, right_fill=self._terms.right_fill)

    def _run_slice(self, end: int) -> None:
        boards = end - self.boards
        room = boards * STEPS_OF_BOARD + MAX_STEPS
        self._path = all_with_room(self._path, int(self._marks[DEPTH]) + boards * MAX_MOVES_OF_STEP + MAX_MOVES_AT_END)
        self._waiting = all_with_room(self._waiting, int(self._marks[WAITING]) + room)
        self._visited.reserve(int(self._marks[REMEMBERED]) + room)
        looked_into, self._is_won = look_into(
            self._cells,
            self._path,
            self._waiting,
            self._marks,
            self._visited.table,
            self._survey,
            self._steps,
            self._terms,
            boards,
            room,
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
    steps: Steps,
    terms: Terms,
    boards: int,
    room: int,
) -> tuple[int, bool]:
    """Look into some boards, fewer if there is no `room` for more new ones.

    Return how many, and whether the moves of the path win now.
    """
    full = marks[REMEMBERED] + room - MAX_STEPS
    for number in range(boards):
        if marks[WAITING] == 0 or marks[REMEMBERED] > full:
            return number, False
        marks[WAITING] -= 1
        entry = marks[WAITING]
        key = waiting.keys[entry]
        depth, step = waiting.depths[entry], waiting.steps[entry]
        loose = go_on(cells, terms, path, marks, depth, step, found.places)
        find_places(cells, terms.columns, found.places)
        if is_lost(cells, terms.columns, terms.right_fill, loose, found):
            continue
        count = find_steps(cells, terms, loose, key, found, visited, steps)
        if count == 0 and is_won_at_end(cells, terms.columns, loose, steps.chains):
            marks[DEPTH] = record_all(steps.chains, path.moves, marks[DEPTH])
            return number + 1, True
        bottom = marks[WAITING]
        for each in range(count):
            if add_key(visited, steps.keys[each]):
                push(waiting, marks, bottom, steps.keys[each], steps.steps[each], steps.gains[each])
    return boards, False


@compiled
def go_on(cells: Bytes, terms: Terms, path: Path, marks: Ints, depth: int, step: int, places: Ints) -> int:  # noqa: PLR0913, PLR0917  # as above
    """Take moves back until the path has this length, and make another step. Return the loose ends after it."""
    while marks[DEPTH] > depth:
        marks[DEPTH] -= 1
        take_back_arranged(cells, path.moves[marks[DEPTH]], path.exchanged[marks[DEPTH]])
    if step == NO_STEP:
        path.moves[0], path.loose[0], marks[DEPTH] = NO_STEP, loose_ends(cells, terms.columns, 0), 1
    else:
        before, moves = path.loose[depth - 1], path.moves[depth:]
        count, after, exchanged, _ = make_step(cells, terms, before, step, places, moves)
        marks[DEPTH] = depth + count
        for each in range(depth, depth + count):
            path.loose[each], path.exchanged[each] = before, NO_END
        path.loose[depth + count - 1], path.exchanged[depth + count - 1] = after, exchanged
    loose: int = path.loose[marks[DEPTH] - 1]
    return loose


@compiled
def push(waiting: Waiting, marks: Ints, bottom: int, key: np.uint64, step: int, gained: int) -> None:  # noqa: PLR0913, PLR0917  # as above
    """Add a board that follows on the one at hand; those above `bottom` stay in the order of their gains."""
    entry = marks[WAITING]
    while entry > bottom and waiting.gains[entry - 1] > gained:
        below = entry - 1
        waiting.keys[entry], waiting.steps[entry] = waiting.keys[below], waiting.steps[below]
        waiting.gains[entry] = waiting.gains[below]
        entry = below
    waiting.keys[entry], waiting.steps[entry], waiting.gains[entry] = key, step, gained
    waiting.depths[marks[WAITING]] = marks[DEPTH]
    marks[WAITING] += 1
    marks[REMEMBERED] += 1
