"""The contract of `ports.RetentionStore`."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import FIRST_GUEST, DeletedGuests, Store, StoredBlock, StoredSubject
from gaprace.rooms.endings import end_race
from gaprace.rooms.stored_races import begin_race
from gaprace.store.retention import SqlRetention
from tests.store.material import a_player, a_race, a_room, begin, end_games, in_sql


@in_sql  # in memory nothing comes between
async def test_a_guest_who_connects_an_account_meanwhile_loses_nothing(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = replace(a_player("guest"), created_at=1_000)
    for player in (guest, a_player("bob")):
        await store.add_player(player)
    await store.add_block(StoredBlock("guest", "bob", 2_000))
    not_in_rooms = SqlRetention._not_in_rooms

    async def meanwhile(connection: AsyncConnection, ids: set[str]) -> set[str]:
        await other.add_subject(StoredSubject("issuer", "subject", "guest", None, 2_000, 2_000))
        return await not_in_rooms(connection, ids)

    monkeypatch.setattr(SqlRetention, "_not_in_rooms", staticmethod(meanwhile))
    await store.delete_guests(FIRST_GUEST, 9_000, 100)
    assert await store.player("guest") == guest
    assert await store.has_blocked("guest", "bob")


async def test_guests_who_never_played_are_deleted_a_few_at_a_time_and_players_stay(store: Store) -> None:
    await begin(store)
    await store.add_room(replace(a_room("ROOM0002"), state=b'{"members":[{"id":"guest1"}]}'))
    for number in range(4):
        await store.add_player(replace(a_player(f"guest{number}"), created_at=1_000 + number // 3))
    assert await store.delete_guests(FIRST_GUEST, 9_000, 2) == DeletedGuests(1, (1_000, "guest1"))
    assert await store.delete_guests((1_000, "guest1"), 9_000, 2) == DeletedGuests(2, (1_001, "guest3"))
    assert await store.delete_guests((1_001, "guest3"), 9_000, 2) == DeletedGuests(0, None)
    assert await store.names([f"guest{number}" for number in range(4)]) == {"guest1": "Ann"}
    await store.add_player(replace(a_player("guest4"), created_at=1_004))
    assert await store.delete_guests((1_001, "guest3"), 1_004, 100) == DeletedGuests(0, None)
    assert await store.delete_guests((1_001, "guest3"), 2_000_000_000_000, 100) == DeletedGuests(1, None)
    assert len(await store.names(["player0", "player1"])) == 2


async def test_races_without_a_limit_in_rooms_that_lie_untouched_are_abandoned(store: Store) -> None:
    await begin(store)
    await store.add_room(a_room("ROOM0002", touched_at=1_000))
    endless = replace(a_race("race2"), room="ROOM0002", ends_at=None)
    await begin_race(store, a_room("ROOM0002", version=2, touched_at=1_000), endless)
    assert await store.abandoned_races(1_000) == []
    assert await store.abandoned_races(9_000) == ["ROOM0002"]
    await end_games(store, endless)
    assert await end_race(store, a_room("ROOM0002", version=3), "race2", 5_000)
    assert await store.abandoned_races(9_000) == []
