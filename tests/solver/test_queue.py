"""The queue and the set of visited boards."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gaprace.solver.arrays import with_room
from gaprace.solver.queue import BUCKET_BITS, VALUE_BITS, Queue, push, take_best

values = st.lists(st.integers(-5000, 5000), min_size=1, max_size=200)


def pushed(queue: Queue, worth: list[int]) -> Queue:
    queue = queue.with_room(len(worth))
    for number, value in enumerate(worth):
        push(queue, 0, np.uint64(number), value, number, 0)
    return queue


def taken(queue: Queue) -> int:
    return int(queue.entries["parent"][take_best(queue)])


@given(values, st.integers(0, 100))
def test_the_best_come_out_first_and_each_once(worth: list[int], early: int) -> None:
    queue = pushed(Queue.empty(1), worth)
    out = [taken(queue) for _ in range(min(early, len(worth)))]
    again = pushed(queue, worth[: len(out)])
    out = [taken(again) for _ in range(again.waiting)]
    assert len(out) == len(worth)
    buckets = [worth[number] >> BUCKET_BITS for number in out]
    assert buckets == sorted(buckets, reverse=True)


@given(values)
def test_what_was_pushed_last_comes_first_among_equals(worth: list[int]) -> None:
    queue = pushed(Queue.empty(1), [value % (1 << BUCKET_BITS) for value in worth])
    assert [taken(queue) for _ in worth] == [*range(len(worth))][::-1]


def test_values_beyond_the_buckets_come_first_and_last() -> None:
    limit = 1 << VALUE_BITS
    queue = pushed(Queue.empty(1), [0, 2 * limit, -2 * limit, limit // 2 - 1])
    assert [taken(queue) for _ in range(4)] == [3, 1, 0, 2]
    assert not queue.waiting


def test_groups_take_turns_and_the_empty_ones_are_passed_over() -> None:
    queue = Queue.empty(8, groups=4)
    for number, (group, value) in enumerate([(3, 900), (1, 0), (1, 80), (3, 800), (0, 8), (1, 160)]):
        push(queue, group, np.uint64(number), value, number, 0)
    assert [taken(queue) for _ in range(6)] == [4, 5, 0, 2, 3, 1]
    assert not queue.waiting


def test_values_that_differ_in_few_bits_count_as_equal() -> None:
    queue = Queue.empty(2, bits=5)
    for number, value in enumerate([31, 0]):
        push(queue, 0, np.uint64(number), value, number, 0)
    assert [taken(queue) for _ in range(2)] == [1, 0]


def test_entries_that_were_taken_are_used_again() -> None:
    queue = Queue.empty(1)
    for number in range(1000):
        queue = queue.with_room(1)
        push(queue, 0, np.uint64(number), number, number, 0)
        assert taken(queue) == number
    assert len(queue.entries) < 10


def test_an_array_grows_and_keeps_its_entries() -> None:
    array = np.arange(6, dtype=np.int32).reshape(3, 2)
    larger = with_room(array, 5)
    assert larger[:3].tolist() == array.tolist()
    assert larger.shape[0] >= 5
    assert with_room(larger, 4) is larger
