"""The contract of `ports.Store`: rooms, and their audiences."""

import asyncio
from dataclasses import replace

from gaprace.ports import GameVersion, RoomVersion, Store, StoredRace
from gaprace.rooms.endings import end_race
from gaprace.rooms.stored_races import begin_race
from tests.store.material import RESULT, a_player, a_race, a_room, begin, end_game, end_games, some_actions


async def test_a_room_comes_back_as_it_was_added_and_its_code_is_used_once(store: Store, other: Store) -> None:
    room = replace(a_room(listed=True), state='{"name":"Zoë 👑"}\x00'.encode())
    rooms = [replace(room, touched_at=at) for at in range(8)]
    added = await asyncio.gather(*(each.add_room(one) for each, one in zip((store, other) * 4, rooms, strict=True)))
    assert sum(added) == 1
    assert await other.room(room.code) == rooms[added.index(True)]
    assert await other.room("ROOM9999") is None


async def test_a_room_is_replaced_by_its_next_version_only(store: Store) -> None:
    await store.add_room(a_room(version=4))
    for wrong in (3, 4, 6):
        assert not await store.save_room(a_room(version=wrong, listed=True))
    assert await store.room("ROOM0001") == a_room(version=4)
    assert await store.save_room(a_room(version=5, listed=True, touched_at=7))
    assert await store.room("ROOM0001") == a_room(version=5, listed=True, touched_at=7)
    assert not await store.save_room(a_room("ROOM9999", version=5))


async def test_no_update_is_lost_when_all_try_again_until_they_succeed(store: Store, other: Store) -> None:
    await store.add_room(replace(a_room(version=0), state=b""))

    async def note(store: Store, letter: int) -> None:
        saved = False
        while not saved:
            room = await store.room("ROOM0001")
            saved = await store.save_room(replace(room, version=room.version + 1, state=room.state + bytes([letter])))

    await asyncio.gather(*(note(each, letter) for letter, each in enumerate([store, other] * 5)))
    room = await store.room("ROOM0001")
    assert room.version == 10
    assert sorted(room.state) == list(range(10))


async def test_a_touch_never_goes_back_and_changes_nothing_else_and_keeps_a_room_open(
    store: Store, other: Store
) -> None:
    await store.add_room(a_room(touched_at=1_000))
    await other.touch_room("ROOM0001", 999)
    assert await store.room("ROOM0001") == a_room(touched_at=1_000)
    await other.touch_room("ROOM0001", 2_000)
    assert not await store.close_room("ROOM0001", 2_000)
    assert await store.room("ROOM0001") == a_room(touched_at=2_000)
    await store.touch_room("ROOM9999", 2_000)
    assert not await store.close_room("ROOM9999", 2_000)


async def test_listed_rooms_come_latest_first(store: Store) -> None:
    for number, touched_at in enumerate([50, 10, 40, 30, 20]):
        await store.add_room(a_room(f"ROOM000{number}", listed=touched_at != 40, touched_at=touched_at))
    assert [room.touched_at for room in await store.listed_rooms(9, 10)] == [50, 30, 20]
    assert [room.code for room in await store.listed_rooms(2, 0)] == ["ROOM0000", "ROOM0003"]
    await store.touch_room("ROOM0001", 60)
    await store.close_room("ROOM0000", 51)
    assert [room.touched_at for room in await store.listed_rooms(9, 0)] == [60, 30, 20]


async def test_idle_rooms_are_those_not_touched_since_and_without_a_race(store: Store, race: StoredRace) -> None:
    for number, touched_at in ((2, 99), (3, 101), (4, 50)):
        await store.add_room(a_room(f"ROOM000{number}", touched_at=touched_at))
    assert [room.touched_at for room in await store.idle_rooms(100)] == [50, 99]
    for number in (4, 3, 2):
        assert await store.close_room(f"ROOM000{number}", 102)
    assert await store.idle_rooms(9_999) == []
    assert not await store.close_room("ROOM0001", 9_999)
    await end_games(store, race)
    assert await end_race(store, a_room(version=3), race.id, 5_000)
    assert await store.idle_rooms(9_999) == [a_room(version=3)]
    assert await store.close_room("ROOM0001", 9_999)
    assert await store.room_versions(["ROOM0001"]) == {}


async def test_a_room_closes_once_and_for_good(store: Store, other: Store) -> None:
    await end_games(store, await begin(store))
    assert await end_race(store, a_room(version=3), "race", 5_000)
    closed = await asyncio.gather(*(each.close_room("ROOM0001", 1_001) for each in [store, other] * 4))
    assert sum(closed) == 1
    await store.touch_room("ROOM0001", 5_000)
    assert await store.room("ROOM0001") is None
    assert not await store.save_room(a_room(version=4))
    assert not await begin_race(store, a_room(version=4), a_race("race2", 2))
    assert not await store.add_room(a_room())
    assert await store.race("race")


async def test_a_room_either_closes_or_begins_a_race(store: Store, other: Store) -> None:
    race = await end_games(store, await begin(store))
    assert await end_race(store, a_room(version=3), race.id, 5_000)
    closed, begun = await asyncio.gather(
        other.close_room("ROOM0001", 1_001), begin_race(store, a_room(version=4, touched_at=2_000), a_race("race2", 2))
    )
    assert closed != begun
    assert (await store.room("ROOM0001") is None) == closed
    assert bool(await store.open_races()) == begun


async def test_versions_are_those_of_rooms_and_of_their_running_games(
    store: Store, race: StoredRace, other: Store
) -> None:
    await store.add_room(a_room("ROOM0002", 7))
    await store.appender.append_actions(some_actions("race-0", 1, 3))
    await store.mark_hinted("race-1")
    assert await other.room_versions(["ROOM0001", "ROOM0002", "NOWHERE"]) == {
        "ROOM0001": RoomVersion(
            2, {"race-0": GameVersion(3, ended=False, hinted=False), "race-1": GameVersion(0, ended=False, hinted=True)}
        ),
        "ROOM0002": RoomVersion(7, {}),
    }
    await end_game(store, "race-0", 3, RESULT)
    versions = await other.room_versions(["ROOM0001"])
    assert versions["ROOM0001"].games["race-0"] == GameVersion(0, ended=True, hinted=False)
    await end_game(store, "race-1", 0, RESULT)
    assert await end_race(store, a_room(version=3), race.id, 5_000)
    assert await other.room_versions(["ROOM0001"]) == {"ROOM0001": RoomVersion(3, {})}
    assert await other.room_versions([]) == {}


async def test_open_rooms_that_name_a_player_are_found(store: Store, other: Store) -> None:
    for number in range(450):
        state = b'{"members":[{"id":"ann"}]}' if number % 7 == 0 else b'{"members":[{"id":"annabel"}]}'
        assert await store.add_room(replace(a_room(f"ROOM{number:04}"), state=state))
    assert await store.close_room("ROOM0007", 2_000)
    found = [f"ROOM{number:04}" for number in range(0, 450, 7) if number != 7]
    assert await other.rooms_naming("ann") == found
    assert await other.rooms_naming("nobody") == []


# Audiences


async def test_spectators_are_muted_in_one_room_until_it_closes_or_they_are_deleted(store: Store) -> None:
    await store.add_room(a_room())
    await store.add_player(a_player("dee"))
    for player in ("cho", "cho", "dee", "eve"):
        await store.set_spectator_muted("ROOM0001", player, muted=True)

    async def muted(room: str = "ROOM0001") -> list[str]:
        return [player for player in ("bob", "cho", "dee", "eve") if await store.is_spectator_muted(room, player)]

    assert await muted() == ["cho", "dee", "eve"]
    assert await muted("ROOM0002") == []
    for _ in range(2):
        await store.set_spectator_muted("ROOM0001", "eve", muted=False)
    assert await muted() == ["cho", "dee"]
    await store.delete_player("dee", "deleted player", 2_000)
    assert await muted() == ["cho"]
    assert await store.close_room("ROOM0001", 2_000)
    assert await muted() == []
