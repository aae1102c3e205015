"""Television: a live race of a listed room, else a close one of the past."""

from msgspec.structs import replace

from gaprace.events.television import LOOK_INTERVAL_MS, PAST_INTERVAL_MS, Television
from gaprace.wire.http import Programme
from tests.events.daily_stage import resign
from tests.rooms.stage import RACE, Seat, Stage, next_act, racing

LISTED = replace(RACE, listed=True)


async def race_of(stage: Stage, *names: str, listed: bool = True) -> list[Seat]:
    return await racing(stage, *names, settings=LISTED if listed else RACE)


async def end(*seats: Seat) -> str:
    """End a race; return its id."""
    for seat in seats:
        await seat.says(next_act(seat))
        await resign(seat)
    await seats[0].stage.clock.advance(PAST_INTERVAL_MS)
    return seats[0].replica.race.id


async def test_a_listed_race_is_shown_to_all_but_its_players_and_an_unlisted_one_to_nobody(stage: Stage) -> None:
    television = Television(stage.store, stage.clock)
    await race_of(stage, "ann", "bob", listed=False)
    assert await television.programme(None) == Programme(None, None)
    cho, _ = await race_of(stage, "cho", "dee")
    assert await television.programme("ann") == Programme(cho.code, None)
    assert await television.programme("dee") == Programme(None, None)


async def test_the_races_of_the_past_take_turns(stage: Stage) -> None:
    television = Television(stage.store, stage.clock)
    first = await end(*await race_of(stage, "ann", "bob"))
    shown = await television.programme(None)
    assert shown == Programme(None, first)
    second = await end(*await race_of(stage, "cho", "dee"))
    assert {(await television.programme(None, each)).past for each in (first, second)} == {first, second}


async def test_a_race_of_the_past_is_shown_by_every_process_also_after_its_room_has_closed(stage: Stage) -> None:
    seats = await race_of(stage, "ann", "bob")
    race = await end(*seats)
    room = seats[0].room
    assert await stage.store.close_room(room.code, stage.clock.now() + 1)
    assert await Television(stage.store, stage.clock).programme(None) == Programme(None, race)


async def test_a_room_that_moderators_have_shut_is_not_shown_any_more(stage: Stage) -> None:
    seats = await race_of(stage, "ann", "bob")
    await end(*seats)
    await seats[0].room.shut()
    assert await Television(stage.store, stage.clock).programme(None) == Programme(None, None)


async def test_the_past_is_read_once_a_minute(stage: Stage) -> None:
    television = Television(stage.store, stage.clock)
    assert await television.programme(None) == Programme(None, None)
    seats = await race_of(stage, "ann", "bob")
    for seat in seats:
        await seat.says(next_act(seat))
        await resign(seat)
    await stage.clock.advance(LOOK_INTERVAL_MS)
    assert await television.programme(None) == Programme(None, None)
    await stage.clock.advance(PAST_INTERVAL_MS)
    assert await television.programme(None) == Programme(None, seats[0].replica.race.id)
