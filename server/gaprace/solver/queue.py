"""A queue that gives out the best few hundred at a time: buckets of equal value, the newest first in each."""

from heapq import heappop, heappush

import numpy as np

from gaprace.solver.layout import Ints, Values

BUCKET_BITS = 5
"""Values that differ by less than 32 (an eighth of the ranker's unit) count as equal: a guess, so that a batch comes of
few buckets."""


class BucketQueue:
    """Numbers in order of their values, the highest first."""

    def __init__(self) -> None:
        self._buckets: dict[int, list[Ints]] = {}
        self._order: list[int] = []

    def __bool__(self) -> bool:
        """Whether anything is in it."""
        return bool(self._order)

    def push(self, numbers: Ints, values: Values) -> None:
        """Put in numbers with their values."""
        bucket = (values >> BUCKET_BITS).astype(np.int16)  # 16 bits are sorted by radix
        order = np.argsort(bucket, kind="stable")
        bucket, numbers = bucket.take(order), numbers.take(order)
        ends = [*((bucket[1:] != bucket[:-1]).nonzero()[0] + 1).tolist(), len(bucket)]
        begin = 0
        for end in ends if len(bucket) else ():
            self._put(int(bucket[begin]), numbers[begin:end])
            begin = end

    def _put(self, bucket: int, numbers: Ints) -> None:
        if bucket in self._buckets:
            self._buckets[bucket].append(numbers)
        else:
            self._buckets[bucket] = [numbers]
            heappush(self._order, -bucket)

    def pop(self, most: int) -> Ints:
        """Take out the best, at most so many."""
        taken: list[Ints] = []
        while most > 0 and self._order:
            bucket = self._buckets[-self._order[0]]
            while bucket and most > 0:
                chunk = bucket.pop()
                if len(chunk) > most:
                    bucket.append(chunk[:-most])
                    chunk = chunk[-most:]
                taken.append(chunk)
                most -= len(chunk)
            if not bucket:
                del self._buckets[-heappop(self._order)]
        return np.concatenate(taken)
