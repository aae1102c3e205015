"""What nobody needs any more is let go of."""

import pytest

from gaprace.people.tokens import LIFETIME_MS
from gaprace.ports import StoredPlayer, StoredSession
from gaprace.upkeep import retention
from gaprace.upkeep.retention import (
    DAY_MS,
    STEP_INTERVAL_MS,
    Lifetimes,
    Retention,
)
from tests.rooms.stage import NOON, Stage
from tests.rooms.test_referee import next_act, solo
from tests.rooms.test_registry import of_newer_version


async def test_a_game_that_nobody_comes_back_to_ends_as_it_stands() -> None:
    async with Stage() as stage:
        ann = await solo(stage, "ann")
        await ann.says(next_act(ann))
        assert ann.room
        game = ann.replica.mine
        assert game
        pruner = Retention(stage.store, stage.clock, stage.rooms)
        await stage.clock.advance(Lifetimes().game_ms + DAY_MS)
        await pruner.step()
        assert await stage.store.finished_game(game.game) is None  # she is still there
        await ann.leaves()
        await stage.clock.advance(Lifetimes().game_ms + DAY_MS)
        await pruner.step()
        finished = await stage.store.finished_game(game.game)
        assert finished
        assert finished[0].result
        assert finished[0].result.moves == 1
        assert finished[1].ended_at


async def test_a_room_of_a_newer_version_keeps_no_other_abandoned_game_from_its_end() -> None:
    async with Stage() as stage:
        codes = list[str]()
        for name in ("ann", "bob"):
            seat = await solo(stage, name)
            assert seat.room
            codes.append(seat.room.code)
            await seat.leaves()
        await stage.clock.advance(DAY_MS)  # the rooms are unloaded
        of_newer_version(stage, min(codes))
        await stage.clock.advance(Lifetimes().game_ms + DAY_MS)
        await Retention(stage.store, stage.clock, stage.rooms).step()
        assert [room for room, _ in await stage.store.open_races()] == [min(codes)]


async def test_who_never_played_is_forgotten_after_a_month_and_who_did_is_not() -> None:
    async with Stage() as stage:
        ann = await solo(stage, "ann")
        await ann.leaves()
        await stage.player("bob")
        pruner = Retention(stage.store, stage.clock, stage.rooms)
        await pruner.step()
        assert await stage.store.player("bob")
        await stage.clock.advance(Lifetimes().guest_ms + DAY_MS)
        await pruner.step()
        assert await stage.store.player("ann")
        assert await stage.store.player("bob") is None
        assert stage.clock.now() > NOON


async def test_networks_are_forgotten_before_their_sessions_and_these_with_their_tokens() -> None:
    stage = Stage()  # not open: half a year passes
    await stage.store.note_session(StoredSession("s1", "ann", 1, NOON, NOON, "Firefox", "hash"))
    pruner = Retention(stage.store, stage.clock, stage.rooms)
    for age_ms, network in ((Lifetimes().network_ms, "hash"), (Lifetimes().network_ms + 1, ""), (LIFETIME_MS, "")):
        await stage.clock.advance(NOON + age_ms - stage.clock.now())
        await pruner.step()
        session = await stage.store.session("s1")
        assert session
        assert session.network == network
    await stage.clock.advance(1)
    await pruner.step()
    assert await stage.store.session("s1") is None


async def test_looking_at_all_players_goes_on_in_another_process_and_begins_anew_the_next_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retention, "BATCH_SIZE", 2)
    stage = Stage()  # not open: a month passes
    for number in range(5):
        guest = StoredPlayer(f"guest{number}", "Guest", 1, f"hash {number}", NOON + number)
        await stage.store.add_player(guest)
    await stage.clock.advance(Lifetimes().guest_ms + DAY_MS)

    async def left() -> int:
        return sum([await stage.store.player(f"guest{number}") is not None for number in range(5)])

    processes = [Retention(stage.store, stage.clock, stage.rooms) for _ in range(3)]
    steps = [await process.step() for process in processes]
    assert (steps, await left()) == ([STEP_INTERVAL_MS, STEP_INTERVAL_MS, None], 0)
    cursor = await stage.store.cursor("guests")
    assert cursor
    await stage.clock.advance(DAY_MS)
    await Retention(stage.store, stage.clock, stage.rooms).step()
    again = await stage.store.cursor("guests")
    assert again
    assert again.began_at == stage.clock.now() > cursor.began_at


async def test_the_times_are_those_of_the_settings() -> None:
    async with Stage() as stage:
        await stage.player("bob")
        await stage.clock.advance(2 * DAY_MS)
        await Retention(stage.store, stage.clock, stage.rooms).step()
        assert await stage.store.player("bob")
        await Retention(stage.store, stage.clock, stage.rooms, Lifetimes(guest_ms=DAY_MS)).step()
        assert await stage.store.player("bob") is None
