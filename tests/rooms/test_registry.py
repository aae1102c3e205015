"""The rooms of a process, as others see them: one room by its code, and the list of the public ones."""

import json
from dataclasses import replace

from msgspec.structs import replace as replace_struct

from gaprace.rooms.reconciler import CHECK_INTERVAL_MS
from gaprace.rooms.registry import IDLE_TIMEOUT_MS, LISTED_MS, MAX_LISTED, SWEEP_INTERVAL_MS, TOUCH_INTERVAL_MS
from gaprace.wire import AddBot, Leave, SetSettings, Settings, SitOut, Start, VariantChoice
from gaprace.wire.http import RoomSummary
from tests.memory_store import MemoryDatabase
from tests.refusals import refused
from tests.rooms.stage import ManualClock, Seat, Stage, settle

LISTED = Settings(VariantChoice("mini"), seats=4, limit_minutes=5, listed=True)


async def listed(stage: Stage, host: str, *guests: str) -> Seat:
    """A listed room with members; the host's connection is returned."""
    (seat,) = await stage.seats(host, settings=LISTED)
    for guest in guests:
        await stage.enter(seat.code, guest)
    return seat


async def test_a_room_is_viewed_as_it_is_here_or_as_it_is_stored(stage: Stage) -> None:
    code = await stage.create("ann")
    assert await stage.rooms.view("NOBODYS0") is None
    stored = await stage.rooms.view(code)
    assert (stored.code, stored.host, len(stored.members)) == (code, "ann", 1)
    await stage.enter(code, "ann")
    await stage.enter(code, "bob")
    stage.store.available = False
    live = await stage.rooms.view(code)
    assert [member.id for member in live.members] == ["ann", "bob"]


async def test_a_process_without_connections_to_a_room_views_it_as_a_peer_has_stored_it(stages: list[Stage]) -> None:
    one, other = stages
    (ann,) = await one.seats("ann")
    bob = await other.enter(ann.code, "bob")
    await bob.leaves()
    await ann.says(SetSettings(LISTED))
    assert (await other.rooms.view(ann.code)).settings == LISTED


async def test_listed_rooms_are_summed_up_those_that_race_first_then_those_with_more_members(stage: Stage) -> None:
    small = await listed(stage, "ann")
    large = await listed(stage, "bob", "bill", "bess")
    racing = await listed(stage, "cho", "cleo")
    await racing.says(Start())
    await small.says(SitOut())
    await stage.create("dee")
    variant = VariantChoice("mini")
    assert (await stage.rooms.listed()).rooms == [
        RoomSummary(racing.code, "cho", "cho", variant, 2, 4, racing=True),
        RoomSummary(large.code, "bob", "bob", variant, 3, 4, racing=False),
        RoomSummary(small.code, "ann", "ann", variant, 0, 4, racing=False),  # those who play are counted
    ]


async def test_a_listed_room_is_shown_as_long_as_somebody_with_a_seat_is_there() -> None:
    async with Stage() as stage, Stage(stage.store.database, stage.clock) as other:
        ann = await listed(stage, "ann")
        bob = await other.enter(ann.code, "bob")
        await stage.enter(ann.code, "cho", watch=True)
        await ann.leaves()
        await stage.clock.advance(2 * IDLE_TIMEOUT_MS)
        assert [room.code for room in (await stage.rooms.listed()).rooms] == [ann.code], "bob waits for somebody"
        await bob.leaves()
        await stage.clock.advance(LISTED_MS + TOUCH_INTERVAL_MS)
        assert (await other.rooms.listed()).rooms == []
        await stage.clock.advance(IDLE_TIMEOUT_MS + SWEEP_INTERVAL_MS)
        assert not await other.rooms.exists(ann.code)


async def test_a_listed_room_that_everybody_has_left_is_not_shown(stage: Stage) -> None:
    ann = await listed(stage, "ann")
    await ann.says(AddBot(1))
    await ann.says(Leave())
    assert (await stage.rooms.listed()).rooms == []


async def test_the_list_ends_somewhere(stage: Stage) -> None:
    for _ in range(MAX_LISTED + 1):
        await stage.create("ann", LISTED)
    assert len((await stage.rooms.listed()).rooms) == MAX_LISTED


def of_newer_version(stage: Stage, code: str) -> None:
    """Let a room be stored as a newer version of the program does, which knows more of it."""
    rooms = stage.store.database.rooms
    state = json.loads(rooms[code].state) | {"weather": "fair"}
    rooms[code] = replace(rooms[code], state=json.dumps(state).encode(), version=rooms[code].version + 1)


async def test_a_room_of_a_newer_version_takes_neither_the_list_nor_races_from_the_others(stage: Stage) -> None:
    newer = await stage.create("ann", LISTED)
    ours = await stage.create("bob", LISTED)
    of_newer_version(stage, newer)
    assert [room.code for room in (await stage.rooms.listed()).rooms] == [ours]
    assert (await stage.race_now("cho")).bye is None


async def test_a_room_of_a_newer_version_is_refused_with_a_reason(stage: Stage) -> None:
    code = await stage.create("ann", LISTED)
    of_newer_version(stage, code)
    async with Stage(stage.store.database, stage.clock) as other:
        for call in (other.rooms.view(code), other.rooms.exists(code)):
            with refused("try_again", "newer version", f"the room {code}"):
                await call


async def test_a_room_of_a_newer_version_keeps_no_server_from_starting_and_no_other_race_from_its_end() -> None:
    async with Stage() as before:
        codes = [await before.create(host, replace_struct(LISTED, limit_minutes=1)) for host in ("ann", "bob")]
        for code, host in zip(codes, ("ann", "bob"), strict=True):
            await (await before.enter(code, host)).says(Start())
        of_newer_version(before, min(codes))
    await before.clock.advance(5 * 60_000)
    async with Stage(before.store.database, before.clock) as after:
        await settle()
        assert [room for room, _ in await after.store.open_races()] == [min(codes)]
        ended = await after.rooms.view(max(codes))
        assert [each.rank for each in ended.race.standings] == [1]


async def test_a_room_of_a_newer_version_keeps_no_other_room_from_being_compared_with_the_store() -> None:
    database, clock = MemoryDatabase(), ManualClock()
    async with Stage(database, clock) as one, Stage(database, clock) as other:
        one.reconcile()
        ann, bob = await listed(one, "ann"), await listed(one, "bob")
        await other.enter(bob.code, "cho")
        of_newer_version(one, ann.code)
        await clock.advance(2 * CHECK_INTERVAL_MS)
        assert bob.members == ["bob", "cho"]
