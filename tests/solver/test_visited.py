"""The set of keys: it has exactly those that were added, however it has grown, and a key is new only once."""

from random import Random

import numpy as np
import pytest

from gaprace.solver.visited import VisitedSet, add_key, spread

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
