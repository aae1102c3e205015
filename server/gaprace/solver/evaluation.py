"""The value of a board to the search: a sum over its slots and its cards.

    value = sum over slots of PAIRS[column, left neighbour's rank, rank, same suit]
          + sum over cards of FOLLOWS[rank, column of its predecessor, its own column, same row]

Ranks count a gap as 0 and a 2 as 1. A slot at the left end has no left neighbour: rank 0, not the same suit. The
entries are integers, 256 to the unit of the ranker that fitted them (see `tools.training`).

The search does not compute the sum anew for each board: `gaprace.solver.gain` has its change by a move.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gaprace.rules.board import LOWEST_RANK
from gaprace.solver.encoding import RANK_BITS, Bytes, Encoding, Ints, Values, encoding_of, rank_index, same_suit

Table = NDArray[np.int16]

UNIT = 256
"""Table entries are this many to one unit of the ranker."""


def pairs_shape(columns: int) -> tuple[int, int, int, int]:
    """Return the shape of PAIRS: column, left rank, rank, same suit."""
    return columns, columns, columns, 2


def follows_shape(columns: int) -> tuple[int, int, int, int]:
    """Return the shape of FOLLOWS: rank, column of the predecessor, column, same row."""
    return columns, columns, columns, 2


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The two tables for boards of one width. Raises ValueError if the shapes do not belong together."""

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
        ranks = rank_index(left), rank_index(card)
        index = np.ravel_multi_index(
            (np.broadcast_to(self.encoding.column[places], left.shape), *ranks, same_suit(left, card)),
            pairs_shape(self.columns),
        )
        return np.asarray(index, dtype=np.intp)

    def _follow_entries(self, rows: Bytes) -> Ints:
        cards = self.encoding.cards[self.encoding.cards & RANK_BITS > LOWEST_RANK]
        places_of = self.encoding.places_of(rows)
        before, place = places_of[:, cards - 1], places_of[:, cards]
        column, row = self.encoding.column, self.encoding.row
        same_row = (row[before] == row[place]).astype(np.intp)
        rank = np.broadcast_to(rank_index(cards), place.shape)
        index = np.ravel_multi_index((rank, column[before], column[place], same_row), follows_shape(self.columns))
        return np.asarray(index, dtype=np.intp)


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
