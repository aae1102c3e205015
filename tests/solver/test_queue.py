import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gaprace.solver.arrays import GrowingArray
from gaprace.solver.queue import BUCKET_BITS, BucketQueue
from gaprace.solver.visited import VisitedSet

values = st.lists(st.integers(-5000, 5000), min_size=1, max_size=200)


@given(values, st.integers(1, 50))
def test_the_best_come_out_first_and_each_once(worth: list[int], size: int) -> None:
    queue = BucketQueue()
    queue.push(np.arange(len(worth)), np.array(worth, dtype=np.int32))
    out: list[int] = []
    while queue:
        out += queue.pop(size).tolist()
    assert sorted(out) == list(range(len(worth)))
    buckets = [worth[number] >> BUCKET_BITS for number in out]
    for begin in range(0, len(out), size):
        assert min(buckets[begin : begin + size]) >= max(buckets[begin + size :], default=-(10**9))


@given(st.lists(st.lists(st.integers(1, 400), min_size=1), max_size=6), st.integers(0, 63))
def test_a_set_of_keys_tells_the_new_ones_each_once(batches: list[list[int]], shift: int) -> None:
    visited, met = VisitedSet(), set[int]()
    for batch in batches:
        keys = np.array(batch, dtype=np.uint64) << np.uint64(min(shift, 54))
        new, at = visited.add(keys)
        assert keys[at].tolist() == new.tolist()
        assert sorted(new.tolist()) == sorted(set(keys.tolist()) - met)
        met |= set(keys.tolist())
    assert len(visited) == len(met)


def test_a_set_of_keys_grows_and_forgets_nothing() -> None:
    visited, keys = VisitedSet(), np.arange(1, 100_001, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for begin in range(0, len(keys), 7000):
        assert len(visited.add(keys[begin : begin + 7000])[0]) == len(keys[begin : begin + 7000])
    assert not len(visited.add(keys)[0])


def test_keys_that_begin_alike_go_on_to_the_next_places() -> None:
    visited, keys = VisitedSet(), (np.uint64(1) << np.uint64(63)) - np.arange(300, dtype=np.uint64)
    assert len(visited.add(keys)[0]) == 300
    assert not len(visited.add(keys)[0])


@given(st.lists(st.integers(0, 99), max_size=30), st.integers(0, 40))
def test_what_is_put_at_the_end_comes_off_the_end(numbers: list[int], count: int) -> None:
    growing: GrowingArray[np.int32] = GrowingArray(np.int32)
    for number in numbers:
        growing.extend(np.array([number] * 400, dtype=np.int32))
    whole = [number for number in numbers for _ in range(400)]
    assert growing.pop(count).tolist() == (whole[-count:] if count else [])
    assert len(growing) == max(0, len(whole) - count)
