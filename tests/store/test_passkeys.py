"""The contract of `ports.PasskeyStore`."""

from dataclasses import replace

from gaprace.ports import Store, StoredPasskey
from tests.store.material import a_player

PASSKEY = StoredPasskey("key-1", "ann", 1, b"\x01\x00public", 0, "Firefox on Linux", 1_000, 1_000)
LATER = replace(PASSKEY, id="key-2", created_at=2_000)


async def begin(store: Store) -> None:
    for name in ("ann", "bob"):
        await store.add_player(a_player(name))
    assert await store.add_passkey(PASSKEY)
    assert await store.add_passkey(LATER)


async def test_passkeys_are_found_by_id_and_by_player(store: Store) -> None:
    await begin(store)
    assert await store.passkey("key-1") == PASSKEY
    assert await store.passkey("unknown") is None
    assert await store.passkeys("ann") == [LATER, PASSKEY]
    assert await store.passkeys("bob") == []


async def test_the_id_of_a_passkey_is_taken_once(store: Store) -> None:
    await begin(store)
    assert not await store.add_passkey(replace(PASSKEY, player="bob", public_key=b"another"))
    assert await store.passkey("key-1") == PASSKEY


async def test_a_challenge_is_signed_once_and_none_before_it(store: Store, other: Store) -> None:
    await begin(store)
    assert await store.use_passkey("key-1", 7, 5_000)
    assert not await other.use_passkey("key-1", 8, 5_000)
    assert not await store.use_passkey("key-1", 8, 4_000)
    assert not await store.use_passkey("unknown", 8, 9_000)
    assert await other.passkey("key-1") == replace(PASSKEY, sign_count=7, used_at=5_000)
    assert await store.passkey("key-2") == LATER


async def test_only_its_player_removes_a_passkey(store: Store) -> None:
    await begin(store)
    assert not await store.remove_passkey("bob", "key-1")
    assert await store.remove_passkey("ann", "key-1")
    assert not await store.remove_passkey("ann", "key-1")
    assert await store.passkeys("ann") == [LATER]


async def test_passkeys_end_with_the_tokens_of_their_time(store: Store) -> None:
    await begin(store)
    ann = await store.player("ann")
    assert ann
    assert await store.change_credentials(ann, replace(ann, generation=2))
    assert await store.passkey("key-1") is None
    assert await store.passkeys("ann") == []
    assert await store.add_passkey(replace(PASSKEY, generation=2))  # the id is free again
    assert await store.passkeys("ann") == [replace(PASSKEY, generation=2)]


async def test_nothing_is_kept_of_deleted_players_and_guests_with_a_passkey_stay(store: Store) -> None:
    await begin(store)
    deleted = await store.delete_guests(0, a_player().created_at + 1, 10)
    assert deleted.deleted == 1
    assert await store.passkeys("ann") == [LATER, PASSKEY]
    await store.delete_player("ann", "deleted player", 2_000)
    assert await store.passkey("key-1") is None
    assert await store.add_passkey(replace(PASSKEY, player="bob"))
