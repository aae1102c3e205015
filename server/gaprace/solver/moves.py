"""The legal moves of many boards at once (see `gaprace.solver.layout` for how boards lie in memory)."""

from typing import NamedTuple, Self

import numpy as np

from gaprace.rules.cards import TWOS
from gaprace.solver.layout import GAPS, RANK_BITS, WALL, WHERE, Bytes, Ints, Layout, Truths, starts

_TWOS = np.array(TWOS, dtype=np.uint8)


class Moves(NamedTuple):
    """Moves as columns of numbers, one entry a move."""

    board: Ints
    """Which of the boards."""
    card: Ints
    left: Ints
    """What lies on the left of the gap: the card below, or a wall."""
    source: Ints
    """The place that the card leaves."""
    target: Ints
    """The gap that it fills."""

    def take(self, chosen: Ints) -> Self:
        """Return some of the moves."""
        return type(self)(*(column.take(chosen) for column in self))


def legal_moves(rows: Bytes, layout: Layout, *, locks_at_once: bool = False) -> Moves:
    """Return the moves of all boards.

    With `locks_at_once` a card that can lock is the only move of its board, provided that its old place has no gap
    on the right. That often spares a search, and it can lose wins: the card above may have needed it there.
    """
    flat, start = rows.reshape(-1), starts(len(rows))
    gaps = rows[:, WHERE :: GAPS[1]].astype(np.intp)
    left = flat.take(gaps + (start[:, None] - 1))
    at_end = left == WALL
    fills = layout.follow.take(left) != 0
    if locks_at_once:
        number, which = _locks(rows, gaps, left, fills, layout)
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
    source = flat.take(start.take(board) + WHERE + card).astype(np.intp)
    return Moves(board, card, lefts, source, targets)


def _locks(rows: Bytes, gaps: Ints, left: Bytes, fills: Truths, layout: Layout) -> tuple[Ints, Ints]:
    """Return the boards where a card can lock at once, and which gap it fills there: the first, if there are more."""
    number, which = np.nonzero(fills & (left & RANK_BITS == layout.column.take(gaps) + 1))
    keep = _can_lock(rows, number, gaps[number, which], left[number, which].astype(np.intp), layout)
    number, first = np.unique(number[keep], return_index=True)
    return number, which[keep][first]


def _can_lock(rows: Bytes, number: Ints, gap: Ints, left: Ints, layout: Layout) -> Truths:
    """Whether all on the left of each gap is locked, and the card for it leaves no gap beside a gap."""
    flat, start = rows.reshape(-1), number * rows.shape[1]
    column, steps = layout.column.take(gap), np.arange(layout.columns - 1)
    lying = flat.take((start + gap - column)[:, None] + steps)
    run = (left - column + 1)[:, None] + steps
    locked: Truths = ((lying == run) | (steps >= column[:, None])).all(axis=1)
    card = left + 1
    beside = flat.take(start + flat.take(start + WHERE + card) + 1)
    can: Truths = locked & ((beside & RANK_BITS != 0) | (card & RANK_BITS == layout.columns))
    return can
