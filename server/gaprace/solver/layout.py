"""Boards as rows of numbers, so that NumPy handles hundreds of them at a time.

One board is 128 bytes. The first 64 say what lies where: the slots row by row with a wall on the left of each
row and after the last, so that every slot has two neighbours. The other 64 say where each card lies. The four gaps
have numbers of their own, so that a move is nothing but an exchange of a card and a gap.
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
Truths = NDArray[np.bool_]

CODES = 64
"""How many card codes there may be, and how many places with walls: 57 on a board of 13 columns."""
WIDTH = 2 * CODES
"""Bytes a board."""
WHERE = CODES
"""Where the places of the cards begin."""
GAPS = tuple(card_of(0, suit) for suit in range(len(SUITS)))
"""The codes of the four gaps: those of rank 0."""
WALL = 1
"""What stands at the ends of a row: no card has this code."""
RANK_BITS = 15


class Layout:
    """What follows from the number of columns."""

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
        """The card that a gap takes, by its left neighbour; 0 for none, and for a wall (which takes any 2)."""
        below_top = self.cards[(self.cards & RANK_BITS) < columns]
        self.follow[below_top] = below_top + 1

    def _place(self, slot: Slot) -> int:
        row, column = divmod(slot, self.columns)
        return row * self.stride + 1 + column

    def encode(self, board: Board) -> Bytes:
        """Write a board as one row of numbers."""
        row = np.zeros(WIDTH, dtype=np.uint8)
        row[self.walls] = WALL
        cells = np.frombuffer(board.cells, dtype=np.uint8).copy()
        cells[cells == GAP] = GAPS
        row[self.places] = cells
        row[WHERE + cells.astype(np.intp)] = self.places
        return row

    def completed(self, lying: Bytes) -> Bytes:
        """Return boards from the first halves of their rows: what lies where."""
        rows = np.empty((len(lying), WIDTH), dtype=np.uint8)
        rows[:, :CODES] = lying
        cards = lying.take(self.places, axis=1) + (starts(len(lying)) + WHERE)[:, None]
        rows.reshape(-1)[cards] = self.places.astype(np.uint8)
        return rows

    def decode(self, row: Bytes) -> Board:
        """Read a board from its row of numbers."""
        cells = row[self.places]
        return Board(np.where(cells & RANK_BITS, cells, GAP).astype(np.uint8).tobytes(), self.columns)

    def move(self, card: int, place: int) -> Move:
        """Return the move of a card to a place."""
        return Move(card, place // self.stride * self.columns + place % self.stride - 1)

    def keys(self, rows: Bytes) -> Keys:
        """Return the keys of boards: equal boards have equal keys, whatever their gaps are numbered."""
        keys: Keys = ZOBRIST.take(self.cards << 6 | rows[:, WHERE + self.cards]).sum(axis=1, dtype=np.uint64)
        return keys


@cache
def layout_of(columns: int) -> Layout:
    """Return the layout of boards of so many columns (LOWEST_RANK to 13)."""
    if not LOWEST_RANK <= columns <= RANK_BITS - 2:
        raise ValueError(f"no board has {columns} columns")
    return Layout(columns)


def _scrambled(count: int) -> Keys:
    """Return the first numbers of SplitMix64 from seed 0 (Steele, Lea and Flood, OOPSLA 2014)."""
    step, first, second = (np.uint64(each) for each in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
    state = np.arange(1, count + 1, dtype=np.uint64) * step
    state = (state ^ (state >> np.uint64(30))) * first
    state = (state ^ (state >> np.uint64(27))) * second
    return state ^ (state >> np.uint64(31))


ZOBRIST: Keys = _scrambled(CODES * CODES)
"""A number for every card at every place (index `card << 6 | place`). A board's key is their sum (after Zobrist,
1970, who joined them by exclusive or), so a move changes it by one subtraction and one addition."""


def exchange(rows: Bytes, card: Ints, source: Ints, target: Ints) -> None:
    """Make one move on each board, in place: the card goes from `source` to the gap at `target`."""
    flat, start = rows.reshape(-1), starts(len(rows))
    gap = flat.take(start + target)
    flat[start + target] = card
    flat[start + source] = gap
    flat[start + WHERE + card] = target
    flat[start + WHERE + gap] = source


def starts(count: int) -> Ints:
    """Return where each of so many boards begins in their bytes."""
    return np.arange(0, count * WIDTH, WIDTH)


def won_boards(rows: Bytes, layout: Layout) -> Ints:
    """Return the numbers of the won boards."""
    ends_empty: Ints = ((rows[:, layout.right_ends] & RANK_BITS) == 0).all(axis=1).nonzero()[0]
    if not ends_empty.size:
        return ends_empty  # most boards are done with here
    won: Ints = ends_empty[locked_cards(rows[ends_empty], layout) == len(layout.cards)]
    return won


def locked_cards(rows: Bytes, layout: Layout) -> Ints:
    """Count the locked cards of each board."""
    grid = rows[:, layout.places].reshape(-1, ROWS, layout.columns)[:, :, :-1]
    in_run = grid - np.arange(layout.columns - 1, dtype=np.uint8) == grid[:, :, :1]
    in_run &= (grid[:, :, :1] & RANK_BITS) == LOWEST_RANK
    locked: Ints = np.logical_and.accumulate(in_run, axis=2).sum(axis=(1, 2))
    return locked


def encode_all(boards: Sequence[Board]) -> Bytes:
    """Write boards of equal width, one a row."""
    layout = layout_of(boards[0].columns)
    return np.stack([layout.encode(board) for board in boards])
