"""Best-first search in which the boards after equally many steps take turns: it finds most wins.

The algorithm. A queue holds boards that were reached but not expanded, in groups: those after one step, after two, and
so on (`gaprace.solver.blocks`). Each group in turn gives its best board, and after the last one it is the turn of
the first one again. The steps from a board are found, and boards that were never reached before join the queue. The
search ends when all chains of a board win, or when the queue is empty.

- The value of a board is a sum of learnt numbers (`gaprace.solver.evaluation`). It compares boards after equally many
  steps better than boards after five steps with boards after thirty; and where it flatters some of them, others have
  their turn all the same.
- A card that can lock is usually played at once (`gaprace.solver.moves`). That makes the search miss some wins, so an
  empty queue proves nothing. (`tests/solver/test_solve.py` has a board of four columns that is only won otherwise.)
- Boards that are lost at sight (`gaprace.solver.lost_boards`) are left out, and all arrangements of the 2s at loose
  ends are one board (`gaprace.solver.loose_ends`).

A board is stored only when it is taken from the queue; until then it is a key, a value, and a step from a stored board.
The queue and the boards soon are too large for any cache, so the processor reads ahead what the next turns need.

Sources: taking turns is cyclic best-first search (Kao, Sewell and Jacobson, "A branch, bound, and remember algorithm
for the 1|r_i|sum t_i scheduling problem", 2009).
"""

from typing import NamedTuple

import numpy as np

from gaprace.rules.board import Board, Move
from gaprace.solver.arrays import all_with_room
from gaprace.solver.blocks import (
    MAX_STEPS,
    STEPS_OF_BOARD,
    Steps,
    find_locking_step,
    find_steps,
    is_won_at_end,
    make_step,
    moves_along,
)
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import CODES, Bytes, Ints, Keys, Values
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.gain import Terms, terms_of
from gaprace.solver.loose_ends import key_of_all, loose_ends
from gaprace.solver.lost_boards import is_lost
from gaprace.solver.moves import Survey, survey
from gaprace.solver.queue import NONE, WAITING, Indices, Queue, look_ahead, push, take_best
from gaprace.solver.search import SLICE_BOARDS, QueueSearch
from gaprace.solver.visited import add_key

GROUPS = 128
"""Groups that take turns: boards after no step, one step, two steps ..., and in the last group all that are further
away. Winning lines have some 50 steps."""
EQUAL_BITS = 5
"""Values of a group that share all but these lowest bits (an eighth of the ranker's unit) count as equal."""


class Expanded(NamedTuple):
    """The expanded boards, with the number of the one that each comes from, and the step."""

    cells: Bytes
    loose: Ints
    """The loose ends of each."""
    parents: Indices
    steps: Indices
    groups: Bytes
    """The number of steps that lead to each, as far as `GROUPS` tells them apart."""
    values: Values

    @classmethod
    def empty(cls, capacity: int) -> "Expanded":
        """Return room for some boards."""
        parents, steps, values = (np.empty(capacity, dtype=np.int32) for _ in range(3))
        cells, groups = np.empty((capacity, CODES), dtype=np.uint8), np.empty(capacity, dtype=np.uint8)
        return cls(cells, np.empty(capacity, dtype=np.intp), parents, steps, groups, values)


class CyclicSearch(QueueSearch):
    """A search in which the boards after equally many steps take turns."""

    def __init__(self, board: Board, evaluation: Evaluation, *, right_fill: bool = False) -> None:
        super().__init__(Queue.empty(SLICE_BOARDS, GROUPS, EQUAL_BITS))
        self._board, self._evaluation = board, evaluation
        self._terms = terms_of(evaluation, right_fill=right_fill)
        self._expanded, self._steps = Expanded.empty(SLICE_BOARDS), Steps.empty()
        self._begin(evaluation.encoding.encode(board))

    def _begin(self, cells: Bytes) -> None:
        loose = loose_ends(cells, self._terms.columns, 0)
        key = np.uint64(key_of_all(cells, self._terms, loose))
        self._expanded.cells[0], self._expanded.loose[0] = cells, loose
        add_key(self._visited.table, key)
        push(self._queue, 0, key, 0, NONE, 0)

    @property
    def line(self) -> list[Move] | None:
        """The moves that win, or None until they are found."""
        if self._won == NONE:
            return None
        steps, number = list[int](), self._won
        while number:
            steps.append(int(self._expanded.steps[number]))
            number = int(self._expanded.parents[number])
        return moves_along(self._board, steps[::-1], self._evaluation, right_fill=self._terms.right_fill)

    def _run_slice(self, end: int) -> None:
        room = (end - self.boards) * STEPS_OF_BOARD + MAX_STEPS
        self._expanded = all_with_room(self._expanded, end)
        self._queue = self._queue.with_room(room)
        self._visited.reserve(self.boards + self._queue.waiting + room)
        self.boards, self._won = expand_best(
            self._expanded,
            self._queue,
            self._visited.table,
            self._survey,
            self._steps,
            self._terms,
            self.boards,
            end,
            room,
        )


@compiled
def expand_best(  # noqa: PLR0913, PLR0917  # a compiled loop takes plain arrays
    expanded: Expanded,
    queue: Queue,
    visited: Keys,
    found: Survey,
    steps: Steps,
    terms: Terms,
    boards: int,
    end: int,
    room: int,
) -> tuple[int, int]:
    """Expand the best boards, up to number `end`, or fewer if there is no `room` for more new ones.

    Return how many boards are expanded now, and the number of one from which all chains win, or `NONE`.
    """
    full = boards + queue.marks[WAITING] + room - MAX_STEPS
    while boards < end and queue.marks[WAITING] and boards + queue.marks[WAITING] <= full:
        entry = take_best(queue)
        look_ahead(queue, expanded.cells)
        taken = queue.entries[entry]
        key, parent, step = taken.key, taken.parent, taken.move
        cells, loose = expanded.cells[boards], expanded.loose[boards]
        expanded.parents[boards], expanded.steps[boards] = parent, step
        if parent == NONE:
            expanded.groups[boards] = expanded.values[boards] = 0
        else:
            for place in range(CODES):
                cells[place] = expanded.cells[parent, place]
            before, places = expanded.loose[parent], found.places
            _, loose, _, gained = make_step(cells, terms, before, step, places, steps.moves)
            expanded.groups[boards] = min(int(expanded.groups[parent]) + 1, GROUPS - 1)
            expanded.values[boards], expanded.loose[boards] = expanded.values[parent] + gained, loose
        survey(cells, terms.columns, found)
        boards += 1
        if is_lost(cells, terms.columns, terms.right_fill, loose, found):
            continue
        count = find_locking_step(cells, terms, loose, key, found, steps)
        if count == 0:
            count = find_steps(cells, terms, loose, key, found, visited, steps)
            if count == 0 and is_won_at_end(cells, terms.columns, loose, steps.chains):
                return boards, boards - 1
        group, value = min(int(expanded.groups[boards - 1]) + 1, GROUPS - 1), expanded.values[boards - 1]
        for number in range(count):
            if add_key(visited, steps.keys[number]):
                next_value = value + steps.gains[number]
                push(queue, group, steps.keys[number], next_value, boards - 1, steps.steps[number])
    return boards, NONE
