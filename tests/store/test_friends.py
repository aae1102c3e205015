"""The contract of `ports.FriendStore` and `ports.BlockStore`, and of the rows of leaderboards among friends."""

from dataclasses import replace
from random import Random

from msgspec import structs

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.notices.push import race_invited
from gaprace.ports import (
    FIRST_GUEST,
    TOLD_AGAIN_MS,
    Acquaintance,
    Followed,
    LateBest,
    PageRequest,
    Store,
    StoredBlock,
    StoredFollow,
    StoredPresence,
    StoredResult,
    Suggested,
)
from gaprace.rules.variants import VARIANTS
from tests.positions import random_deal
from tests.store.material import RESULT, TODAY, WON, a_player, meet, play_daily, play_race
from tests.store.test_groups import GROUP, a_member, save

BOARD = Leaderboard("daily", *TODAY)


async def follow(store: Store, *pairs: str) -> None:
    for at, pair in enumerate(pairs):
        await store.add_follow(StoredFollow(*pair.split(), at))


async def test_friends_are_those_who_follow_each_other_by_name(store: Store) -> None:
    await meet(store, "ann", "bob", "cho", "dee")
    await follow(store, "ann cho", "ann bob", "bob ann", "dee ann", "ann bob")
    mine, theirs = StoredFollow("ann", "bob", 1), StoredFollow("bob", "ann", 2)
    assert await store.followed_by("ann") == [
        Followed(mine, "Bob", theirs),
        Followed(StoredFollow("ann", "cho", 0), "Cho"),
    ]
    assert await store.acquaintances("ann", BOARD, 5) == [Acquaintance("bob", "Bob")]
    assert await store.acquaintances("dee", BOARD, 5) == []
    await store.remove_follow("bob", "ann")
    assert (await store.followed_by("ann"))[0] == Followed(mine, "Bob")


async def test_only_friends_see_a_presence_and_only_a_shown_one_is_noted(store: Store) -> None:
    await meet(store, "ann", "bob", "cho")
    await follow(store, "ann bob", "bob ann", "ann cho")
    racing = StoredPresence("bob", 5, "racing", "ROOM0001")
    await store.note_presences([racing])
    assert await store.presence("bob") is None
    for name in ("bob", "cho"):
        await store.show_presence(StoredPresence(name, 1))
    await store.note_presences([racing, StoredPresence("ann", 5)])
    assert [each.presence for each in await store.followed_by("ann")] == [racing, None]
    assert await store.presence("ann") is None
    await store.hide_presence("bob")
    assert [each.presence for each in await store.followed_by("ann")] == [None, None]


async def test_a_block_ends_the_own_follow_for_good(store: Store) -> None:
    await meet(store, "ann", "bob")
    await follow(store, "ann bob", "bob ann")
    await store.add_block(StoredBlock("ann", "bob", 1))
    await store.remove_block("ann", "bob")
    assert await store.followed_by("ann") == []
    assert await store.followed_by("bob") == [Followed(StoredFollow("bob", "ann", 1), "Ann")]
    assert await store.acquaintances("bob", BOARD, 5) == []


async def test_nothing_is_kept_of_deleted_players_and_whoever_follows_stays(store: Store) -> None:
    await meet(store, "ann", "bob", "cho")
    await follow(store, "ann bob", "bob ann", "cho bob", "cho ann")
    await store.show_presence(StoredPresence("ann", 1))
    await store.delete_player("ann", "deleted player", 2)
    assert await store.presence("ann") is None
    assert [each.mine.followed for each in await store.followed_by("cho")] == ["bob"]
    assert await store.is_needed("cho")
    assert not await store.is_needed("bob")


async def test_those_who_follow_have_raced_twice_or_share_a_group_are_suggested(store: Store) -> None:
    await play_race(store, "a", {"ann": WON, "bob": RESULT, "cho": RESULT, "dee": RESULT})
    await play_race(store, "b", {"ann": WON, "bob": RESULT, "dee": RESULT})
    await meet(store, "eve", "fay", "gus", "hal")
    await follow(store, "eve ann", "ann fay", "fay ann", "gus ann")
    await store.add_block(StoredBlock("ann", "dee", 1))
    await store.add_block(StoredBlock("gus", "ann", 1))
    members = [a_member(name) for name in ("ann", "hal", "bob", "dee", "fay")]
    await save(store, *members, a_member("cho", "pending"))
    assert await store.acquaintances("ann", BOARD, 5) == [
        Acquaintance("fay", "Fay"),
        *(Acquaintance(each, each.capitalize(), GROUP.code, GROUP.name) for each in ("bob", "dee", "fay", "hal")),
    ]
    assert await store.acquaintances("ann", BOARD, 0) == [Acquaintance("fay", "Fay")]
    assert await store.acquaintances("cho", BOARD, 5) == []
    suggested = await store.suggestions("ann", 9)
    assert [(each.player, each.reason) for each in suggested] == [
        ("eve", "follows_you"),
        ("bob", "raced"),
        ("hal", "group"),
    ]
    assert suggested[0] == Suggested("eve", "Eve", "follows_you")
    assert len(await store.suggestions("ann", 1)) <= len(suggested)


async def test_a_friend_is_invited_and_nobody_else(store: Store) -> None:
    await meet(store, "ann", "bob", "cho")
    await follow(store, "ann bob", "bob ann", "ann cho")
    for other, is_friend in (("bob", True), ("cho", False), ("eve", False)):
        invitation = StoredFollow("ann", other, 7, "ROOM0001", 7)
        assert await store.invite(invitation, race_invited("ROOM0001", 7, other)) == is_friend
    (found,) = await store.followed_by("bob")
    assert found.theirs == replace(StoredFollow("ann", "bob", 0), room="ROOM0001", invited_at=7)
    for at in (8, TOLD_AGAIN_MS + 6, TOLD_AGAIN_MS + 7):
        assert await store.invite(StoredFollow("ann", "bob", at, f"ROOM{at}", at), race_invited(f"ROOM{at}", at, "bob"))
    (found,) = await store.followed_by("bob")
    assert found.theirs.room == f"ROOM{TOLD_AGAIN_MS + 7}"
    assert len(await store.due_notices(10**9, 10)) == 1


async def test_the_rows_of_some_players_are_ranked_among_them_and_acquaintances_have_their_keys(store: Store) -> None:
    for name, result in (("ann", RESULT), ("bob", WON), ("cho", WON), ("dee", WON)):
        await play_daily(store, TODAY, name, result)
    some = ["ann", "cho", "dee", "eve"]
    rows = await store.places_of(BOARD, some, 4)
    assert [(row.player, row.rank) for row in rows] == [("cho", 1), ("dee", 1), ("ann", 3)]
    page = await store.leaderboard_page(BOARD, PageRequest(9))
    assert {replace(row, rank=0) for row in rows} <= {replace(row, rank=0) for row in page.rows}
    assert await store.places_of(BOARD, some, 2) == rows[:2]
    assert await store.places_of(BOARD, [], 4) == []
    await meet(store, "fay")
    await follow(store, "ann bob", "bob ann", "ann fay", "fay ann")
    keys = {row.player: row.key for row in page.rows}
    assert await store.acquaintances("ann", BOARD, 5) == [
        Acquaintance("bob", "", key=keys["bob"]),
        Acquaintance("fay", "Fay"),
    ]


async def test_late_bests_are_wins_that_beat_an_earlier_one_in_races_or_alone(store: Store) -> None:
    def win(time_ms: int, ended_at: int) -> StoredResult:
        return structs.replace(WON, time_ms=time_ms, ended_at=ended_at)

    for race, ann, bob in (("one", 90, 50), ("two", 80, 60), ("three", 70, 70)):
        at = {"one": 5, "two": 10, "three": 11}[race]
        await play_race(store, race, {"ann": win(ann, at), "bob": win(bob, at)}, ended_at=at)
    await play_race(store, "first", {"cho": win(10, 12)}, ended_at=12)
    await play_race(store, "practice", {"ann": win(20, 12), "bob": win(20, 12)}, ranked=False, ended_at=12)
    await play_race(
        store, "gaps", {"ann": win(20, 12)}, deal=random_deal(Random("gaps"), VARIANTS["gaps"]), ended_at=12
    )
    everybody = ["ann", "bob", "cho"]
    assert await store.late_bests(everybody, 10) == [LateBest("ann", "addiction", 70)]
    assert await store.late_bests(everybody, 11) == [LateBest("ann", "addiction", 70)]
    assert await store.late_bests(everybody, 12) == await store.late_bests(["bob", "cho"], 6) == []


# Blocks


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


async def test_players_are_kept_apart_whoever_blocks_until_they_are_deleted(store: Store) -> None:
    await meet(store, "ann", "bob")
    for player, blocked in (("ann", "bob"), ("bob", "ann"), ("cho", "ann"), ("cho", "bob"), ("ann", "dee")):
        await store.add_block(StoredBlock(player, blocked, 1_000))
    assert await store.kept_apart("ann") == {"bob", "cho", "dee"}
    assert await store.kept_apart("dee") == {"ann"}
    assert await store.kept_apart("eve") == set()
    await store.delete_player("ann", "deleted player", 2_000)
    assert await store.blocks("cho") == [StoredBlock("cho", "bob", 1_000)]
    assert await store.kept_apart("ann") == set()
    await store.delete_guests(FIRST_GUEST, a_player().created_at + 1, 10)
    assert await store.kept_apart("cho") == set()
