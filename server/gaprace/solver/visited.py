"""The keys of all boards that a search has reached: an exact hash set with open addressing, filled by the hundred."""

import numpy as np

from gaprace.solver.encoding import Bools, Ints, Keys

_FIRST_BITS = 14
"""The table begins with 2 to this many places, 128 KB."""
_MAX_LOAD = 0.6
"""The table doubles when it is fuller than this. From 0.3 to 0.7 it is equally fast; 0.6 takes half the memory of
0.3."""


class VisitedSet:
    """A set of 64-bit keys.

    Among n boards, the chance that two different ones share a key is n * n / 2**65: one in a million for 6 million.
    """

    def __init__(self) -> None:
        self._bits = _FIRST_BITS
        self._table = np.zeros(1 << self._bits, dtype=np.uint64)
        self._count = 0

    def __len__(self) -> int:
        """Return the number of keys."""
        return self._count

    def add(self, keys: Keys) -> tuple[Keys, Ints]:
        """Add keys, in any order; return the new ones, each once, and their positions in `keys`."""
        order = np.argsort(keys)  # sorted keys also touch the table's memory in order
        keys = keys.take(order)
        first = np.concatenate(([True], keys[1:] != keys[:-1])).nonzero()[0]
        keys, order = keys.take(first), np.minimum.reduceat(order, first)  # of equal keys the first, on any processor
        new = self._add(keys).nonzero()[0]
        return keys.take(new), order.take(new)

    def _add(self, keys: Keys) -> Bools:
        """Add keys that are sorted and distinct; return for each whether it is new."""
        while self._count + len(keys) > _MAX_LOAD * len(self._table):
            self._grow()
        new = self._insert(keys)
        self._count += int(np.count_nonzero(new))
        return new

    def _grow(self) -> None:
        keys = np.sort(self._table[self._table != 0])
        self._bits += 1
        self._table = np.zeros(1 << self._bits, dtype=np.uint64)
        self._insert(keys)

    def _insert(self, keys: Keys) -> Bools:
        """Probe linearly: from the place that its highest bits name, a key goes to the first that is empty or its own.

        Return for each key whether it is new.
        """
        new = np.zeros(len(keys), dtype=np.bool_)
        at = (keys >> np.uint64(64 - self._bits)).astype(np.intp)
        pending = self._probe(keys, at, np.arange(len(keys)), new)
        while pending.size:
            at[pending] = (at[pending] + 1) & (len(self._table) - 1)
            pending = self._probe(keys[pending], at[pending], pending, new)
        return new

    def _probe(self, keys: Keys, at: Ints, numbers: Ints, new: Bools) -> Ints:
        """Put each key into its place if that is empty; return the numbers of those whose place has another key."""
        table = self._table
        held = table.take(at)
        empty = (held == 0).nonzero()[0]
        table[at[empty]] = keys[empty]
        held[empty] = table.take(at[empty])  # of two keys that met in one empty place, the last one is there
        other = held != keys
        new[numbers[empty]] = ~other[empty]
        left: Ints = numbers[other]
        return left
