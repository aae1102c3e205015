"""The contract of `ports.BlockStore`."""

from gaprace.ports import FIRST_GUEST, Store, StoredBlock
from tests.store.material import a_player, meet


async def test_blocks_are_kept_once_the_latest_first(store: Store) -> None:
    older, newer = StoredBlock("ann", "bob", 1_000), StoredBlock("ann", "cho", 2_000)
    for block in (older, newer, StoredBlock("ann", "bob", 3_000), StoredBlock("bob", "dee", 4_000)):
        await store.add_block(block)
    assert await store.blocks("ann") == [newer, older]
    assert await store.has_blocked("ann", "bob")
    assert not await store.has_blocked("bob", "ann")
    await store.remove_block("ann", "bob")
    await store.remove_block("ann", "nobody")
    assert await store.blocks("ann") == [newer]


async def test_players_are_kept_apart_whoever_blocks(store: Store) -> None:
    for player, blocked in (("ann", "bob"), ("cho", "ann"), ("dee", "bob")):
        await store.add_block(StoredBlock(player, blocked, 1_000))
    assert await store.kept_apart("ann") == {"bob", "cho"}
    assert await store.kept_apart("bob") == {"ann", "dee"}
    assert await store.kept_apart("eve") == set()


async def test_nothing_is_kept_of_deleted_players(store: Store) -> None:
    await meet(store, "ann", "bob")
    for player, blocked in (("ann", "bob"), ("bob", "ann"), ("cho", "ann"), ("cho", "bob")):
        await store.add_block(StoredBlock(player, blocked, 1_000))
    await store.delete_player("ann", "deleted player", 2_000)
    assert await store.blocks("cho") == [StoredBlock("cho", "bob", 1_000)]
    assert await store.kept_apart("ann") == set()
    await store.delete_guests(FIRST_GUEST, a_player().created_at + 1, 10)
    assert await store.kept_apart("cho") == set()
