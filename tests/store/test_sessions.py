"""The contract of `ports.SessionStore`, and of the codes by which `ports.AccountStore` begins sessions."""

import asyncio
from dataclasses import replace

import pytest

from gaprace.ports import FIRST_GUEST, Store, StoredDeviceCode, StoredSession, Transaction
from tests.store.material import Alone, a_player

SESSION = StoredSession("s1", "ann", 1, 1_000, 1_000, "Firefox on Linux", "net 1")
CODE = StoredDeviceCode("ann", 1, "hash 1", 5_000)
BEGUN = StoredSession("s9", "", 0, 4_999, 4_999, "Safari on iPhone", "net 9")
OTHER = replace(SESSION, id="s2", seen_at=2_000, network="")


@pytest.fixture(autouse=True)
async def begun(store: Store) -> None:
    await store.add_player(a_player("ann"), SESSION)
    await store.add_player(a_player("bob"))
    await store.note_session(OTHER)


async def session_of(store: Store, session: str, player: str = "ann") -> StoredSession | None:
    return (await store.signed_in(player, session))[1]


async def ban(store: Store, decision: str, player: str, until: int) -> int:
    return await Alone(store).ban_networks(decision, player, until)


async def test_a_player_is_found_with_a_session(store: Store) -> None:
    ann = await store.player("ann")
    assert await store.signed_in("ann", "s1") == (ann, SESSION)
    assert await store.signed_in("ann", "unknown") == (ann, None)
    assert (await store.signed_in("bob", "s1"))[1] is None
    assert await store.signed_in("nobody", "s1") == (None, None)


async def test_an_ended_one_stays_ended_and_those_of_older_tokens_are_not_open(store: Store, other: Store) -> None:
    seen = replace(SESSION, seen_at=5_000, device="Chrome on Android", network="net 2")
    await other.note_session(replace(seen, began_at=5_000))
    assert await store.open_sessions("ann") == [seen, OTHER]
    assert await store.ended_sessions("ann") == set()
    assert await store.end_session("ann", "s1", 6_000)
    assert not await other.end_session("ann", "s1", 7_000)
    assert not await store.end_session("bob", "s2", 7_000)
    await store.note_session(replace(seen, seen_at=8_000))
    assert await session_of(store, "s1") == replace(seen, seen_at=8_000, ended_at=6_000)
    assert await store.open_sessions("ann") == [OTHER]
    assert await store.ended_sessions("ann") == {"s1"}
    ann = await store.player("ann")
    await store.change_credentials(ann, replace(ann, generation=2))
    assert await store.open_sessions("ann") == []
    await store.note_session(replace(OTHER, generation=2))
    assert await store.open_sessions("ann") == [replace(OTHER, generation=2)]


async def test_all_known_networks_of_a_player_are_banned_until_the_end_or_until_that_is_lifted(
    store: Store, tx: Transaction
) -> None:
    await store.note_session(replace(SESSION, id="s3", network="net 3"))
    assert await ban(store, "d1", "ann", 9_000) == 2
    assert await ban(store, "d2", "bob", 9_000) == 0
    assert await store.banned_until(["net 0", "net 3"], 8_999) == 9_000
    assert await store.banned_until(["net 3"], 9_000) is None
    assert await store.banned_until(["", "net 2"], 5_000) is None
    await ban(store, "d3", "ann", 12_000)
    assert await store.banned_until(["net 1"], 5_000) == 12_000
    await tx.unban_networks("d3")
    assert await store.banned_until(["net 1"], 5_000) == 9_000


async def test_what_is_old_is_forgotten(store: Store) -> None:
    await store.note_session(replace(SESSION, id="s3", seen_at=3_000))
    await ban(store, "d1", "ann", 9_000)
    await store.forget_sessions(1_001, 3_000, 9_000)
    assert await session_of(store, "s1") is None
    assert await session_of(store, "s2") == OTHER
    assert await session_of(store, "s3") == replace(SESSION, id="s3", seen_at=3_000)
    await store.forget_sessions(0, 3_001, 0)
    assert await session_of(store, "s3") == replace(SESSION, id="s3", seen_at=3_000, network="")
    assert await store.banned_until(["net 1"], 0) is None


async def test_nothing_is_kept_of_deleted_players(store: Store) -> None:
    await store.note_session(replace(SESSION, id="s4", player="bob"))
    await store.delete_player("ann", "deleted player", 2_000)
    assert [await session_of(store, each) for each in ("s1", "s2")] == [None, None]
    await store.delete_guests(FIRST_GUEST, a_player().created_at + 1, 10)
    assert await session_of(store, "s4", "bob") is None


async def test_a_code_begins_one_session_whoever_uses_it_at_once(store: Store, other: Store) -> None:
    await store.save_device_code(CODE)
    assert await store.use_device_code("hash 2", BEGUN) is None
    found = await asyncio.gather(
        *(each.use_device_code("hash 1", replace(BEGUN, id=f"b{number}")) for number, each in enumerate([store, other]))
    )
    assert [each for each in found if each] == [await store.player("ann")]
    begun = [each for each in await store.open_sessions("ann") if each.network == "net 9"]
    assert begun == [replace(BEGUN, id=begun[0].id, player="ann", generation=1)]


async def test_a_code_ends_by_its_time_by_another_one_and_with_the_tokens_or_the_player(store: Store) -> None:
    ann = await store.player("ann")
    await store.save_device_code(CODE)
    assert await store.use_device_code("hash 1", replace(BEGUN, began_at=5_000)) is None
    await store.save_device_code(replace(CODE, hash="hash 2"))
    assert await store.use_device_code("hash 1", BEGUN) is None
    await store.change_credentials(ann, replace(ann, generation=2))
    assert await store.use_device_code("hash 2", BEGUN) is None
    assert await session_of(store, "s9") is None
    for player in ("ann", "bob"):
        await store.save_device_code(replace(CODE, player=player, hash=player))
    await store.delete_player("ann", "deleted player", 2_000)
    assert await store.use_device_code("ann", BEGUN) is None
    await store.forget_sessions(0, 0, 4_999)
    assert await store.use_device_code("bob", BEGUN) == await store.player("bob")
    await store.save_device_code(replace(CODE, player="bob"))
    await store.forget_sessions(0, 0, 5_000)
    assert await store.use_device_code("hash 1", BEGUN) is None
