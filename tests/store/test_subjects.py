"""The contract of `ports.SubjectStore`."""

from dataclasses import replace

from gaprace.ports import FIRST_GUEST, Store, StoredSubject
from tests.store.material import TODAY, a_player, meet, play_daily

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
