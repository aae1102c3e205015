"""Closing dailies while the store is away."""

from collections.abc import Awaitable, Callable

import pytest

from gaprace.errors import StoreUnavailable
from gaprace.events.daily_closings import CLOSING_DELAY_MS, RETRY_DELAY_MS, Closings
from gaprace.play.events.windows import window_of
from gaprace.ports import AtOnce, Transaction
from gaprace.rooms.timers import NEXT_BATCH_DELAY_MS
from tests.memory_store import MemoryStore
from tests.rooms.stage import ManualClock
from tests.steps import finish
from tests.store.material import TODAY, play_daily

PLAYERS = ["ann", "bob", "cho", "dee", "eve"]


async def begun() -> tuple[MemoryStore, Closings]:
    """A closing of which one batch of two players is stored."""
    store, clock = MemoryStore(), ManualClock()
    for player in PLAYERS:
        await play_daily(store, TODAY, player)
    clock.put_back(clock.now() - window_of(TODAY.date).ends_at - CLOSING_DELAY_MS)
    closings = Closings(store, clock, AtOnce(), batch_size=2)
    assert await closings.step() == NEXT_BATCH_DELAY_MS
    return store, closings


async def scored(store: MemoryStore) -> int:
    return len(await store.daily_scores(TODAY, PLAYERS))


async def test_a_batch_that_is_not_stored_is_stored_when_the_store_is_back() -> None:
    store, closings = await begun()
    store.available = False
    assert await closings.step() == RETRY_DELAY_MS
    store.available = True
    assert await scored(store) == 2
    await finish(closings)
    assert await scored(store) == 5
    assert (await store.fields([TODAY]))[TODAY].games == 5


@pytest.mark.parametrize("stored", [1, 2], ids=["the second batch", "the last batch"])
async def test_a_batch_that_is_stored_without_an_answer_is_not_stored_twice(stored: int) -> None:
    store, closings = await begun()
    for _ in range(stored - 1):
        await closings.step()
    transact = store.transact

    async def lose_the_answer(work: Callable[[Transaction], Awaitable[object]]) -> None:
        await transact(work)
        raise StoreUnavailable("The answer is lost because a test wants it so.")

    store.transact = lose_the_answer
    assert await closings.step() == RETRY_DELAY_MS
    store.transact = transact
    await finish(closings)
    assert await scored(store) == 5
    assert store.database.closings[TODAY].is_done
    assert store.database.closings[TODAY].stored.version == 0
