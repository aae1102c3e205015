"""Beam search for a line that wins without a shuffle: what best-first search has not found, in little memory.

Ply by ply, every board of the beam is expanded, and the best of the new boards are the next beam (Lowerre, "The Harpy
speech recognition system", 1976). A best-first search compares boards after ten moves with boards after sixty, and
stays for long with those that the evaluation flatters; a beam compares boards after equally many moves alone. Of a
board that has left the beam, nothing is kept but its parent and its move, which is a twentieth of the memory.

It proves nothing: what falls out of the beam is lost. It leaves out what follows on boards that are lost at sight
(`gaprace.solver.prospects`), and has one board for all arrangements of the 2s at loose ends
(`gaprace.solver.loose_ends`): a beam of 32 000 boards then wins as much as one of 64 000 did.
"""

from typing import NamedTuple

import numpy as np

from gaprace.rules.board import Board, Move
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import CODES, ZOBRIST, Bytes, Ints, Keys, Values
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.gain import GainTables, gain_tables
from gaprace.solver.loose_ends import (
    arranged,
    gain_arranged,
    is_won_arranged,
    key_of_all,
    keys_arranged,
    locking_move,
    loose_ends,
    make_arranged,
    moves_of_all,
)
from gaprace.solver.moves import MAX_MOVES, Survey, survey
from gaprace.solver.prospects import is_lost
from gaprace.solver.queue import BUCKET_BITS, NONE, Indices, bucket_of, buckets
from gaprace.solver.search import SLICE_BOARDS, ShouldStop, never
from gaprace.solver.visited import VisitedSet, add_key

MAX_PLIES = 160
"""Winning lines have some 100 plies. A beam that goes on for longer moves in circles."""
MAX_VISITED = 9_000_000
"""Keys that a beam remembers: they fill a table of 134 MB. Then it forgets them all, which costs only time where it
reaches the same boards again."""


class Reached(NamedTuple):
    """The boards that the moves of a ply lead to."""

    parents: Indices
    """The index of the board of the beam that each comes from."""
    moves: Indices
    keys: Keys
    values: Values

    @classmethod
    def empty(cls, capacity: int) -> "Reached":
        """Return room for some boards."""
        parents, moves, values = (np.empty(capacity, dtype=np.int32) for _ in range(3))
        return cls(parents, moves, np.empty(capacity, dtype=np.uint64), values)

    def behind(self, count: int) -> "Reached":
        """Return the room behind the first boards."""
        return Reached(self.parents[count:], self.moves[count:], self.keys[count:], self.values[count:])


class BeamSearch:
    """One search, which can be continued from where it stopped."""

    def __init__(self, board: Board, evaluation: Evaluation, width: int, *, right_fill: bool = False) -> None:
        self._encoding, self._tables = evaluation.encoding, gain_tables(evaluation)
        self._width, self._right_fill = width, right_fill
        self._reached = Reached.empty(width * MAX_MOVES)
        self._board, self._cells = board, self._encoding.encode(board)[None]
        loose = loose_ends(self._cells[0], board.columns, 0)
        self._loose = np.array([loose], dtype=np.intp)
        key = key_of_all(self._cells[0], board.columns, loose, ZOBRIST)
        self._keys, self._values = np.array([key], dtype=np.uint64), np.zeros(1, dtype=np.int32)
        self._visited, self._remembered, self._survey = VisitedSet(), 1, Survey.empty()
        add_key(self._visited.table, self._keys[0])
        self._plies: list[tuple[Indices, Indices]] = []
        """The parent and the move of each board, for every ply but the first."""
        self._won = NONE
        self.boards = 0
        """The number of expanded boards."""
        self._expanded, self._made = 0, 0
        """Of the present ply: the boards that are expanded, and those that their moves lead to."""

    @property
    def is_over(self) -> bool:
        """Whether the search has found a win, has no board left, or would go on for too long."""
        return self._won != NONE or not len(self._cells) or len(self._plies) == MAX_PLIES

    @property
    def line(self) -> list[Move] | None:
        """The moves that win, or None until they are found."""
        if self._won == NONE:
            return None
        moves, number = list[Move](), self._won
        for parents, numbers in reversed(self._plies):
            moves.append(self._encoding.move(int(numbers[number])))
            number = int(parents[number])
        return arranged(self._board, moves[::-1], right_fill=self._right_fill)

    def run(self, boards: int, should_stop: ShouldStop = never) -> None:
        """Expand this many more boards, or fewer if the search ends or has to stop."""
        end = self.boards + boards
        while self.boards < end and not self.is_over and not should_stop():
            self._run_slice(min(SLICE_BOARDS, end - self.boards))

    def _run_slice(self, boards: int) -> None:
        first, last = self._expanded, min(self._expanded + boards, len(self._cells))
        self._make_room(last - first)
        made, won = reach(
            self._cells[first:last],
            self._keys[first:last],
            self._values[first:last],
            self._loose[first:last],
            self._visited.table,
            self._survey,
            self._tables,
            ZOBRIST,
            self._encoding.columns,
            self._reached.behind(self._made),
            self._right_fill,
        )
        self._reached.parents[self._made : self._made + made] += first
        self._made, self._remembered = self._made + made, self._remembered + made
        if won != NONE:
            self.boards += won + 1
            self._won = first + won
            return
        self.boards += last - first
        self._expanded = last
        if last == len(self._cells):
            self._next_ply()

    def _make_room(self, boards: int) -> None:
        if self._remembered > MAX_VISITED:
            self._visited, self._remembered = VisitedSet(), 0
        self._visited.reserve(self._remembered + boards * MAX_MOVES)

    def _next_ply(self) -> None:
        best = best_of(self._reached.values[: self._made], self._width)
        parents, moves = self._reached.parents.take(best), self._reached.moves.take(best)
        self._keys, self._values = self._reached.keys.take(best), self._reached.values.take(best)
        after, loose = np.empty((len(best), CODES), dtype=np.uint8), np.empty(len(best), dtype=np.intp)
        make_moves(self._cells, self._loose, self._encoding.columns, self._right_fill, parents, moves, after, loose)
        self._cells, self._loose = after, loose
        self._plies.append((parents, moves))
        self._expanded, self._made = 0, 0


@compiled
def reach(  # noqa: PLR0913, PLR0917  # a compiled loop takes plain arrays
    boards: Bytes,
    keys: Keys,
    values: Values,
    loose: Ints,
    visited: Keys,
    found: Survey,
    tables: GainTables,
    zobrist: Keys,
    columns: int,
    made: Reached,
    right_fill: bool,  # noqa: FBT001
) -> tuple[int, int]:
    """Record the boards that are one move away; return how many, and the index of a won board or `NONE`."""
    count = 0
    for parent in range(len(boards)):
        cells, ends, key = boards[parent], loose[parent], keys[parent]
        if is_won_arranged(cells, columns, ends):
            return count, parent
        survey(cells, columns, found)
        moves = locking_move(cells, columns, ends, found) or moves_of_all(cells, columns, right_fill, ends, found)
        keys_arranged(cells, columns, right_fill, key, moves, ends, zobrist, visited, found)
        # The test comes between, since the processor reads ahead meanwhile.
        if is_lost(cells, columns, right_fill, ends, found):
            continue
        for number in range(moves):
            move, next_key = found.moves[number], found.keys[number]
            if add_key(visited, next_key):
                made.parents[count], made.moves[count], made.keys[count] = parent, move, next_key
                gained = gain_arranged(cells, columns, right_fill, ends, found.places, move, tables)
                made.values[count] = values[parent] + gained
                count += 1
    return count, NONE


def best_of(values: Values, width: int) -> Ints:
    """Return the indices of the largest values, in their order; of nearly equal ones (`BUCKET_BITS`) the first."""
    best = np.empty(min(width, len(values)), dtype=np.intp)
    return best[: choose(values, np.zeros(buckets(BUCKET_BITS), dtype=np.intp), best)]


@compiled
def choose(values: Values, counts: Ints, best: Ints) -> int:
    """Record the indices of as many of the largest values as there is room for; return how many these are.

    `counts` has a 0 for every bucket.
    """
    for value in values:
        counts[bucket_of(value, BUCKET_BITS)] += 1
    bucket, free = len(counts) - 1, len(best)
    while bucket > 0 and counts[bucket] <= free:
        free -= counts[bucket]
        bucket -= 1
    kept = 0
    for index in range(len(values)):
        at = bucket_of(values[index], BUCKET_BITS)
        if at > bucket or (at == bucket and free > 0):
            free -= at == bucket
            best[kept] = index
            kept += 1
    return kept


@compiled
def make_moves(  # noqa: PLR0913, PLR0917  # as above
    boards: Bytes,
    loose: Ints,
    columns: int,
    right_fill: bool,  # noqa: FBT001
    parents: Indices,
    moves: Indices,
    after: Bytes,
    loose_after: Ints,
) -> None:
    """Write the boards after moves, each from one of the boards, with their loose ends."""
    for number in range(len(parents)):
        parent = parents[number]
        for place in range(CODES):
            after[number, place] = boards[parent, place]
        loose_after[number], _ = make_arranged(after[number], columns, right_fill, loose[parent], moves[number])
