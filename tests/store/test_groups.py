"""The contract of `ports.Store`: groups, their members and their members' games of dailies."""

import asyncio
from dataclasses import replace

import pytest
from msgspec import structs

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.people.group_roles import Membership
from gaprace.ports import (
    FIRST_GUEST,
    DailyKey,
    GroupGame,
    OwnGroup,
    Store,
    StoredGroup,
    StoredResult,
    Transaction,
)
from gaprace.wire.http import GroupRole
from tests.plain import plain
from tests.steps import finish
from tests.store.material import RESULT, TODAY, WON, Alone, a_daily, a_player, begin_daily, meet, play_daily
from tests.store.test_closings import closings

GROUP = StoredGroup("GROUP00001", "Chess Club", "green", "INVITATION000001", private=True, approval=False, created_at=1)
YESTERDAY = DailyKey("2023-11-13", "addiction")
FIRST, LAST = "2023-01-01", "2023-12-31"


def a_member(player: str, role: GroupRole = "member", joined_at: int = 1_000, *, shows: bool = False) -> Membership:
    return Membership(GROUP.code, player, role, joined_at, shows)


async def save(store: Store, *members: Membership, group: StoredGroup = GROUP) -> None:
    await meet(store, *(each.player for each in members))
    await Alone(store).save_group(group)
    for each in members:
        await Alone(store).save_membership(each)


async def roles(store: Store) -> dict[str, str]:
    return {each.player: each.role for each in await store.memberships(GROUP.code)}


async def test_a_group_is_found_by_its_code_and_its_invitation(store: Store, other: Store) -> None:
    await save(store, a_member("ann", "owner"))
    assert await other.group(GROUP.code) == GROUP
    assert await other.group(GROUP.invitation) == GROUP
    for unknown in ("", "nothing", "\0", "x" * 1_000):
        assert await other.group(unknown) is None
    changed = replace(GROUP, name="Tea Club", invitation="INVITATION000002", room="ROOM0001", name_fixed_until=7)
    await save(other, group=changed)
    assert await store.group(GROUP.code) == changed
    assert await store.group(GROUP.invitation) is None


async def test_members_are_read_in_the_order_of_joining(store: Store, other: Store) -> None:
    members = [a_member("cho", "owner", 1), a_member("ann", "pending", 2), a_member("bob", "removed", 2)]
    await save(store, *members[::-1])
    assert await other.memberships(GROUP.code) == members
    assert await other.membership(GROUP.code, "ann") == members[1]
    assert await other.membership(GROUP.code, "dee") is None
    assert await other.memberships("nothing") == []
    await save(other, replace(members[1], role="member"))
    assert await store.membership(GROUP.code, "ann") == replace(members[1], role="member")


async def test_a_player_is_in_many_groups(store: Store, tx: Transaction) -> None:
    tea = replace(GROUP, code="GROUP00002", name="A Tea Club", invitation="INVITATION000002")
    mine = a_member("ann", "owner")
    await save(store, mine, a_member("bob"), a_member("cho", "pending"), a_member("dee", "removed"))
    await save(
        store, replace(a_member("ann"), group=tea.code), replace(a_member("bob", "owner"), group=tea.code), group=tea
    )
    assert await store.groups_of("ann") == [
        OwnGroup(tea, replace(a_member("ann"), group=tea.code), 2, 0),
        OwnGroup(GROUP, mine, 2, 1),
    ]
    assert [each.group.code for each in await store.groups_of("cho")] == [GROUP.code]
    assert await store.groups_of("dee") == []
    assert await tx.count_groups("ann") == 2
    assert await tx.count_groups("dee") == 0


@pytest.mark.parametrize(
    ("left", "heir"),
    [
        ([a_member("bob", joined_at=2), a_member("cho", "co_owner", 3), a_member("dee", "co_owner", 4)], "cho"),
        ([a_member("bob", joined_at=3), a_member("cho", joined_at=2), a_member("dee", "pending", 1)], "cho"),
    ],
)
async def test_an_owner_who_leaves_has_an_heir(
    store: Store, tx: Transaction, left: list[Membership], heir: str
) -> None:
    await save(store, a_member("ann", "owner"), *left)
    await tx.leave_group(GROUP.code, "ann")
    assert await roles(store) == {each.player: each.role for each in left} | {heir: "owner"}
    await tx.leave_group(GROUP.code, "bob")
    assert (await roles(store))[heir] == "owner"


async def test_a_group_keeps_its_guests_and_is_deleted_with_its_members_or_when_it_has_none(
    store: Store, tx: Transaction, other: Store
) -> None:
    everybody = a_member("ann", "owner"), a_member("bob", "removed"), a_member("cho", "pending")
    await store.add_player(a_player("dee"))
    await save(store, *everybody)
    assert (await store.delete_guests(FIRST_GUEST, 1_800_000_000_000, 10)).deleted == 1
    assert [bool(await store.player(each)) for each in ("ann", "dee")] == [True, False]
    await tx.leave_group(GROUP.code, "ann")
    for _ in range(2):
        assert await other.group(GROUP.code) is None
        assert await other.memberships(GROUP.code) == await other.groups_of("cho") == []
        await save(store, *everybody)
        await tx.delete_group(GROUP.code)
    await Alone(other).leave_group(GROUP.code, "cho")


async def test_a_deleted_player_leaves_all_groups(store: Store, tx: Transaction, other: Store) -> None:
    tea = replace(GROUP, code="GROUP00002", name="Tea Club", invitation="INVITATION000002")
    await save(store, a_member("ann", "owner"), a_member("bob"))
    await save(store, replace(a_member("ann", "owner"), group=tea.code), group=tea)
    assert await tx.lock_active_player("ann")
    assert await store.delete_player("ann", "deleted player", 9_000)
    assert await roles(other) == {"bob": "owner"}
    assert await other.group(tea.code) is None
    assert not await tx.lock_active_player("ann")
    assert not await tx.lock_active_player("unknown")


async def test_that_a_member_is_about_is_stored_only_if_others_may_see_it(store: Store) -> None:
    await save(store, a_member("ann", "owner", shows=True), a_member("bob"))
    for player in ("ann", "bob", "cho"):
        await store.note_seen(GROUP.code, player, 5_000)
    assert [each.seen_at for each in await store.memberships(GROUP.code)] == [5_000, None]


async def take_room(store: Store, known: str | None, room: str, group: str = GROUP.code) -> bool:
    return await Alone(store).take_room(group, known, room)


async def test_one_process_makes_the_room(store: Store, other: Store) -> None:
    await save(store, a_member("ann", "owner"))
    both = await asyncio.gather(take_room(store, None, "ROOM0001"), take_room(other, None, "ROOM0002"))
    assert sorted(both) == [False, True]
    found = await store.group(GROUP.code)
    assert found.room == ("ROOM0001" if both[0] else "ROOM0002")
    assert await take_room(other, found.room, "ROOM0003")
    assert not await take_room(other, None, "ROOM0003", group="nothing")


async def test_two_owners_who_change_a_group_at_once_do_not_undo_each_other(store: Store, other: Store) -> None:
    await save(store, a_member("ann", "owner"), a_member("bob", "co_owner"))

    async def grow(tx: Transaction) -> None:
        group = await tx.lock_group(GROUP.code)
        await tx.save_group(replace(group, created_at=group.created_at + 1))

    await asyncio.gather(*(each.transact(grow) for each in (store, other) * 5))
    found = await store.group(GROUP.code)
    assert found.created_at == GROUP.created_at + 10


def a_group_game(daily: DailyKey, player: str, game: str, result: StoredResult) -> GroupGame:
    race, seal = game.replace("-game", "-race"), a_daily(*daily).event.seal
    return GroupGame(daily.date, player, game, plain(result), daily.variant, race, seal)


async def test_the_games_of_members_are_those_that_count(store: Store, other: Store) -> None:
    await save(store, a_member("ann", "owner"), a_member("bob"), a_member("cho", "pending"), a_member("dee", "removed"))
    won = await play_daily(store, TODAY, "ann", WON)
    lost = await play_daily(store, YESTERDAY, "bob")
    await play_daily(store, DailyKey(TODAY.date, "mini"), "bob")
    for outsider in ("cho", "dee", "eve"):
        await play_daily(store, TODAY, outsider)
    await begin_daily(store, TODAY, "bob")
    games = [
        a_group_game(YESTERDAY, "bob", lost, RESULT),
        a_group_game(TODAY, "ann", won, WON),
    ]
    assert await other.group_games(GROUP.code, "addiction", FIRST, LAST) == games
    assert await other.group_games(GROUP.code, "addiction", TODAY.date, LAST) == games[1:]
    assert await other.group_games(GROUP.code, "addiction", FIRST, YESTERDAY.date) == games[:1]
    assert await other.group_games("nothing", "addiction", FIRST, LAST) == []
    assert [*await other.group_dates(GROUP.code, "addiction", LAST, 10)] == [TODAY.date, YESTERDAY.date]
    assert [*await other.group_dates(GROUP.code, "addiction", LAST, 1)] == [TODAY.date]
    assert [*await other.group_dates(GROUP.code, "addiction", TODAY.date, 10)] == [YESTERDAY.date]


async def test_flagged_void_and_empty_games_do_not_count(store: Store, tx: Transaction) -> None:
    await save(store, a_member("ann", "owner"), a_member("bob"), a_member("cho"))
    flagged = await play_daily(store, TODAY, "ann", WON)
    void = await play_daily(store, TODAY, "bob", WON)
    await play_daily(store, TODAY, "cho", structs.replace(RESULT, moves=0))
    await tx.set_void([void], "d1")
    await tx.ask_examinations({flagged: Leaderboard("daily", *TODAY)}, 1)
    assert await tx.save_examination(flagged, b"[]", noted=True)
    await tx.leave_out([flagged])
    assert await store.group_games(GROUP.code, "addiction", FIRST, LAST) == []


async def test_a_closed_daily_is_scored_in_the_world_too(store: Store, other: Store) -> None:
    await save(store, a_member("ann", "owner"), a_member("bob"))
    for player, result in (("ann", WON), ("bob", RESULT), ("eve", RESULT)):
        await play_daily(store, TODAY, player, result)
    assert [each.against_world for each in await other.group_games(GROUP.code, "addiction", FIRST, LAST)] == [
        None,
        None,
    ]
    await finish(closings(store, TODAY))
    scores = await store.daily_scores(TODAY, ["ann", "bob"])
    games = await other.group_games(GROUP.code, "addiction", FIRST, LAST)
    assert {each.player: each.against_world for each in games} == {who: each.score for who, each in scores.items()}
    assert (games[0].against_world or 0) > 0 > (games[1].against_world or 0)
