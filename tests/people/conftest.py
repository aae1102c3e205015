"""A store in memory, and a clock that stands still."""

import pytest

from tests.memory_store import MemoryStore
from tests.rooms.stage import ManualClock


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()
