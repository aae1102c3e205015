"""The keys of all boards that a search has reached: an exact hash set with open addressing."""

import numpy as np

from gaprace.solver.compiling import compiled, prefetch
from gaprace.solver.encoding import Keys

_FIRST_BITS = 14
"""The table begins with 2 to this many places, 128 KB."""
_MAX_LOAD = 0.6
"""The table doubles when it is fuller than this. To find that a key is new then takes 3.6 places on average, as linear
probing does: (1 + 1 / (1 - load)**2) / 2 (Knuth, "The Art of Computer Programming", 6.4)."""


class VisitedSet:
    """A set of 64-bit keys, none of them 0.

    Among n boards, the chance that two different ones share a key is n * n / 2**65: one in a million for 6 million.
    """

    def __init__(self) -> None:
        self.table = np.zeros(1 << _FIRST_BITS, dtype=np.uint64)

    def reserve(self, count: int) -> None:
        """Make room for this many keys altogether."""
        while count > _MAX_LOAD * len(self.table):
            size = len(self.table)
            # In place: a second table beside it would take half as much memory again.
            self.table.resize(2 * size, refcheck=False)
            spread(self.table, size)


@compiled
def add_key(table: Keys, key: np.uint64) -> bool:
    """Add a key to a table that has room; return whether it is new.

    The key's middle bits name a place; from there it goes to the first that is empty or its own (linear probing).
    """
    last = np.uint64(len(table) - 1)
    at = place_of(key, table)
    while table[at] != np.uint64(0):
        if table[at] == key:
            return False
        at = at + np.uint64(1) & last
    table[at] = key
    return True


@compiled
def place_of(key: np.uint64, table: Keys) -> np.uint64:
    """Return where a table has a key, or looks for it first."""
    place: np.uint64 = key >> np.uint64(20) & np.uint64(len(table) - 1)
    return place


@compiled
def look_ahead(table: Keys, key: np.uint64) -> None:
    """Have the processor read where `add_key` will look first: a large table is in no cache, and this does not wait."""
    prefetch(table, place_of(key, table))


@compiled
def spread(table: Keys, size: int) -> None:
    """Move the keys of the first half of a table, which were all, to where they belong in the whole.

    `size` is the length of a half. A key belongs into the half that one more of its bits names, at its old place there
    or behind. Keys are taken out and added again in the order of their places, beginning behind one that is empty. So a
    key passes only others that were added again: between its first place and its old one, all places have had their
    turn, and the second half has no other keys.
    """
    empty = 0
    while table[empty] != np.uint64(0):
        empty += 1
    for step in range(1, size):
        at = (empty + step) & (size - 1)
        key = table[at]
        if key != np.uint64(0):
            table[at] = np.uint64(0)
            add_key(table, key)
