"""A store in memory, written by hand, that keeps the same contract as the real ones: for fast tests of services.

Like a real store it lets others run before each call, which it then answers at once. Two stores on one
`MemoryDatabase` stand for two processes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from inspect import getmembers, isfunction
from time import time_ns
from typing import Any, Self, TypeVar

from gaprace.errors import StoreUnavailable
from gaprace.play.events.leaderboards import DailyGame
from gaprace.ports import StoredAction, Transaction, Written
from tests.memory_store.dailies import MemoryDailies
from tests.memory_store.database import MemoryDatabase
from tests.memory_store.events import MemoryEvents
from tests.memory_store.groups import MemoryGroups
from tests.memory_store.moderation import MemoryModeration
from tests.memory_store.outbox import MemoryOutbox
from tests.memory_store.people import MemoryPeople
from tests.memory_store.puzzles import MemoryPuzzles
from tests.memory_store.rooms import MemoryRooms
from tests.memory_store.statistics import MemoryStatistics

Answer = TypeVar("Answer")
AppendHook = Callable[[Sequence[StoredAction]], Awaitable[None]]


async def nothing(actions: Sequence[StoredAction]) -> None:
    """The hook that neither delays nor fails."""


class MemoryParts(
    MemoryPeople,
    MemoryRooms,
    MemoryEvents,
    MemoryDailies,
    MemoryGroups,
    MemoryStatistics,
    MemoryModeration,
    MemoryOutbox,
    MemoryPuzzles,
):
    """All parts, whose methods answer at once. What a store reads, a transaction reads alike."""


class MemoryTransaction:
    """Implements `Transaction`, but no ratings that are computed anew. It never lets others run: it needs no locks."""

    def __init__(self, database: MemoryDatabase) -> None:
        self.database, self._before = database, database.copied()

    async def _reach(self) -> None:
        """It is there."""

    async def rollback(self) -> None:
        self.database.put_back(self._before)

    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        parts = MemoryParts(self.database)
        return [each for each in parts._daily_games(player, variant) if each.game not in parts._flagged()]


class MemoryStore:
    """Implements `Store`.

    - `available = False`: every method raises `StoreUnavailable`.
    - `before_append`, `after_append`: awaited with the actions before and after they are written. One that waits
      delays the answer; one that raises `StoreUnavailable` loses the actions (before), or the answer only (after).
    """

    def __init__(self, database: MemoryDatabase | None = None) -> None:
        self.database = database or MemoryDatabase()
        self.available = True
        self.before_append: AppendHook = nothing
        self.after_append: AppendHook = nothing

    async def _reach(self) -> None:
        """Let others run first, as a real database does."""
        await asyncio.sleep(0)
        if not self.available:
            raise StoreUnavailable("This store is unavailable because a test wants it so.")

    probe = _reach

    async def close(self) -> None:
        pass

    async def time(self) -> int:
        await self._reach()
        return time_ns() // 1_000_000

    async def transact(self, work: Callable[[Transaction], Awaitable[Answer]]) -> Answer:
        await self._reach()
        tx = MemoryTransaction(self.database)
        try:
            return await work(tx)
        except BaseException:
            await tx.rollback()
            raise

    @property
    def appender(self) -> Self:
        return self

    async def append_actions(self, actions: Sequence[StoredAction]) -> list[Written]:
        await self.before_append(actions)
        await self._reach()
        refused: dict[str, Written] = {}
        answers = [MemoryParts(self.database).append(action, refused) for action in actions]
        await self.after_append(actions)
        return answers


def _reaching(method: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    async def run(of: MemoryStore | MemoryTransaction, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - of any method
        await of._reach()
        return method(MemoryParts(of.database), *args, **kwargs)

    return run


for name, method in getmembers(MemoryParts, isfunction):
    for of in (MemoryStore, MemoryTransaction):
        if not name.startswith("_") and name not in vars(of):
            setattr(of, name, _reaching(method))
