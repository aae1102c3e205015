"""A solo race without a move leaves nothing in the store, except for an attempt at a daily."""

import gc
import weakref
from dataclasses import replace

import pytest

from gaprace.play.fair_shares import Holdings, Share
from gaprace.wire import Act, Ready, Start
from tests.events.daily_stage import resign
from tests.refusals import refused
from tests.rooms.stage import SOLO, Seat, Stage, next_act, solo


async def start_and_resign(stage: Stage) -> Seat:
    """Start a solo race, and give up; return the player's seat."""
    seat = await solo(stage)
    await resign(seat)
    return seat


async def test_to_start_alone_and_give_up_leaves_nothing_unless_there_was_a_move(stage: Stage) -> None:
    seat = await start_and_resign(stage)
    assert seat.replica.room.race.standings
    database = stage.store.database
    assert (database.races, database.race_of, database.actions) == ({}, {}, {})
    await seat.says(Start())  # the room goes on
    await seat.says(next_act(seat))
    await resign(seat)
    (race,) = database.races.values()
    assert race.games[0].result, "a single move keeps the game"


async def test_a_race_of_several_is_kept_although_nobody_has_moved(stage: Stage) -> None:
    for seat in await stage.seats("ann", "bob"):
        await seat.says(Ready())
    await stage.clock.advance(2 * 60_000)
    (race,) = stage.store.database.races.values()
    assert [game.result.moves for game in race.games if game.result] == [0, 0]


async def test_who_reads_the_room_anew_finds_it_after_a_race_that_is_forgotten(stage: Stage) -> None:
    code = (await start_and_resign(stage)).code
    async with Stage(stage.store.database, stage.clock) as restarted:
        seat = await restarted.enter(code, "ann")
        assert seat.bye is None
        await seat.says(Start())
        assert len(stage.store.database.races) == 1


async def test_a_peer_that_missed_the_end_of_a_forgotten_race_ends_it_too() -> None:
    async with Stage() as one, Stage(one.store.database, one.clock) as other:  # on buses of their own
        (seat,) = await one.seats("ann", settings=SOLO)
        await other.enter(seat.code, "eve", watch=True)
        peer = other.rooms.live_rooms[0]
        await seat.says(Start())
        await peer._coordinator.check()
        await one.clock.advance(1_000)
        assert not peer.race.state.is_over
        (game,) = peer.race.state.games
        await seat.says(Act(game, 1, "resign"))
        assert one.store.database.races == {}
        await peer._coordinator.check()
        await one.clock.advance(1_000)
        assert peer.race.state.is_over


@pytest.mark.parametrize("plays", [False, True])
async def test_a_room_that_was_left_gives_its_memory_back_without_the_garbage_collector(plays: bool) -> None:
    gc.collect()
    gc.disable()
    try:
        async with Stage() as stage:
            (seat,) = await stage.seats("ann", settings=SOLO)
            if plays:
                await seat.says(Start())
                await stage.clock.advance(5_000)
                await resign(seat)
            await seat.leaves()
            room = stage.rooms.live_rooms[0]
            parts = [weakref.ref(part) for part in (room, room._connections, room.race) if part is not None]
            del room
            seat.room = None
            await stage.clock.advance(2 * 60_000)
            assert stage.rooms.live_rooms == []
            assert [part() for part in parts] == [None] * (3 if plays else 2)
    finally:
        gc.enable()


async def test_what_is_idle_closes_sooner_the_fewer_rooms_are_left_and_is_given_back(stage: Stage) -> None:
    stage.rooms._context = replace(stage.rooms._context, max_rooms=10)
    stage.rooms._holdings = Holdings(Share(0.5, 0.5), 10)
    codes = []
    for _ in range(3):
        codes.append(await stage.create("ann", SOLO))
        stage.rooms.note_opened(codes[-1], "home", "ann")
    assert not stage.rooms.may_open("home", "ann")
    await stage.clock.advance(44 * 60 * 1000)
    assert stage.rooms.may_open("home", "ann")
    assert await stage.store.room(codes[0]) is None
    stage.rooms.note_opened(another := await stage.create("ann", SOLO), "home", "ann")
    await stage.store.close_room(another, stage.clock.now() + 1)  # by another server
    await stage.clock.advance(60_000)
    assert len(stage.rooms._holdings) == 0


async def test_a_server_with_as_many_rooms_as_it_takes_says_when_to_come_back(stage: Stage) -> None:
    stage.rooms._context = replace(stage.rooms._context, max_rooms=2)
    for _ in range(2):
        await stage.create("ann", SOLO)
    with refused("server_full", "Try again in 60 s"):
        await stage.create("ann", SOLO)
    await stage.clock.advance(2 * 60 * 60 * 1000)  # they close when nothing happens in them
    assert await stage.create("ann", SOLO)
    assert len(stage.store.database.rooms.keys() - stage.store.database.closed) == 1
