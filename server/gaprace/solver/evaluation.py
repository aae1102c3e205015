"""The value of a board to the search: a sum over its slots and its cards, updated move by move.

    value = sum over slots of PAIRS[column, left neighbour's rank, rank, same suit]
          + sum over cards of FOLLOWS[rank, column of its predecessor, its own column, same row]

Ranks count a gap as 0 and a 2 as 1. A slot at the left end has no left neighbour: rank 0, not the same suit. The
entries are integers, 256 to the unit of the ranker that fitted them (see `gaprace.solver.training`).

A move changes two slots, their right neighbours, and the positions of two cards relative to their predecessors: eight
look-ups in all (`gain`).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaprace.rules.cards import GAP, LOWEST_RANK
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import (
    CODE_BITS,
    CODE_MASK,
    CODES,
    RANK_BITS,
    WALL,
    Bytes,
    Encoding,
    Ints,
    Values,
    encoding_of,
)

Table = NDArray[np.int16]

UNIT = 256
"""Table entries are this many to one unit of the ranker."""


class Tables(NamedTuple):
    """PAIRS and FOLLOWS as differences that a move makes, with cards by their codes: what the compiled loops read."""

    columns: Ints
    """The column of every place."""
    placed: Table
    """Change of a slot's value when its gap becomes a card, by column, left neighbour and card.

    Where the neighbour is the same card, it has just moved one slot to the right and left a gap there.
    """
    beside: Table
    """Change of the right neighbour's value when the gap on its left becomes a card, by column, card and neighbour.

    Where the neighbour is the same card, it has just moved one slot to the left and left a gap there.
    """
    standing: Table
    """FOLLOWS by rank, place of the predecessor and place; 0 for a 2, and beyond the top rank."""


def pairs_shape(columns: int) -> tuple[int, int, int, int]:
    """Return the shape of PAIRS: column, left rank, rank, same suit."""
    return columns, columns, columns, 2


def follows_shape(columns: int) -> tuple[int, int, int, int]:
    """Return the shape of FOLLOWS: rank, column of the predecessor, column, same row."""
    return columns, columns, columns, 2


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The two tables for boards of one width, and tables derived from them for speed.

    Raises:
        ValueError: the shapes do not belong together.

    """

    pairs: Table
    follows: Table

    def __post_init__(self) -> None:
        columns = len(self.pairs)
        if self.pairs.shape != pairs_shape(columns) or self.follows.shape != follows_shape(columns):
            raise ValueError(f"tables of shapes {self.pairs.shape} and {self.follows.shape} do not belong together")

    @property
    def columns(self) -> int:
        """The width of the boards that it evaluates."""
        return len(self.pairs)

    @cached_property
    def encoding(self) -> Encoding:
        """The encoding of those boards."""
        return encoding_of(self.columns)

    def features(self, rows: Bytes) -> tuple[Ints, Ints]:
        """Return the flat indices of the entries of PAIRS and of FOLLOWS that sum to each board's value.

        Both arrays have the shape boards x entries.
        """
        return self._pair_entries(rows), self._follow_entries(rows)

    def values(self, rows: Bytes) -> Values:
        """Return the value of each board, computed from scratch."""
        pairs, follows = self.features(rows)
        total = self.pairs.ravel().take(pairs).sum(axis=1, dtype=np.int32)
        values: Values = total + self.follows.ravel().take(follows).sum(axis=1, dtype=np.int32)
        return values

    def _pair_entries(self, rows: Bytes) -> Ints:
        places = self.encoding.places
        left, card = rows[:, places - 1].astype(np.intp), rows[:, places].astype(np.intp)
        ranks = _rank_index(left), _rank_index(card)
        index = np.ravel_multi_index(
            (np.broadcast_to(self.encoding.column[places], left.shape), *ranks, _same_suit(left, card)),
            pairs_shape(self.columns),
        )
        return np.asarray(index, dtype=np.intp)

    def _follow_entries(self, rows: Bytes) -> Ints:
        cards = self.encoding.cards[self.encoding.cards & RANK_BITS > LOWEST_RANK]
        places_of = self.encoding.places_of(rows)
        before, place = places_of[:, cards - 1], places_of[:, cards]
        column, row = self.encoding.column, self.encoding.row
        same_row = (row[before] == row[place]).astype(np.intp)
        rank = np.broadcast_to(_rank_index(cards), place.shape)
        index = np.ravel_multi_index((rank, column[before], column[place], same_row), follows_shape(self.columns))
        return np.asarray(index, dtype=np.intp)

    @cached_property
    def tables(self) -> Tables:
        """The tables for the compiled loops."""
        return Tables(self.encoding.column, self._placed(), self._beside(), self._standing())

    @cached_property
    def _by_code(self) -> Table:
        """PAIRS by column, left code and code, for all that a move can meet; one column beyond the last."""
        columns = self.columns
        codes = np.array([GAP, *self.encoding.cards], dtype=np.intp)
        left, card = (grid.ravel() for grid in np.meshgrid(codes, codes, indexing="ij"))
        table = np.zeros((columns + 1, CODES, CODES), dtype=np.int16)
        table[:columns, left, card] = self.pairs[:, _rank_index(left), _rank_index(card), _same_suit(left, card)]
        table[0, WALL, codes] = self.pairs[0, 0, _rank_index(codes), 0]
        return table

    def _placed(self) -> Table:
        by_code, cards = self._by_code, self.encoding.cards
        table = by_code - by_code[:, :, :1]
        table[:, cards, cards] = by_code[:, 0, cards] - by_code[:, 0, :1]
        return table

    def _beside(self) -> Table:
        by_code, cards = self._by_code, self.encoding.cards
        table = np.zeros_like(by_code)
        table[:-1] = by_code[1:] - by_code[1:, :1, :]
        table[:-1, cards, cards] = by_code[1:, cards, 0] - by_code[1:, :1, 0]
        return table

    def _standing(self) -> Table:
        table = np.zeros((RANK_BITS + 1, CODES, CODES), dtype=np.int16)
        places, column, row = self.encoding.places, self.encoding.column, self.encoding.row
        before, place = (grid.ravel() for grid in np.meshgrid(places, places, indexing="ij"))
        for rank in range(LOWEST_RANK + 1, self.columns + 1):
            same_row = (row[before] == row[place]).astype(np.intp)
            table[rank, before, place] = self.follows[rank - 1, column[before], column[place], same_row]
        return table


@compiled
def gain(cells: Bytes, places: Ints, move: int, tables: Tables) -> int:
    """Return the change of value that a move makes to a surveyed board."""
    card, source, target = move >> 2 * CODE_BITS, move >> CODE_BITS & CODE_MASK, move & CODE_MASK
    from_column, to_column = tables.columns[source], tables.columns[target]
    rank, lower, higher = card & RANK_BITS, places[card - 1], places[card + 1]
    change = int(tables.placed[to_column, cells[target - 1], card])
    change -= int(tables.placed[from_column, cells[source - 1], card])
    change += int(tables.beside[to_column, card, cells[target + 1]])
    change -= int(tables.beside[from_column, card, cells[source + 1]])
    change += int(tables.standing[rank, lower, target])
    change -= int(tables.standing[rank, lower, source])
    change += int(tables.standing[rank + 1, target, higher])
    change -= int(tables.standing[rank + 1, source, higher])
    return change


def _rank_index(codes: Ints) -> Ints:
    """Return the ranks as the tables count them: 0 for a gap or a wall, 1 for a 2."""
    index: Ints = np.maximum((codes & RANK_BITS) - 1, 0)
    return index


def _same_suit(left: Ints, card: Ints) -> Ints:
    both = (_rank_index(left) > 0) & (_rank_index(card) > 0)
    same: Ints = (both & (left >> 4 == card >> 4)).astype(np.intp)
    return same


def simple_evaluation(columns: int) -> Evaluation:
    """Return an evaluation with weights set by hand: for pairs in order, cards in their final column, and dead gaps.

    The training begins with it. It is good enough for narrow boards, whose positions are few.
    """
    pairs = np.zeros(pairs_shape(columns), dtype=np.int16)
    ranks = np.arange(1, columns)
    pairs[1:, ranks[:-1], ranks[1:], 1] = 2 * UNIT
    pairs[0, 0, 1, 0] = 3 * UNIT
    pairs[:, :, ranks, :] += UNIT // 2 * (np.arange(columns)[:, None] == ranks - 1)[:, None, :, None]
    pairs[1:, [0, columns - 1], 0, :] = -UNIT
    return Evaluation(pairs, np.zeros(follows_shape(columns), dtype=np.int16))
