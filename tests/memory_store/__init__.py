"""A store in memory, which holds to the contract of `tests/store/` as the others do."""

from tests.memory_store.database import MemoryDatabase
from tests.memory_store.store import MemoryStore

__all__ = ["MemoryDatabase", "MemoryStore"]
