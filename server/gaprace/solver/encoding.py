"""Boards encoded as rows of 64 bytes, for the compiled loops.

A byte is the content of a *place*: the slots row by row, with a wall on the left of each row and after the last one, so
that every slot has two neighbours. A wall has a code that no card has. A move is one number: the card, the place that
it leaves, and the place of the gap that it fills, six bits each.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gaprace.rules.board import LOWEST_RANK, ROWS, Board, Move, Slot, deck

Bytes = NDArray[np.uint8]
Ints = NDArray[np.intp]
Keys = NDArray[np.uint64]
Values = NDArray[np.int32]

CODES = 64
"""Upper bound of the card codes, and of the places including walls: a board of 13 columns has 57."""
WALL = 1
"""The code at the ends of a row. No card has it."""
RANK_BITS = 15
"""The bits of a card's code that are its rank (see `gaprace.rules.board`)."""
SUIT = RANK_BITS + 1
"""The distance of two suits' codes. Its multiples are no cards' codes."""
CODE_BITS = 6
"""The bits of a code, and of a place."""
CODE_MASK = CODES - 1


class Encoding:
    """The encoding of boards with a given number of columns."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.stride = columns + 1
        self.places = np.array([self._place(slot) for slot in range(ROWS * columns)], dtype=np.intp)
        """The place of every slot."""
        self.walls = np.arange(ROWS + 1) * self.stride
        self.column = np.zeros(CODES, dtype=np.intp)
        """The column of every place; 0 for a wall."""
        self.column[self.places] = np.arange(ROWS * columns) % columns
        self.row = np.arange(CODES) // self.stride
        self.cards = np.array(deck(columns), dtype=np.intp)

    def _place(self, slot: Slot) -> int:
        row, column = divmod(slot, self.columns)
        return row * self.stride + 1 + column

    def encode(self, board: Board) -> Bytes:
        """Return a board as one row of 64 bytes."""
        row = np.zeros(CODES, dtype=np.uint8)
        row[self.walls] = WALL
        row[self.places] = np.frombuffer(board.cells, dtype=np.uint8)
        return row

    def decode(self, row: Bytes) -> Board:
        """Return the board that a row encodes."""
        return Board(row[self.places].tobytes(), self.columns)

    def move(self, number: int) -> Move:
        """Return the move that a number encodes."""
        card, place = number >> 2 * CODE_BITS, number & CODE_MASK
        return Move(card, place // self.stride * self.columns + place % self.stride - 1)

    def places_of(self, rows: Bytes) -> Ints:
        """Return the place of every card, by board and by code."""
        found = np.zeros((len(rows), CODES), dtype=np.intp)
        np.put_along_axis(found, rows[:, self.places].astype(np.intp), self.places[None], axis=1)
        return found

    def keys(self, rows: Bytes) -> Keys:
        """Return the keys of boards: equal boards have equal keys."""
        places_of = self.places_of(rows)[:, self.cards]
        keys: Keys = ZOBRIST.take(self.cards << CODE_BITS | places_of).sum(axis=1, dtype=np.uint64)
        return keys


@cache
def encoding_of(columns: int) -> Encoding:
    """Return the encoding of boards of 2 to 13 columns. Raises ValueError for another number."""
    if not LOWEST_RANK <= columns <= RANK_BITS - 2:
        raise ValueError(f"no board has {columns} columns")
    return Encoding(columns)


def _scrambled(count: int) -> Keys:
    """Return the first `count` numbers of SplitMix64 from seed 0 (Steele, Lea and Flood, OOPSLA 2014)."""
    step, first, second = (np.uint64(each) for each in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
    state = np.arange(1, count + 1, dtype=np.uint64) * step
    state = (state ^ (state >> np.uint64(30))) * first
    state = (state ^ (state >> np.uint64(27))) * second
    return state ^ (state >> np.uint64(31))


ZOBRIST: Keys = _scrambled(CODES * CODES)
"""A random number for every card at every place (index `card << 6 | place`). A board's key is the sum of its cards'
numbers (Zobrist, 1970, combined them by exclusive or), so a move changes it by one subtraction and one addition."""


def encode_all(boards: Sequence[Board]) -> Bytes:
    """Return boards of equal width, one per row."""
    encoding = encoding_of(boards[0].columns)
    return np.stack([encoding.encode(board) for board in boards])


def rank_index(codes: Ints) -> Ints:
    """Return the ranks of codes as tables count them: 0 for a gap or a wall, 1 for a 2."""
    index: Ints = np.maximum((codes & RANK_BITS) - 1, 0)
    return index


def same_suit(left: Ints, card: Ints) -> Ints:
    """Return 1 where two codes are cards of one suit, and 0 elsewhere."""
    both = (rank_index(left) > 0) & (rank_index(card) > 0)
    same: Ints = (both & (left // SUIT == card // SUIT)).astype(np.intp)
    return same
