"""Boards encoded as rows of bytes, so that NumPy handles hundreds of them at a time.

One board is 128 bytes. The first 64 are the contents of its places: the slots row by row, with a wall on the left of
each row and after the last one, so that every slot has two neighbours. The other 64 are the places of the cards, by
code. The four gaps have codes of their own, so a move is an exchange of a card and a gap.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gaprace.rules.board import ROWS, Board, Move, Slot
from gaprace.rules.cards import GAP, LOWEST_RANK, SUITS, card_of, deck

Bytes = NDArray[np.uint8]
Ints = NDArray[np.intp]
Keys = NDArray[np.uint64]
Values = NDArray[np.int32]
Bools = NDArray[np.bool_]

CODES = 64
"""Upper bound of the card codes, and of the places including walls: a board of 13 columns has 57."""
WIDTH = 2 * CODES
"""Bytes per board."""
PLACE_OF = CODES
"""Offset of the second half: byte `PLACE_OF + card` of a row is the place of that card."""
GAPS = tuple(card_of(0, suit) for suit in range(len(SUITS)))
"""The codes of the four gaps, which have rank 0."""
WALL = 1
"""The code at the ends of a row. No card has it."""
RANK_BITS = 15


class Encoding:
    """The encoding of boards with a given number of columns."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.stride = columns + 1
        self.places = np.array([self._place(slot) for slot in range(ROWS * columns)], dtype=np.intp)
        """The place of every slot."""
        self.right_ends = self.places[columns - 1 :: columns]
        self.walls = np.arange(ROWS + 1) * self.stride
        self.column = np.zeros(CODES, dtype=np.intp)
        """The column of every place; 0 for a wall."""
        self.column[self.places] = np.arange(ROWS * columns) % columns
        self.row = np.arange(CODES) // self.stride
        self.cards = np.array(deck(columns), dtype=np.intp)
        self.follow = np.zeros(1 << 8, dtype=np.uint8)
        """The card that a gap takes, by the code on its left; 0 for none, and for a wall (a left end takes any 2)."""
        below_top = self.cards[(self.cards & RANK_BITS) < columns]
        self.follow[below_top] = below_top + 1

    def _place(self, slot: Slot) -> int:
        row, column = divmod(slot, self.columns)
        return row * self.stride + 1 + column

    def encode(self, board: Board) -> Bytes:
        """Return a board as one row of 128 bytes."""
        row = np.zeros(WIDTH, dtype=np.uint8)
        row[self.walls] = WALL
        cells = np.frombuffer(board.cells, dtype=np.uint8).copy()
        cells[cells == GAP] = GAPS
        row[self.places] = cells
        row[PLACE_OF + cells.astype(np.intp)] = self.places
        return row

    def completed(self, cells: Bytes) -> Bytes:
        """Return the whole rows of boards from the first halves."""
        rows = np.empty((len(cells), WIDTH), dtype=np.uint8)
        rows[:, :CODES] = cells
        places_of = cells.take(self.places, axis=1) + (row_offsets(len(cells)) + PLACE_OF)[:, None]
        rows.reshape(-1)[places_of] = self.places.astype(np.uint8)
        return rows

    def decode(self, row: Bytes) -> Board:
        """Return the board that a row encodes."""
        cells = row[self.places]
        return Board(np.where(cells & RANK_BITS, cells, GAP).astype(np.uint8).tobytes(), self.columns)

    def move(self, card: int, place: int) -> Move:
        """Return the move of a card to a place."""
        return Move(card, place // self.stride * self.columns + place % self.stride - 1)

    def keys(self, rows: Bytes) -> Keys:
        """Return the keys of boards. Equal boards have equal keys, whichever of the four gaps is where."""
        keys: Keys = ZOBRIST.take(self.cards << 6 | rows[:, PLACE_OF + self.cards]).sum(axis=1, dtype=np.uint64)
        return keys


@cache
def encoding_of(columns: int) -> Encoding:
    """Return the encoding of boards of 2 to 13 columns.

    Raises:
        ValueError: another number of columns.

    """
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


def apply_moves(rows: Bytes, card: Ints, source: Ints, target: Ints) -> None:
    """Make one move on each board, in place: `card` goes from its place `source` to the gap at `target`."""
    flat, start = rows.reshape(-1), row_offsets(len(rows))
    gap = flat.take(start + target)
    flat[start + target] = card
    flat[start + source] = gap
    flat[start + PLACE_OF + card] = target
    flat[start + PLACE_OF + gap] = source


def row_offsets(count: int) -> Ints:
    """Return the offset of each of `count` boards in their flattened bytes."""
    return np.arange(0, count * WIDTH, WIDTH)


def won_boards(rows: Bytes, encoding: Encoding) -> Ints:
    """Return the numbers of the won boards."""
    ends_empty: Ints = ((rows[:, encoding.right_ends] & RANK_BITS) == 0).all(axis=1).nonzero()[0]
    if not ends_empty.size:
        return ends_empty  # as on most boards
    won: Ints = ends_empty[locked_cards(rows[ends_empty], encoding) == len(encoding.cards)]
    return won


def locked_cards(rows: Bytes, encoding: Encoding) -> Ints:
    """Return the number of locked cards of each board."""
    grid = rows[:, encoding.places].reshape(-1, ROWS, encoding.columns)[:, :, :-1]
    in_run = grid - np.arange(encoding.columns - 1, dtype=np.uint8) == grid[:, :, :1]
    in_run &= (grid[:, :, :1] & RANK_BITS) == LOWEST_RANK
    locked: Ints = np.logical_and.accumulate(in_run, axis=2).sum(axis=(1, 2))
    return locked


def encode_all(boards: Sequence[Board]) -> Bytes:
    """Return boards of equal width, one per row."""
    encoding = encoding_of(boards[0].columns)
    return np.stack([encoding.encode(board) for board in boards])
