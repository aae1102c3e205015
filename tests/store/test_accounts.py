"""The contract of `ports.Store`: players, their subjects, and the server's keys and settings."""

import asyncio
from dataclasses import replace

import pytest

from gaprace.ports import FIRST_GUEST, Store, StoredSubject
from tests.store.material import TODAY, a_player, meet, play_daily

NAMES = [
    "Ann",
    "Zoë Ångström",
    "王小明",
    "👩‍👩‍👧‍👦🏴‍☠️",
    "عائشة",
    "e\u0301\u0323",
    "Robert'); DROP TABLE players;--",
    'a"b\\c%d_e:f$1?',
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 " * 3,
]


async def test_a_player_comes_back_as_it_was_added_but_for_a_new_name(store: Store, other: Store) -> None:
    ann = replace(a_player(), generation=3)
    await store.add_player(ann)
    assert await other.player("ann") == await other.player_by_recovery(ann.recovery_hash) == ann
    assert await other.player_by_recovery("hash of bob") is None
    await store.add_player(a_player("bob"))
    for player in ("ann", "nobody"):
        await store.rename_player(player, "Anna")
    assert await other.player("ann") == replace(ann, name="Anna")
    assert await other.player("bob") == a_player("bob")
    assert await other.player("nobody") is None


async def test_names_of_the_world_come_back_letter_by_letter(store: Store) -> None:
    for number, name in enumerate(NAMES):
        player = f"p{number}"
        await store.add_player(a_player(player, name))
        assert await store.names([player]) == {player: name}
        await store.rename_player(player, name[::-1])
        assert await store.names([player]) == {player: name[::-1]}
    assert await store.names(["p1", "nobody", "p0", "p1"]) == {"p0": NAMES[0][::-1], "p1": NAMES[1][::-1]}
    assert await store.names([]) == {}


async def test_an_id_or_a_recovery_hash_that_is_taken_is_no_new_player(store: Store) -> None:
    await store.add_player(a_player())
    with pytest.raises(ValueError, match="contradicts what is stored"):
        await store.add_player(replace(a_player(), name="Eve", recovery_hash="another"))
    with pytest.raises(ValueError, match="contradicts what is stored"):
        await store.add_player(replace(a_player(), name="Eve", id="eve"))
    assert await store.player("ann") == a_player()
    assert await store.player("eve") is None


async def test_a_replaced_recovery_code_is_the_only_one_but_for_the_next_and_survives_a_rename(
    store: Store, other: Store
) -> None:
    ann = a_player()
    await store.add_player(ann)
    await store.rename_player("ann", "Anna")
    renewed = replace(ann, recovery_hash="new hash", generation=2)
    assert await store.change_credentials(ann, renewed)
    assert await other.player_by_recovery(ann.recovery_hash) is None
    found = await other.player("ann")
    assert await other.player_by_recovery("new hash") == found == replace(renewed, name="Anna")
    both = replace(found, next_recovery_hash="next hash", next_recovery_at=1_700_000_000_007)
    assert await store.change_credentials(found, both)
    assert not await store.change_credentials(found, replace(found, generation=3))
    for hashed in ("new hash", "next hash"):
        assert await other.player_by_recovery(hashed) == both
    assert await store.change_credentials(both, found)
    assert await other.player_by_recovery("next hash") is None


async def test_a_recovery_code_is_replaced_only_as_it_was_known(store: Store) -> None:
    ann = a_player()
    await store.add_player(ann)
    renewed = replace(ann, recovery_hash="new hash", generation=2)
    assert not await store.change_credentials(replace(ann, generation=0), renewed)
    assert not await store.change_credentials(replace(ann, recovery_hash="older hash"), renewed)
    assert not await store.change_credentials(replace(ann, next_recovery_hash="next hash"), renewed)
    assert not await store.change_credentials(replace(ann, next_recovery_at=7), renewed)
    assert not await store.change_credentials(replace(ann, id="bob"), renewed)
    assert await store.player("ann") == ann


async def test_one_of_many_concurrent_uses_of_a_recovery_code_succeeds(store: Store, other: Store) -> None:
    ann = a_player()
    await store.add_player(ann)
    done = await asyncio.gather(
        *(
            each.change_credentials(ann, replace(ann, recovery_hash=f"hash {number}"))
            for number, each in enumerate([store, other] * 8)
        )
    )
    assert sum(done) == 1
    winner = await store.player("ann")
    assert winner.recovery_hash == f"hash {done.index(True)}"


async def test_a_server_key_is_the_same_for_all_concurrent_proposals(store: Store, other: Store) -> None:
    proposals = [bytes([number]) * 32 for number in range(16)]
    keys = await asyncio.gather(
        *(each.server_key("tokens", key) for each, key in zip([store, other] * 8, proposals, strict=True))
    )
    assert len(set(keys)) == 1
    assert keys[0] in proposals
    assert await other.find_server_key("tokens") == keys[0]
    assert await store.find_server_key("another") is None
    assert await store.server_key("another", b"\x00\xff") == b"\x00\xff"


async def test_nothing_is_found_under_strange_ids(store: Store) -> None:
    await store.add_player(a_player())
    for strange in ("", "\0", "a\0b", "\ud800", "é", "\u738b", "x" * 1_000, "' OR 1=1 --", "%"):
        assert await store.player(strange) is None
        assert await store.room(strange) is None
        assert await store.race(strange) is None
        assert await store.finished_game(strange) is None


async def test_of_a_deleted_player_only_an_empty_row_stays_for_good(store: Store, other: Store) -> None:
    ann = replace(a_player("ann"), next_recovery_hash="next hash", next_recovery_at=7)
    await store.add_player(ann)
    await store.add_player(a_player("bob"))
    assert not await store.delete_player("nobody", "gone", 7)
    assert await store.delete_player("ann", "gone", 7)
    assert await other.player_by_recovery(ann.recovery_hash) is None
    assert await other.player_by_recovery("next hash") is None
    row = await other.player("ann")
    assert (row.name, row.generation, row.deleted_at) == ("gone", ann.generation + 1, 7)
    assert row.recovery_hash != ann.recovery_hash
    assert await other.names(["ann", "bob"]) == {"ann": "gone", "bob": "Ann"}
    assert await other.player("bob") == a_player("bob")
    assert not await store.delete_player("ann", "again", 8)
    await store.rename_player("ann", "Ann")
    assert not await store.change_credentials(ann, replace(ann, recovery_hash="new hash"))
    assert await other.player("ann") == row


async def test_settings_are_kept_by_name_and_an_empty_text_is_forgotten(store: Store, other: Store) -> None:
    await store.save_settings({"site_name": "Club", "announcement": "Tonight"})
    await store.save_settings({"site_name": "Klub \u05d0", "announcement": "", "contact": ""})
    assert await other.settings() == {"site_name": "Klub \u05d0"}


# Subjects of identity providers

ISSUER = "https://id.example"
ROOT = StoredSubject(ISSUER, "sub-1", "ann", None, 1_000, 1_000)
ADDED = StoredSubject(ISSUER, "sub-2", "bob", 1, 2_000, 2_000)


async def begin(store: Store) -> None:
    await meet(store, "ann", "bob", "cat")
    assert await store.add_subject(ROOT)
    assert await store.add_subject(ADDED)


async def test_subjects_are_found_by_themselves_and_by_player(store: Store, other: Store) -> None:
    await begin(store)
    assert await other.subject(ISSUER, "sub-1") == ROOT
    assert await store.subject("https://other.example", "sub-1") is None
    assert await store.subject_of(ISSUER, "bob") == ADDED
    assert await store.subject_of(ISSUER, "cat") is None
    elsewhere = replace(ROOT, issuer="https://a.example")
    assert await store.add_subject(elsewhere)
    assert await store.subjects_of("ann") == [elsewhere, ROOT]


async def test_a_subject_has_one_player_and_a_player_one_subject_of_an_issuer(store: Store, other: Store) -> None:
    await begin(store)
    assert not await other.add_subject(replace(ROOT, player="cat"))
    assert not await store.add_subject(replace(ADDED, subject="sub-3"))
    assert await store.subject(ISSUER, "sub-1") == ROOT
    assert await store.subject(ISSUER, "sub-3") is None


async def test_what_was_added_later_ends_with_the_tokens_of_its_time(store: Store) -> None:
    await begin(store)
    for name in ("ann", "bob"):
        player = await store.player(name)
        assert await store.change_credentials(player, replace(player, generation=2))
    assert await store.subject(ISSUER, "sub-1") == ROOT
    assert await store.subject(ISSUER, "sub-2") is None
    assert await store.subjects_of("bob") == []
    assert await store.add_subject(replace(ADDED, player="cat"))  # both are free again
    assert await store.add_subject(replace(ADDED, subject="sub-3", generation=2))


async def test_only_its_own_subject_is_proven_or_removed(store: Store) -> None:
    await begin(store)
    assert await store.prove_subject(ISSUER, "sub-1", 5_000)
    assert not await store.prove_subject(ISSUER, "unknown", 5_000)
    assert await store.subject(ISSUER, "sub-1") == replace(ROOT, proven_at=5_000)
    assert await store.subject(ISSUER, "sub-2") == ADDED
    assert not await store.remove_subject(ISSUER, "cat")
    assert await store.remove_subject(ISSUER, "ann")
    assert not await store.remove_subject(ISSUER, "ann")
    assert await store.subject(ISSUER, "sub-2") == ADDED


async def test_nothing_is_kept_of_deleted_players_and_connected_guests_stay(store: Store) -> None:
    await begin(store)
    deleted = await store.delete_guests(FIRST_GUEST, a_player().created_at + 1, 10)
    assert deleted.deleted == 1
    assert await store.player("cat") is None
    await store.delete_player("ann", "deleted player", 2_000)
    assert await store.subject(ISSUER, "sub-1") is None
    assert await store.add_subject(replace(ROOT, player="bob", issuer="https://a.example"))


async def test_a_player_with_a_game_is_needed(store: Store) -> None:
    await store.add_player(a_player("ann"))
    assert not await store.is_needed("ann")
    await play_daily(store, TODAY, "ann")
    assert await store.is_needed("ann")
