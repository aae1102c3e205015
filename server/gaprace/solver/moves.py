"""The legal moves of many boards at once (as encoded by `gaprace.solver.encoding`)."""

from typing import NamedTuple, Self

import numpy as np

from gaprace.rules.cards import TWOS
from gaprace.solver.encoding import GAPS, PLACE_OF, RANK_BITS, WALL, Bools, Bytes, Encoding, Ints, row_offsets

_TWOS = np.array(TWOS, dtype=np.uint8)


class MoveBatch(NamedTuple):
    """Moves as parallel arrays, one entry per move."""

    board: Ints
    """The index of the board."""
    card: Ints
    left: Ints
    """The code on the left of the gap: the next lower card, or a wall."""
    source: Ints
    """The place that the card leaves."""
    target: Ints
    """The place of the gap that it fills."""

    def take(self, chosen: Ints) -> Self:
        """Return the moves at some indices."""
        return type(self)(*(column.take(chosen) for column in self))


def legal_moves(rows: Bytes, encoding: Encoding, *, locks_at_once: bool = False) -> MoveBatch:
    """Return the legal moves of all boards, without right-neighbour fill.

    With `locks_at_once`, a card that can lock is the only move of its board, provided that its old place has no gap
    on the right. That often saves a search, and it can lose wins: the next higher card may have needed it there.
    """
    flat, start = rows.reshape(-1), row_offsets(len(rows))
    gaps = rows[:, PLACE_OF :: GAPS[1]].astype(np.intp)
    left = flat.take(gaps + (start[:, None] - 1))
    at_end = left == WALL
    fills = encoding.follow.take(left) != 0
    if locks_at_once:
        number, which = _locks(rows, gaps, left, fills, encoding)
        fills[number] = at_end[number] = False
        fills[number, which] = True
    filled, ends = fills.ravel().nonzero()[0], at_end.ravel().nonzero()[0]
    lefts, targets = left.reshape(-1).take(filled).astype(np.intp), gaps.reshape(-1).take(filled)
    board, card = filled // len(GAPS), lefts + 1
    if ends.size:
        twos = len(TWOS)
        board = np.concatenate([board, np.repeat(ends // len(GAPS), twos)])
        card = np.concatenate([card, np.tile(_TWOS, ends.size)])
        lefts = np.concatenate([lefts, np.full(ends.size * twos, WALL)])
        targets = np.concatenate([targets, np.repeat(gaps.reshape(-1).take(ends), twos)])
    source = flat.take(start.take(board) + PLACE_OF + card).astype(np.intp)
    return MoveBatch(board, card, lefts, source, targets)


def _locks(rows: Bytes, gaps: Ints, left: Bytes, fills: Bools, encoding: Encoding) -> tuple[Ints, Ints]:
    """Return the boards where a card can lock at once, and the first gap that one fills there."""
    number, which = np.nonzero(fills & (left & RANK_BITS == encoding.column.take(gaps) + 1))
    keep = _can_lock(rows, number, gaps[number, which], left[number, which].astype(np.intp), encoding)
    number, first = np.unique(number[keep], return_index=True)
    return number, which[keep][first]


def _can_lock(rows: Bytes, number: Ints, gap: Ints, left: Ints, encoding: Encoding) -> Bools:
    """Whether each gap ends a locked run, and the card that fills it leaves no gap to the left of another."""
    flat, start = rows.reshape(-1), number * rows.shape[1]
    column, steps = encoding.column.take(gap), np.arange(encoding.columns - 1)
    cells = flat.take((start + gap - column)[:, None] + steps)
    run = (left - column + 1)[:, None] + steps
    locked: Bools = ((cells == run) | (steps >= column[:, None])).all(axis=1)
    card = left + 1
    beside = flat.take(start + flat.take(start + PLACE_OF + card) + 1)
    can: Bools = locked & ((beside & RANK_BITS != 0) | (card & RANK_BITS == encoding.columns))
    return can
