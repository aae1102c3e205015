"""The life of a room: who sits, who hosts, who sees what, and when it ends."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from gaprace.errors import StoreUnavailable
from gaprace.play.live.spectator_delay import MIN_PUBLIC_DELAY_S
from gaprace.ports import StoredBlock, Transaction
from gaprace.rooms.registry import IDLE_TIMEOUT_MS
from gaprace.wire import Act, Mute, Ready, SetSettings, Settings, Start
from tests.rooms.stage import NOON, RACE, Stage, next_act, settle


async def test_a_room_waits_for_its_people_when_a_server_is_back_after_hours() -> None:
    async with Stage() as before:
        (ann,) = await before.seats("ann")
        await ann.leaves()
    await before.clock.advance(3 * IDLE_TIMEOUT_MS)
    async with Stage(before.store.database, before.clock) as after:
        await settle()
        assert (await after.enter(ann.code, "ann")).bye is None


@pytest.mark.parametrize("turns", range(12))
async def test_a_room_is_not_forgotten_while_somebody_is_on_the_way_into_it(stage: Stage, turns: int) -> None:
    code = await stage.create("ann")
    entering = asyncio.create_task(stage.enter(code, "ann"))
    for _ in range(turns):
        await asyncio.sleep(0)
    await stage.rooms.sweep()
    ann = await entering
    assert ann.bye is None
    await ann.leaves()
    await stage.rooms.sweep()
    assert stage.rooms._live == {}


async def test_who_is_ready_and_only_flickers_gets_a_game_but_not_who_is_long_gone(stage: Stage) -> None:
    ann, bob, cho = await stage.seats("ann", "bob", "cho")
    await bob.says(Ready())
    await cho.says(Ready())
    await bob.leaves()
    await stage.clock.advance(20_000)
    await cho.leaves()
    await ann.says(Start())
    assert [seat.player for seat in ann.replica.race.seats] == ["ann", "cho"]


@pytest.mark.parametrize("name", ["bob", "cho"])
async def test_a_player_of_a_running_race_cannot_watch_it_under_any_name(stage: Stage, name: str) -> None:
    ann, bob = await stage.seats("ann", "bob")
    watching = await stage.enter(ann.code, name, watch=True, also="bob")
    await ann.says(Start())
    assert watching.bye.code == "players_cannot_watch"
    late = await stage.enter(ann.code, name, watch=True, also="bob")
    assert late.bye.code == "players_cannot_watch"
    assert bob.bye is None
    assert (await stage.enter(ann.code, "cho", watch=True, also="dee")).bye is None


async def test_a_second_identity_of_a_player_looks_on_with_no_seat_either(stage: Stage) -> None:
    code = await stage.create("ann")
    ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob", also="ann")
    await ann.says(Start())
    await stage.clock.advance(3500)
    assert bob.bye is None, "both of them play"
    late = await stage.enter(code, "cho", also="ann")
    assert late.bye.code == "players_cannot_watch"
    assert (await stage.enter(code, "cho")).bye is None
    await bob.says(Act(bob.game, 1, "resign"))
    assert bob.bye.code == "players_cannot_watch"
    await ann.says(Act(ann.game, 1, "resign"))
    assert (await stage.enter(code, "bob", also="ann")).bye is None


async def test_a_listed_race_is_watched_with_a_delay_in_every_process_also_if_it_is_unlisted_meanwhile(
    stage: Stage,
) -> None:
    settings = Settings(RACE.variant, 3, 1, code=RACE.code, listed=True)
    (ann,) = await stage.seats("ann", settings=settings)
    await ann.says(Start())
    await ann.says(SetSettings(replace(settings, listed=False)))
    await stage.clock.advance(3500 + 5000)
    await ann.says(next_act(ann))
    game = next_act(ann).game
    async with Stage(stage.store.database, stage.clock) as later:
        watchers = [await each.enter(ann.code, "dee", watch=True) for each in (stage, later)]
        await stage.clock.advance(1000 * MIN_PUBLIC_DELAY_S - 1)
        assert [watcher.replica.games[game].n for watcher in watchers] == [0, 0]
        await stage.clock.advance(1)
        assert [watcher.replica.games[game].n for watcher in watchers] == [1, 1]


async def test_a_race_whose_start_was_stored_though_the_answer_was_lost_is_found_again(stage: Stage) -> None:
    ann, bob = await stage.seats("ann", "bob")
    transact = stage.store.transact

    async def lose_the_answer(work: Callable[[Transaction], Awaitable[Any]]) -> None:
        await transact(work)
        raise StoreUnavailable("the answer is lost")

    stage.store.transact = lose_the_answer
    await ann.says(Start())
    assert ann.refusal == "try_again"
    await ann.says(Mute("bob"))
    await stage.clock.advance(3500)
    assert ann.replica.started == bob.replica.started is not None
    await bob.says(next_act(bob))
    assert bob.replica.mine.n == 1


async def test_a_room_in_which_nothing_happens_for_an_hour_closes(stage: Stage) -> None:
    (ann,) = await stage.seats("ann")
    await stage.clock.advance(IDLE_TIMEOUT_MS // 2)
    await ann.says(Ready())
    await stage.clock.advance(IDLE_TIMEOUT_MS // 2 + 120_000)
    assert ann.bye is None
    await stage.clock.advance(IDLE_TIMEOUT_MS)
    assert ann.bye.code == "room_closed"
    assert (await stage.enter(ann.code, "ann")).bye.code == "room_not_found"


async def test_a_room_is_locked_for_a_player_whom_the_host_blocks_but_not_for_a_member(stage: Stage) -> None:
    ann, cho = await stage.seats("ann", "cho", settings=replace(RACE, seats=9))
    code = ann.code
    for blocks, other in (("ann", "bob"), ("ann", "cho"), ("cho", "dee")):
        await stage.store.add_block(StoredBlock(blocks, other, NOON))
    refused = await stage.enter(code, "bob")
    assert refused.bye.code == "room_locked"
    assert (await stage.enter(code, "bob", watch=True)).bye is None
    await cho.leaves()
    for name in ("cho", "dee"):  # a member keeps the seat, and only the host's blocks count
        assert (await stage.enter(code, name)).bye is None
    await stage.store.remove_block("ann", "bob")
    assert (await stage.enter(code, "bob")).bye is None
