"""A priority queue that returns the best few hundred entries at a time: buckets of equal value, last in, first out."""

from heapq import heappop, heappush

import numpy as np

from gaprace.solver.encoding import Ints, Values

BUCKET_BITS = 5
"""Values that share all but their lowest 5 bits (an eighth of the ranker's unit) count as equal. The width is a guess:
wide enough that a batch comes from few buckets."""


class BucketQueue:
    """Numbers in the order of their values, highest first."""

    def __init__(self) -> None:
        self._buckets: dict[int, list[Ints]] = {}
        self._order: list[int] = []

    def __bool__(self) -> bool:
        """Whether the queue has any entries."""
        return bool(self._order)

    def push(self, numbers: Ints, values: Values) -> None:
        """Add numbers with their values."""
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

    def pop(self, count: int) -> Ints:
        """Remove and return the best `count` numbers, or all if there are fewer. The queue must not be empty."""
        taken: list[Ints] = []
        while count > 0 and self._order:
            bucket = self._buckets[-self._order[0]]
            while bucket and count > 0:
                chunk = bucket.pop()
                if len(chunk) > count:
                    bucket.append(chunk[:-count])
                    chunk = chunk[-count:]
                taken.append(chunk)
                count -= len(chunk)
            if not bucket:
                del self._buckets[-heappop(self._order)]
        return np.concatenate(taken)
