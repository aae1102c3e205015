"""The contract of `ports.Transaction`: all steps of a unit of work are stored together, or none."""

import asyncio
from contextlib import nullcontext

import pytest

from gaprace.play.events.leaderboards import EarnedPlace, Leaderboard
from gaprace.play.notices.push import race_invited
from gaprace.play.people.rating import Rating
from gaprace.ports import PageRequest, Store, StoredRace, Transaction
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from tests.databases import opened_store
from tests.store.material import RESULT, TODAY, a_race, a_room, begin, begin_daily, some_actions

STREAK = Leaderboard("streak", "all", "mini")
VARIANT = a_race().deal.variant.name


async def every_step(tx: Transaction) -> None:
    """Take each step once, after `begin` and `begin_daily` for ann."""
    assert await tx.save_room(a_room(version=3))
    await tx.add_race(a_race("race2", 2))
    assert await tx.save_entry(TODAY.event, "player0", 1, "race2-0")
    assert await tx.end_game("race-0", 2, RESULT)
    race = await tx.end_race("ROOM0001", "race", 5_000)
    assert (await tx.lock_ratings(["player0"], VARIANT)) == {"player0": Rating()}
    await tx.save_ratings(race, {"player0": Rating(30, 7, 1)})
    await tx.save_places([EarnedPlace(STREAK, "player0", 7, "race-0")])
    await tx.queue(race_invited("ROOM0001", 5_000, "player0"))


@pytest.mark.parametrize("how", ["the work raises", "rollback"])
async def test_nothing_is_left_of_work_that_fails(store: Store, race: StoredRace, other: Store, how: str) -> None:
    await begin_daily(store, TODAY, "ann")
    await store.appender.append_actions(some_actions("race-0", 1, 2))

    async def work(tx: Transaction) -> None:
        await every_step(tx)
        if how != "rollback":
            raise KeyError(how)
        await tx.rollback()

    with nullcontext() if how == "rollback" else pytest.raises(KeyError, match=how):
        await store.transact(work)
    assert await other.room("ROOM0001") == a_room(version=2)
    assert await other.race("race") == race
    assert await other.race("race2") is None
    assert await other.actions(["race-0"]) == {"race-0": some_actions("race-0", 1, 2)}
    assert await other.entry(TODAY.event, "player0") is None
    assert await other.ratings("player0") == {}
    assert await other.rating_history("player0", VARIANT, 9) == await other.due_notices(9_000, 9) == []
    assert (await other.leaderboard_page(STREAK, PageRequest(9))).size == 0


async def test_each_step_sees_those_before_it_and_the_answer_of_the_work_is_returned(store: Store) -> None:
    await begin(store)
    await begin_daily(store, TODAY, "ann")
    await store.appender.append_actions(some_actions("race-0", 1, 2))

    async def work(tx: Transaction) -> str:
        await every_step(tx)
        assert not await tx.save_room(a_room(version=3))
        assert not await tx.save_entry(TODAY.event, "player0", 1, "race2-1")
        assert not await tx.end_game("race-0", 2, RESULT)
        assert await tx.end_race("ROOM0001", "race", 6_000) is None
        assert await tx.attempt_of("race2-0") == (TODAY, "player0")
        assert (await tx.lock_ratings(["player0"], VARIANT)) == {"player0": Rating(30, 7, 1)}
        assert await tx.save_room(a_room(version=4, listed=True))
        return "done"

    assert await store.transact(work) == "done"
    assert await store.room("ROOM0001") == a_room(version=4, listed=True)
    assert (await store.leaderboard_page(STREAK, PageRequest(9))).size == len(await store.due_notices(9_000, 9)) == 1


# What only real databases promise


async def test_work_runs_to_its_end_though_its_caller_is_cancelled(database_url: str) -> None:
    half_way, go_on = asyncio.Event(), asyncio.Event()

    async def work(tx: Transaction) -> None:
        assert await tx.save_room(a_room(version=3))
        half_way.set()
        await go_on.wait()
        assert await tx.save_room(a_room(version=4))

    store = SqlStore(open_database(database_url))
    await begin(store)
    caller = asyncio.create_task(store.transact(work))
    await half_way.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    assert not closing.done(), "it waits for the work"
    go_on.set()
    await closing
    async with opened_store(database_url) as store:
        room = await store.room("ROOM0001")
    assert room == a_room(version=4)


async def test_work_that_loses_a_conflict_runs_again_on_what_the_winner_stored(postgres_url: str) -> None:
    """Two transactions that wait for each other's rows: Postgres ends one of them, and it runs again."""
    both_hold_one = asyncio.Barrier(2)
    tries = []

    async def save_both(store: SqlStore, first: str, second: str) -> list[int]:
        async def work(tx: Transaction) -> list[int]:
            tries.append(first)
            versions = [await saved(tx, first)]
            if tries.count(first) == 1:
                await both_hold_one.wait()
            return [*versions, await saved(tx, second)]

        return await store.transact(work)

    async def saved(tx: Transaction, code: str) -> int:
        """Save the next version of a room, whichever it is."""
        version = 2
        while not await tx.save_room(a_room(code, version)):
            version += 1
        return version

    async with opened_store(postgres_url) as store:
        await begin(store)
        await store.add_room(a_room("ROOM0002"))
        versions = await asyncio.gather(
            save_both(store, "ROOM0001", "ROOM0002"), save_both(store, "ROOM0002", "ROOM0001")
        )
    assert len(tries) >= 3  # it may lose again, as long as the winner has not committed
    assert sorted(versions[0] + versions[1]) == [2, 3, 3, 4]
