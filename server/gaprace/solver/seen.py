"""The keys of all boards that a search has met: an exact set with open addressing, filled by the hundred."""

import numpy as np

from gaprace.solver.layout import Ints, Keys, Truths

_FIRST_BITS = 14
"""The table begins with 2 to this many places, 128 KB."""
_FULLEST = 0.6
"""It doubles when fuller than this. Tried from 0.3 to 0.7: as fast, in half of the memory."""


class Seen:
    """A set of 64-bit keys.

    Of n boards, two different ones share a key with a chance of n * n / 2**65: one in a million for 6 million.
    """

    def __init__(self) -> None:
        self._bits = _FIRST_BITS
        self._table = np.zeros(1 << self._bits, dtype=np.uint64)
        self._count = 0

    def __len__(self) -> int:
        """How many keys are in it."""
        return self._count

    def fresh(self, keys: Keys) -> tuple[Keys, Ints]:
        """Put in keys, in any order; give those that are new, each once, and where they stand in the order given."""
        order = np.argsort(keys)  # sorted keys also touch the table's memory in order
        keys = keys.take(order)
        first = np.concatenate(([True], keys[1:] != keys[:-1])).nonzero()[0]
        keys, order = keys.take(first), np.minimum.reduceat(order, first)  # of equal keys the first, on any processor
        new = self._add(keys).nonzero()[0]
        return keys.take(new), order.take(new)

    def _add(self, keys: Keys) -> Truths:
        """Put in keys, sorted and each given once; tell which of them are new."""
        while self._count + len(keys) > _FULLEST * len(self._table):
            self._grow()
        new = self._put(keys)
        self._count += int(np.count_nonzero(new))
        return new

    def _grow(self) -> None:
        keys = np.sort(self._table[self._table != 0])
        self._bits += 1
        self._table = np.zeros(1 << self._bits, dtype=np.uint64)
        self._put(keys)

    def _put(self, keys: Keys) -> Truths:
        """Each key goes to the first place, from the one that its highest bits name, that is empty or has it."""
        new = np.zeros(len(keys), dtype=np.bool_)
        at = (keys >> np.uint64(64 - self._bits)).astype(np.intp)
        open_ones = self._try(keys, at, np.arange(len(keys)), new)
        while open_ones.size:
            at[open_ones] = (at[open_ones] + 1) & (len(self._table) - 1)
            open_ones = self._try(keys[open_ones], at[open_ones], open_ones, new)
        return new

    def _try(self, keys: Keys, at: Ints, numbers: Ints, new: Truths) -> Ints:
        """Put each key to its place if that is empty; give the numbers of those whose place another key has."""
        table = self._table
        held = table.take(at)
        empty = (held == 0).nonzero()[0]
        table[at[empty]] = keys[empty]
        held[empty] = table.take(at[empty])  # two keys may have met in one empty place: the last one has it
        other = held != keys
        new[numbers[empty]] = ~other[empty]
        left: Ints = numbers[other]
        return left
