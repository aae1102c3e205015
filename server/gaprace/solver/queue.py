"""A priority queue: buckets of nearly equal values, in each of them last in, first out.

The entries of a bucket are linked: each names the one below it. Entries that were taken are linked too, and used again.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaprace.solver.arrays import with_room
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import Ints, Keys, Values

Indices = NDArray[np.int32]

BUCKET_BITS = 3
"""Values that share all but their lowest bits (a 32nd of the ranker's unit) count as equal. With 5 bits, about as many
deals are won (129 of 200 within 300 000 boards, instead of 128)."""
BUCKETS = 1 << 13
"""Values beyond the first and the last bucket count as those."""
NONE = -1
HIGHEST, FREE, MADE, WAITING = range(4)
"""The `marks` of a queue: the highest bucket that may have entries, the last entry that was taken and is free, the
number of entries made so far, and of those that wait."""


class Queue(NamedTuple):
    """Boards that were reached and not expanded: each is a key, a value, and a move from an expanded board."""

    keys: Keys
    values: Values
    parents: Indices
    moves: Indices
    below: Indices
    tops: Indices
    """The entry at the top of each bucket."""
    marks: Ints

    @classmethod
    def empty(cls, capacity: int) -> "Queue":
        """Return a queue without entries, with room for some."""
        keys, values = np.empty(capacity, dtype=np.uint64), np.empty(capacity, dtype=np.int32)
        parents, moves, below = (np.empty(capacity, dtype=np.int32) for _ in range(3))
        marks = np.array([NONE, NONE, 0, 0], dtype=np.intp)
        return cls(keys, values, parents, moves, below, np.full(BUCKETS, NONE, dtype=np.int32), marks)

    @property
    def waiting(self) -> int:
        """The number of entries."""
        return int(self.marks[WAITING])

    def with_room(self, entries: int) -> "Queue":
        """Return this queue with room for some more entries."""
        count = int(self.marks[MADE]) + entries
        return Queue(
            with_room(self.keys, count),
            with_room(self.values, count),
            with_room(self.parents, count),
            with_room(self.moves, count),
            with_room(self.below, count),
            self.tops,
            self.marks,
        )


@compiled
def bucket_of(value: int) -> int:
    """Return the bucket of a value."""
    bucket: int = min(max((value >> BUCKET_BITS) + BUCKETS // 2, 0), BUCKETS - 1)
    return bucket


@compiled
def push(queue: Queue, key: np.uint64, value: int, parent: int, move: int) -> None:
    """Add a board to a queue that has room."""
    entry = int(queue.marks[FREE])
    if entry == NONE:
        entry = int(queue.marks[MADE])
        queue.marks[MADE] += 1
    else:
        queue.marks[FREE] = queue.below[entry]
    bucket = bucket_of(value)
    queue.keys[entry], queue.values[entry] = key, value
    queue.parents[entry], queue.moves[entry] = parent, move
    queue.below[entry] = queue.tops[bucket]
    queue.tops[bucket] = entry
    queue.marks[HIGHEST] = max(queue.marks[HIGHEST], bucket)
    queue.marks[WAITING] += 1


@compiled
def take_best(queue: Queue) -> int:
    """Remove the best entry of a queue that has any, and return its number.

    What the entry holds can be read until the next `push`.
    """
    bucket = int(queue.marks[HIGHEST])
    while queue.tops[bucket] == NONE:
        bucket -= 1
    queue.marks[HIGHEST] = bucket
    queue.marks[WAITING] -= 1
    entry = int(queue.tops[bucket])
    queue.tops[bucket] = queue.below[entry]
    queue.below[entry] = queue.marks[FREE]
    queue.marks[FREE] = entry
    return entry
