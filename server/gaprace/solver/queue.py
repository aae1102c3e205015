"""A priority queue: buckets of nearly equal values, in each of them last in, first out.

Its entries belong to groups, which take turns: each gives its best entry, one group after the other. With one group, it
gives the best entry of all.

The entries of a bucket are linked: each names the one below it. Entries that were taken are linked too, and used again.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaprace.solver.arrays import with_room
from gaprace.solver.compiling import compiled, prefetch
from gaprace.solver.encoding import Bytes, Ints

Indices = NDArray[np.int32]
Entries = NDArray[np.void]

ENTRY = np.dtype(
    [("key", np.uint64), ("value", np.int32), ("parent", np.int32), ("move", np.int32), ("below", np.int32)], align=True
)
"""The parts of an entry lie together: an entry of a long queue is in no cache, and is then read at once."""

BUCKET_BITS = 3
"""Values that share all but their lowest bits (a 32nd of the ranker's unit) count as equal."""
VALUE_BITS = 16
"""Values that need more bits than these, sign included, count as the first or the last of these."""
NONE = -1
TURN, FREE, MADE, WAITING, BITS = range(5)
"""The `marks` of a queue: the group whose turn it is, the last entry that was taken and is free, the number of entries
made so far, and of those that wait; and the bits in which values of a bucket may differ."""


class Queue(NamedTuple):
    """Boards that were reached and not expanded: each is a key, a value, and a move from an expanded board."""

    entries: Entries
    tops: Indices
    """The entry at the top of each bucket, by group."""
    highest: Ints
    """The highest bucket that may have entries, by group."""
    marks: Ints

    @classmethod
    def empty(cls, capacity: int, groups: int = 1, bits: int = BUCKET_BITS) -> "Queue":
        """Return a queue without entries, with room for some.

        Values that differ in their lowest `bits` alone count as equal.
        """
        tops, highest = np.full((groups, buckets(bits)), NONE, dtype=np.int32), np.full(groups, NONE, dtype=np.intp)
        return cls(np.empty(capacity, dtype=ENTRY), tops, highest, np.array([0, NONE, 0, 0, bits], dtype=np.intp))

    @property
    def waiting(self) -> int:
        """The number of entries."""
        return int(self.marks[WAITING])

    def with_room(self, entries: int) -> "Queue":
        """Return this queue with room for some more entries."""
        return self._replace(entries=with_room(self.entries, int(self.marks[MADE]) + entries))


@compiled
def buckets(bits: int) -> int:
    """Return the number of buckets whose values may differ in the lowest `bits`."""
    return 1 << VALUE_BITS - bits


@compiled
def bucket_of(value: int, bits: int) -> int:
    """Return the bucket of a value."""
    count = buckets(bits)
    bucket: int = min(max((value >> bits) + count // 2, 0), count - 1)
    return bucket


@compiled
def push(queue: Queue, group: int, key: np.uint64, value: int, parent: int, move: int) -> None:  # noqa: PLR0913, PLR0917  # as the loops have them
    """Add a board to a group of a queue that has room."""
    entry = int(queue.marks[FREE])
    if entry == NONE:
        entry = int(queue.marks[MADE])
        queue.marks[MADE] += 1
    else:
        queue.marks[FREE] = queue.entries[entry].below
    bucket = bucket_of(value, queue.marks[BITS])
    new = queue.entries[entry]
    new.key, new.value, new.parent, new.move, new.below = key, value, parent, move, queue.tops[group, bucket]
    queue.tops[group, bucket] = entry
    queue.highest[group] = max(queue.highest[group], bucket)
    queue.marks[WAITING] += 1


@compiled
def take_best(queue: Queue) -> int:
    """Remove the best entry of the group whose turn it is from a queue that has any, and return its number.

    A group without entries is passed over. The content of the entry can be read until the next `push`.
    """
    group = int(queue.marks[TURN])
    bucket = _highest(queue, group)
    while bucket == NONE:
        group = (group + 1) % len(queue.highest)
        bucket = _highest(queue, group)
    queue.marks[TURN] = (group + 1) % len(queue.highest)
    queue.marks[WAITING] -= 1
    entry = int(queue.tops[group, bucket])
    taken = queue.entries[entry]
    queue.tops[group, bucket], taken.below = taken.below, queue.marks[FREE]
    queue.marks[FREE] = entry
    return entry


@compiled
def look_ahead(queue: Queue, boards: Bytes) -> None:
    """Have the processor read what the next turns need: a top, an entry, and the board that an entry comes from.

    An entry is read one turn after the top that names it, and its board one turn after that. If a group has another
    top when its turn comes, or none, it was read in vain.
    """
    turn, groups = queue.marks[TURN], len(queue.highest)
    first, second, third = turn, (turn + 1) % groups, (turn + 2) % groups
    prefetch(boards[queue.entries[queue.tops[first, queue.highest[first]]].parent], 0)
    prefetch(queue.entries, queue.tops[second, queue.highest[second]])
    prefetch(queue.tops[third], queue.highest[third])


@compiled
def _highest(queue: Queue, group: int) -> int:
    """Return the highest bucket of a group that has entries, or `NONE`."""
    bucket = int(queue.highest[group])
    while bucket != NONE and queue.tops[group, bucket] == NONE:
        bucket -= 1
    queue.highest[group] = bucket
    return bucket
