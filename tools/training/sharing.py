"""Weight sharing: table entries are sums of shared numbers, so that similar entries are learnt together.

An entry of PAIRS is the sum of a number of its own, one for its column and rank, one for its two neighbours in any
column, one for the difference of their ranks, and so on. An entry that few boards have is thus evaluated mostly like
similar entries, one that many boards have mostly on its own. A penalty on large numbers, weaker on the own ones,
decides between the two. The solver's tables hold the sums.
"""

import numpy as np
from numpy.typing import NDArray

from gaprace.solver.evaluation import follows_shape, pairs_shape

Vector = NDArray[np.float64]

OWN_PENALTY, SHARED_PENALTY = 20.0, 60.0
"""Weights of the L2 penalties on numbers. They are divided by the number of deals, not of groups: groups of one deal
are too similar to count one by one. Trained on 1 400 deals, beams with the tables won 325 of 2 000 other deals; with a
quarter of these penalties 298, with three times as much 304."""


class Sharing:
    """The numbers that the entries of both tables are sums of."""

    def __init__(self, columns: int) -> None:
        pairs, follows = _pairs(columns), _follows(columns)
        count = 0
        parts: list[NDArray[np.intp]] = []
        penalties: list[Vector] = []
        for pair, follow in zip(pairs, follows, strict=True):
            joined = np.concatenate([pair, pair.max() + 1 + follow])
            parts.append(joined + count)
            size = int(joined.max()) + 1
            penalties.append(np.full(size, SHARED_PENALTY if parts[1:] else OWN_PENALTY))
            count += size
        self._parts = np.stack(parts)
        self.penalties = np.concatenate(penalties)
        """The penalty on each number."""

    def spread(self, numbers: Vector) -> Vector:
        """Return the entries of both tables, PAIRS first."""
        entries: Vector = numbers.take(self._parts).sum(axis=0)
        return entries

    def gathered(self, gradient: Vector) -> Vector:
        """Return the gradient of the numbers from that of the entries."""
        repeated = np.tile(gradient, len(self._parts))
        return np.bincount(self._parts.ravel(), weights=repeated, minlength=len(self.penalties)).astype(np.float64)


def _pairs(columns: int) -> list[NDArray[np.intp]]:
    """Return the numbers that entries of PAIRS share, one index array per kind; the first is unique to each entry."""
    shape = pairs_shape(columns)
    column, left, rank, suit = (axis.ravel() for axis in np.indices(shape))
    own = np.arange(column.size)
    apart, from_home = rank - left + columns, rank - column + columns
    return [own, column * columns + rank, (left * columns + rank) * 2 + suit, apart * 2 + suit, from_home]


def _follows(columns: int) -> list[NDArray[np.intp]]:
    """Return the same for FOLLOWS."""
    shape = follows_shape(columns)
    rank, before, column, row = (axis.ravel() for axis in np.indices(shape))
    own = np.arange(rank.size)
    apart = column - before + columns
    return [
        own,
        (before * columns + column) * 2 + row,
        apart * 2 + row,
        rank * columns + column,
        rank * columns + before,
    ]
