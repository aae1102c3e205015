"""The contract of `ports.AudienceStore`."""

from gaprace.ports import Store
from tests.store.material import a_player, a_room

ROOM = "ROOM0001"


async def test_spectators_are_muted_in_one_room(store: Store) -> None:
    for _ in range(2):
        await store.set_spectator_muted(ROOM, "cho", muted=True)
    assert await store.is_spectator_muted(ROOM, "cho")
    assert not await store.is_spectator_muted(ROOM, "dee")
    assert not await store.is_spectator_muted("ROOM0002", "cho")
    for _ in range(2):
        await store.set_spectator_muted(ROOM, "cho", muted=False)
    assert not await store.is_spectator_muted(ROOM, "cho")


async def test_nothing_is_kept_of_closed_rooms_and_deleted_players(store: Store) -> None:
    await store.add_room(a_room())
    await store.add_player(a_player("dee"))
    for player in ("cho", "dee"):
        await store.set_spectator_muted(ROOM, player, muted=True)
    await store.delete_player("dee", "deleted player", 2_000)
    assert await store.is_spectator_muted(ROOM, "cho")
    assert not await store.is_spectator_muted(ROOM, "dee")
    assert await store.close_room(ROOM, 2_000)
    assert not await store.is_spectator_muted(ROOM, "cho")
