"""What a search remembers: the queue of boards, and the set of keys of those that it has visited.

The set has exactly those that were added, however it has grown, and a key is new only once.
"""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.solver.arrays import with_room
from gaprace.solver.queue import BUCKET_BITS, VALUE_BITS, Queue, push, take_best
from gaprace.solver.visited import VisitedSet, add_key, spread

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
    queue = pushed(Queue.empty(2, bits=5), [31, 0])
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


# Visited boards

PLACE_SHIFT = 20
"""The bits of a key from this one on name its place."""


def in_table(table: "np.ndarray[tuple[int], np.dtype[np.uint64]]") -> set[int]:
    return {int(key) for key in table if key}


def test_keys_stay_while_the_set_grows() -> None:
    random, keys = Random(1), set[int]()
    visited = VisitedSet()
    while len(keys) < 200_000:
        visited.reserve(len(keys) + 1_000)
        for _ in range(1_000):
            key = random.getrandbits(64) | 1
            assert add_key(visited.table, np.uint64(key)) is (key not in keys)
            keys.add(key)
    assert in_table(visited.table) == keys
    assert not any(add_key(visited.table, np.uint64(key)) for key in keys)


@pytest.mark.parametrize("crowd", ["anywhere", "at the end", "at the end of the second half"])
def test_each_key_is_found_after_a_table_has_doubled(crowd: str) -> None:
    random, size = Random(crowd), 32
    for _ in range(400):
        table, keys = np.zeros(size, dtype=np.uint64), set[int]()
        for _ in range(random.randrange(size - 6)):
            place = random.randrange(2 * size) if crowd == "anywhere" else size - random.randrange(1, 5)
            place += size if crowd == "at the end of the second half" or random.random() < 0.5 else 0
            keys.add((random.getrandbits(10) << 40 | place << PLACE_SHIFT) + 1)
        for key in keys:
            add_key(table, np.uint64(key))
        table.resize(2 * size, refcheck=False)
        spread(table, size)
        assert in_table(table) == keys
        assert not any(add_key(table, np.uint64(key)) for key in keys)
