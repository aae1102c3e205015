"""Beams of deals: they find the winning lines that the training learns from.

A beam search (Lowerre, "The Harpy speech recognition system", 1976) expands boards ply by ply, and keeps the best of
each. With a few hundred boards, it misses more wins than the solver's own searches. But beside each board of a winning
line it has rivals of the same length, which is what the ranker compares. So all of them are kept.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import CODES, Bytes, Ints, Keys, Values
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.gain import Terms, gain, terms_of
from gaprace.solver.moves import MAX_MOVES, Survey, is_won, keys_after, legal_moves, survey, write_after
from gaprace.solver.queue import Indices
from gaprace.solver.visited import VisitedSet, add_key

MAX_PLIES = 160
"""Winning lines have some 100 plies. A beam that goes on for longer moves in circles."""
NO_PARENT = -1
"""The parent of the opening of a deal; as the index of a won board: there is none."""


class Beams:
    """The beams of some deals, with all boards that were kept, ordered by deal and then by ply."""

    def __init__(self, rows: Bytes, evaluation: Evaluation, width: int) -> None:
        self._evaluation, self._width = evaluation, width
        self._plies: list[Bytes] = []
        self._parents: list[NDArray[np.intp]] = []
        self._begins: list[list[int]] = []
        """By deal, the number of the first board of each ply, and the one behind the last ply."""
        self._won: dict[int, int] = {}
        """The number of the won board, by deal."""
        self._count = 0
        for deal, row in enumerate(rows):
            self._run(deal, row[None])
        self._cells, self._parent = np.concatenate(self._plies), np.concatenate(self._parents)

    @property
    def won(self) -> list[int]:
        """The deals that were won, in order."""
        return list(self._won)

    def boards(self, numbers: Ints) -> Bytes:
        """Return the encoded boards with some numbers."""
        return self._cells.take(numbers, axis=0)

    def of_boards(self, numbers: Ints, width: int) -> "Beams":
        """Search some of the boards anew."""
        return Beams(self.boards(numbers), self._evaluation, width)

    def path(self, deal: int) -> Ints:
        """Return the numbers of the boards from the opening of a deal to its win, one per ply."""
        path = [self._won[deal]]
        while (parent := int(self._parent[path[-1]])) != NO_PARENT:
            path.append(parent)
        return np.array(path[::-1], dtype=np.intp)

    def kept(self, deal: int, plies: int) -> tuple[Ints, Ints]:
        """Return the first number and the count of a deal's kept boards, for each of its first `plies` plies."""
        begins = np.array(self._begins[deal][: plies + 1], dtype=np.intp)
        return begins[:-1], np.diff(begins)

    def _run(self, deal: int, cells: Bytes) -> None:
        beam = _Beam(cells, self._evaluation)
        self._begins.append([self._count])
        self._keep(beam.cells, np.array([NO_PARENT], dtype=np.intp))
        for _ in range(MAX_PLIES):
            first = self._begins[deal][-2]
            parents = beam.advance(self._width)
            if beam.won != NO_PARENT:
                self._won[deal] = first + beam.won
            if not parents.size:
                break
            self._keep(beam.cells, first + parents.astype(np.intp))

    def _keep(self, cells: Bytes, parents: Ints) -> None:
        self._plies.append(cells)
        self._parents.append(parents)
        self._count += len(cells)
        self._begins[-1].append(self._count)


class Made(NamedTuple):
    """The boards that the moves of a ply lead to."""

    parents: Indices
    """The index of the board of the beam that each comes from."""
    moves: Indices
    keys: Keys
    values: Values

    @classmethod
    def empty(cls, capacity: int) -> "Made":
        """Return room for some boards."""
        parents, moves, values = (np.empty(capacity, dtype=np.int32) for _ in range(3))
        return cls(parents, moves, np.empty(capacity, dtype=np.uint64), values)


class _Beam:
    """The boards of one ply of one deal."""

    def __init__(self, cells: Bytes, evaluation: Evaluation) -> None:
        self.cells = cells
        self.won = NO_PARENT
        """The index of a won board among those of the ply before; it has no moves."""
        self._keys, self._values = evaluation.encoding.keys(cells), evaluation.values(cells)
        self._terms = terms_of(evaluation)
        self._visited, self._reached = VisitedSet(), 1
        add_key(self._visited.table, self._keys[0])

    def advance(self, width: int) -> Indices:
        """Replace the boards by the best that a move leads to; return the index of the one that each comes from."""
        made = Made.empty(len(self.cells) * MAX_MOVES)
        self._visited.reserve(self._reached + len(self.cells) * MAX_MOVES)
        count, self.won = reach(
            self.cells, self._keys, self._values, self._visited.table, Survey.empty(), self._terms, made
        )
        self._reached += count
        best = np.argsort(-made.values[:count], kind="stable")[: 0 if self.won != NO_PARENT else width]
        parents, moves = made.parents.take(best), made.moves.take(best)
        self._keys, self._values = made.keys.take(best), made.values.take(best)
        after = np.empty((len(best), CODES), dtype=np.uint8)
        make_moves(self.cells, parents, moves, after)
        self.cells = after
        return parents


@compiled
def reach(  # noqa: PLR0913, PLR0917  # a compiled loop takes plain arrays
    boards: Bytes, keys: Keys, values: Values, visited: Keys, found: Survey, terms: Terms, made: Made
) -> tuple[int, int]:
    """Record the boards that are one move away; return how many, and the index of a won board or `NO_PARENT`.

    Unlike the solver's searches, beams keep apart what is one to these, and boards that are lost at sight: both are
    rivals to compare with.
    """
    count = 0
    for parent in range(len(boards)):
        cells = boards[parent]
        if is_won(terms.columns, survey(cells, terms.columns, found)):
            return count, parent
        moves = legal_moves(cells, terms.columns, False, True, found)  # noqa: FBT003
        keys_after(keys[parent], moves, terms.zobrist, visited, found)
        for number in range(moves):
            move, key = found.moves[number], found.keys[number]
            if add_key(visited, key):
                made.parents[count], made.moves[count], made.keys[count] = parent, move, key
                made.values[count] = values[parent] + gain(cells, terms, found.places, move)
                count += 1
    return count, NO_PARENT


@compiled
def make_moves(boards: Bytes, parents: Indices, moves: Indices, after: Bytes) -> None:
    """Write the boards after moves, each from one of the boards."""
    for number in range(len(parents)):
        write_after(boards[parents[number]], moves[number], after[number])
