"""Race now: who comes together plays together, and bots take the free seats."""

import asyncio
from functools import partial

import pytest

from gaprace.play.live.phases import COUNTDOWN_MS
from gaprace.play.live.quick import MANY_ARRIVALS, MIN_WAIT_MS, QUICK_SEATS, QUICK_WAIT_MS
from gaprace.play.people.rating import Rating
from gaprace.ports import StoredBlock
from gaprace.rooms.live_room import SEED_GRACE_MS
from gaprace.wire import Leave, Settings, VariantChoice
from tests.refusals import refused
from tests.rooms.stage import NOON, Seat, Stage


def people_and_bots(seat: Seat) -> tuple[int, int]:
    members = seat.replica.room.members if seat.replica.room else []
    return sum(not member.bot for member in members), sum(bool(member.bot) for member in members)


def racers(seat: Seat) -> int:
    return len(seat.replica.race.seats) if seat.replica.race else 0


async def test_who_is_alone_races_bots_after_ten_seconds(stage: Stage) -> None:
    ann = await stage.race_now("ann")
    assert ann.replica.room.fills_at == stage.clock.now() + QUICK_WAIT_MS
    await stage.clock.advance(QUICK_WAIT_MS - 1)
    assert racers(ann) == 0
    await stage.clock.advance(1)
    assert people_and_bots(ann) == (1, 3)
    assert racers(ann) == QUICK_SEATS
    assert ann.replica.room.fills_at is None
    await stage.clock.advance(COUNTDOWN_MS)
    assert ann.replica.started


@pytest.mark.parametrize("seeds_come", [True, False])
async def test_players_who_wait_meet_and_four_begin_at_once_or_a_moment_later_if_seeds_do_not_come(
    stage: Stage, seeds_come: bool
) -> None:
    seats = [await stage.race_now(name) for name in ("ann", "bob", "cho", "dan")]
    for seat in seats if seeds_come else ():
        await seat.contributes()
    for after_ms, has_begun in ((300, seeds_come), (SEED_GRACE_MS - 301, seeds_come), (1, True)):
        await stage.clock.advance(after_ms)
        assert [racers(seat) for seat in seats] == [4 * has_begun] * 4
    assert len({seat.code for seat in seats}) == 1
    assert people_and_bots(seats[0]) == (4, 0)
    assert (await stage.race_now("eve")).code != seats[0].code


async def test_only_who_opens_a_room_is_counted_not_who_takes_a_seat_in_one(stage: Stage) -> None:
    opened: list[str] = []
    for name in ("ann", "bob", "cho", "dan", "eve"):
        count = partial(opened.append, name)
        await stage.enter(await stage.quick_races.room_for(await stage.player(name), "mini", count), name)
    assert opened == ["ann", "eve"]


async def test_who_asks_twice_keeps_the_seat_and_a_room_about_to_begin_takes_no_more_players(stage: Stage) -> None:
    ann = await stage.race_now("ann")
    assert (await stage.race_now("ann")).code == ann.code
    assert people_and_bots(ann) == (1, 0)
    await stage.clock.advance(QUICK_WAIT_MS - MIN_WAIT_MS + 1)
    assert (await stage.race_now("bob")).code != ann.code


async def test_players_of_two_processes_meet_and_one_race_begins(stages: list[Stage]) -> None:
    stage, other = stages
    ann, bob = await stage.race_now("ann"), await other.race_now("bob")
    assert ann.code == bob.code
    await stage.clock.advance(QUICK_WAIT_MS)
    assert people_and_bots(ann) == people_and_bots(bob) == (2, 2)
    assert racers(ann) == racers(bob) == 4
    assert len(stage.store.database.races) == 1


async def test_two_who_come_at_the_same_moment_meet_also_in_two_processes(stages: list[Stage]) -> None:
    stage, other = stages
    for one, variant in ((stage, "mini"), (other, "gaps")):  # there is no room of the second one yet either
        first, second = await asyncio.gather(stage.race_now("ann", variant), one.race_now("bob", variant))
        assert first.code == second.code


async def test_each_variant_has_rooms_of_its_own_and_no_other_room_is_used(stage: Stage) -> None:
    usual = await stage.create("ann", Settings(VariantChoice("mini"), seats=4, listed=True))
    codes = {(await stage.race_now("bob")).code, (await stage.race_now("cho", "gaps")).code, usual}
    assert len(codes) == 3
    assert [room.code for room in (await stage.rooms.listed()).rooms] == [usual]


async def test_a_variant_that_does_not_exist_is_refused(stage: Stage) -> None:
    with refused("bad_settings", "bridge"):
        await stage.race_now("ann", "bridge")


async def test_nothing_begins_when_everybody_has_left(stage: Stage) -> None:
    ann = await stage.race_now("ann")
    await ann.says(Leave())
    await stage.clock.advance(2 * QUICK_WAIT_MS)
    assert not stage.store.database.races


async def rated(stage: Stage, name: str, rating: float) -> Seat:
    """A player with a rating who races now."""
    stage.store.database.ratings[name, "mini"] = Rating(mu=25 + (rating - 1000) / 40, sigma=25 / 3)
    seat = await stage.race_now(name)
    await seat.contributes()
    return seat


async def test_where_few_come_everybody_meets_whatever_the_strength(stage: Stage) -> None:
    strong, weak = await rated(stage, "ann", 2000), await rated(stage, "bob", 1000)
    assert strong.code == weak.code


async def test_where_many_come_they_meet_players_of_their_own_strength_and_wait_no_longer(stage: Stage) -> None:
    for number in range(MANY_ARRIVALS):
        await rated(stage, f"early {number}", 1000)
    ratings = (2000, 1000, 2050, 1040, 1960, 980, 2010, 1010)
    seats = [await rated(stage, f"late {number}", rating) for number, rating in enumerate(ratings)]
    assert len({seat.code for seat in seats[::2]}) == len({seat.code for seat in seats[1::2]}) == 1
    assert seats[0].code != seats[1].code
    await stage.clock.advance(300)
    assert [racers(seat) for seat in seats] == [4] * 8
    alone = await rated(stage, "eve", 1500)
    await stage.clock.advance(4_000)
    late = await rated(stage, "fay", 1900)  # the room has waited long enough for anybody within 500 points
    assert alone.code == late.code
    await stage.clock.advance(QUICK_WAIT_MS - 4_000)
    assert racers(alone) == 4


async def test_a_race_of_rated_players_tells_the_place_that_each_can_expect(stage: Stage) -> None:
    seats = [await rated(stage, name, 1000 + 100 * at) for at, name in enumerate(("ann", "bob", "cho", "dan"))]
    await stage.clock.advance(300)
    race = seats[0].replica.race
    assert [seat.expected for seat in race.seats] == [3.1, 2.7, 2.3, 1.9]
    alone = await rated(stage, "eve", 1000)
    await stage.clock.advance(QUICK_WAIT_MS)
    assert {seat.expected for seat in alone.replica.race.seats} == {None}  # nothing is known of bots


@pytest.mark.parametrize("pair", [("ann", "bob"), ("bob", "ann")])
async def test_players_who_are_kept_apart_by_a_block_are_not_paired(stage: Stage, pair: tuple[str, str]) -> None:
    await stage.store.add_block(StoredBlock(*pair, NOON))
    ann = await stage.race_now("ann")
    await stage.clock.advance(100)
    bob = await stage.race_now("bob")
    cho = await stage.race_now("cho")
    assert ann.code != bob.code
    assert cho.code == ann.code
    assert {*bob.members} == {"bob"}
