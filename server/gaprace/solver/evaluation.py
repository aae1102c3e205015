"""The value of a board to the search: a sum over its slots and its cards, updated move by move.

    value = sum over slots of PAIRS[column, left neighbour's rank, rank, same suit]
          + sum over cards of FOLLOWS[rank, column of its predecessor, its own column, same row]

Ranks count a gap as 0 and a 2 as 1. A slot at the left end has no left neighbour: rank 0, not the same suit. The
entries are integers, 256 to the unit of the ranker that fitted them (see `gaprace.solver.training`).

A move changes two slots, their right neighbours, and the positions of two cards relative to their predecessors: eight
look-ups in all.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gaprace.rules.cards import LOWEST_RANK
from gaprace.solver.encoding import (
    CODES,
    GAPS,
    PLACE_OF,
    RANK_BITS,
    WALL,
    Bytes,
    Encoding,
    Ints,
    Values,
    encoding_of,
    row_offsets,
)
from gaprace.solver.moves import MoveBatch

Table = NDArray[np.int16]

UNIT = 256
"""Table entries are this many to one unit of the ranker."""
_CODE_BITS = 6


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
        before, place = rows[:, PLACE_OF + cards - 1].astype(np.intp), rows[:, PLACE_OF + cards].astype(np.intp)
        column, row = self.encoding.column, self.encoding.row
        same_row = (row[before] == row[place]).astype(np.intp)
        rank = np.broadcast_to(_rank_index(cards), place.shape)
        index = np.ravel_multi_index((rank, column[before], column[place], same_row), follows_shape(self.columns))
        return np.asarray(index, dtype=np.intp)

    def gains(self, rows: Bytes, moves: MoveBatch) -> Values:
        """Return the change of value that each move makes to its board."""
        _, card, left, source, target = moves
        flat, start = rows.reshape(-1), row_offsets(len(rows)).take(moves.board)
        from_start = start + source
        beside_source = flat.take(from_start - 1).astype(np.intp), flat.take(from_start + 1).astype(np.intp)
        right = flat.take(start + target + 1).astype(np.intp)
        above = flat.take(start + (PLACE_OF + 1) + card).astype(np.intp)
        at_target, at_source = self._columns.take(target), self._columns.take(source)
        card_bits = card << _CODE_BITS
        placed, beside, standing = self._placed, self._beside, self._standing
        gain = placed.take(at_target | left << _CODE_BITS | card).astype(np.int32)
        gain -= placed.take(at_source | beside_source[0] << _CODE_BITS | card)
        gain += beside.take(at_target | card_bits | right)
        gain -= beside.take(at_source | card_bits | beside_source[1])
        rank_bits = (card & RANK_BITS) << 2 * _CODE_BITS
        before = rank_bits | (target - 1) << _CODE_BITS
        gain += standing.take(before | target)
        gain -= standing.take(before | source)
        rank_bits += 1 << 2 * _CODE_BITS
        gain += standing.take(rank_bits | target << _CODE_BITS | above)
        gain -= standing.take(rank_bits | source << _CODE_BITS | above)
        return gain

    @cached_property
    def _columns(self) -> Ints:
        return self.encoding.column << 2 * _CODE_BITS

    @cached_property
    def _by_code(self) -> Table:
        """PAIRS by column, left code and code, for all that a move can meet; one column beyond the last."""
        columns = self.columns
        codes = np.array([*GAPS, *self.encoding.cards], dtype=np.intp)
        left, card = (grid.ravel() for grid in np.meshgrid(codes, codes, indexing="ij"))
        table = np.zeros((columns + 1, CODES, CODES), dtype=np.int16)
        table[:columns, left, card] = self.pairs[:, _rank_index(left), _rank_index(card), _same_suit(left, card)]
        table[0, WALL, codes] = self.pairs[0, 0, _rank_index(codes), 0]
        return table

    @cached_property
    def _placed(self) -> Table:
        """Change of a slot's value when a gap becomes a card, by column, left neighbour and card."""
        return (self._by_code - self._by_code[:, :, :1]).ravel()

    @cached_property
    def _beside(self) -> Table:
        """Change of the right neighbour's value when the gap on its left becomes a card, by card and neighbour.

        Where the neighbour is the same card, it has just moved one slot to the left and leaves a gap.
        """
        columns, by_code = self.columns, self._by_code
        table = np.zeros_like(by_code)
        table[: columns - 1] = by_code[1:columns] - by_code[1:columns, :1, :]
        cards = self.encoding.cards
        table[: columns - 1, cards, cards] = by_code[1:columns, cards, 0] - by_code[1:columns, :1, 0]
        return table.ravel()

    @cached_property
    def _standing(self) -> Table:
        """FOLLOWS by rank, place of the predecessor and place; 0 for a 2, and beyond the top rank."""
        table = np.zeros((RANK_BITS + 1, CODES, CODES), dtype=np.int16)
        places, column, row = self.encoding.places, self.encoding.column, self.encoding.row
        before, place = (grid.ravel() for grid in np.meshgrid(places, places, indexing="ij"))
        for rank in range(LOWEST_RANK + 1, self.columns + 1):
            same_row = (row[before] == row[place]).astype(np.intp)
            table[rank, before, place] = self.follows[rank - 1, column[before], column[place], same_row]
        return table.ravel()


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
