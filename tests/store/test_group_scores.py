"""The stored scores within groups, in every store: which hold, and what makes them no longer hold."""

from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.group_scores import DayScores
from gaprace.play.people.group_roles import Membership
from gaprace.ports import DailyKey, Store, Transaction, UnscoredDaily
from gaprace.rooms.endings import end_event
from tests.steps import finish
from tests.store.material import WON, meet, play_daily
from tests.store.test_closings import closings
from tests.store.test_events import ENDS_AT, GROUP, OF_TODAY, make_own_daily, play
from tests.store.test_groups import a_member, save

FIRST, LAST = "2023-01-01", "2023-12-31"
DAILY = DailyKey("2023-11-13", "mini")
SCORES = DayScores({"ann": 1 / 3, "bob": -1 / 3}, {"ann": -250})


async def scores_of(store: Store, daily: str) -> dict[str, DayScores | None]:
    """The scores, of which each has a version."""
    scores = dict(await store.group_scores(GROUP.code, daily, FIRST, LAST))
    versions = await store.group_score_versions(GROUP.code, daily, FIRST, LAST)
    assert {date: version is None for date, version in versions.items()} == {
        date: its is None for date, its in scores.items()
    }
    return scores


own, of_world = partial(scores_of, daily=OWN_DAILY), partial(scores_of, daily=DAILY.variant)


async def unscored(store: Store) -> list[UnscoredDaily]:
    return [*await store.unscored_dailies(10)]


async def play_own_daily(store: Store) -> None:
    """Let a member play the own daily of a group to its end."""
    await make_own_daily(store)
    await play(store, "bob", OF_TODAY)
    assert await store.transact(lambda tx: end_event(tx, OF_TODAY.code, ENDS_AT))


async def close(store: Store) -> None:
    await finish(closings(store, DAILY))


async def test_the_scores_of_an_own_daily_are_stored_once_it_has_ended(store: Store, other: Store) -> None:
    await make_own_daily(store)
    await play(store, "bob", OF_TODAY)
    assert await own(other) == {OF_TODAY.label: None}
    assert await unscored(other) == []
    assert await store.transact(lambda tx: end_event(tx, OF_TODAY.code, ENDS_AT))
    assert await own(other) == {OF_TODAY.label: None}
    (daily,) = await unscored(other)
    assert daily[:3] == (GROUP.code, OWN_DAILY, OF_TODAY.label)
    assert await store.save_group_scores(daily, SCORES)
    assert await own(other) == {OF_TODAY.label: SCORES}
    assert await unscored(other) == []
    assert await store.group_scores(GROUP.code, OWN_DAILY, "2023-11-15", LAST) == {}
    assert await store.group_scores("nothing", OWN_DAILY, FIRST, LAST) == {}


async def test_the_scores_of_the_worlds_daily_are_stored_once_it_is_closed(
    store: Store, tx: Transaction, other: Store
) -> None:
    await save(store, a_member("ann", "owner"), a_member("bob", "pending"), group=GROUP)
    for player in ("ann", "bob", "eve"):
        await play_daily(store, DAILY, player, WON)
    assert await of_world(other) == {DAILY.date: None}
    assert await unscored(other) == []
    await close(store)
    assert await of_world(other) == {DAILY.date: None}
    (daily,) = await unscored(other)
    assert daily[:3] == (GROUP.code, DAILY.variant, DAILY.date)
    assert await store.save_group_scores(daily, SCORES)
    assert await of_world(other) == {DAILY.date: SCORES}
    await tx.reopen_closings(DAILY.variant, DAILY.date)
    assert await of_world(other) == {DAILY.date: None}
    await close(store)
    assert await of_world(other) == {DAILY.date: SCORES}


async def void(tx: Transaction) -> None:
    (game,) = [each.game for each in (await tx.lock_event(OF_TODAY.code) or OF_TODAY).entries]
    await tx.set_void([game], "decision")


async def leave(tx: Transaction) -> None:
    await tx.leave_group(GROUP.code, "bob")


async def remove(tx: Transaction) -> None:
    await tx.save_membership(Membership(GROUP.code, "bob", "removed", 2))


@pytest.mark.parametrize("change", [void, leave, remove])
async def test_scores_that_no_longer_hold_are_neither_read_nor_stored(
    store: Store, other: Store, change: Callable[[Transaction], Awaitable[None]]
) -> None:
    await play_own_daily(store)
    (before,) = await unscored(store)
    assert await store.save_group_scores(before, SCORES)
    await save(store, Membership(GROUP.code, "bob", "co_owner", 2))
    assert await own(store) == {OF_TODAY.label: SCORES}, "with another role, bob is a member still"
    versions = await store.group_score_versions(GROUP.code, OWN_DAILY, FIRST, LAST)
    assert versions == {OF_TODAY.label: before.version}
    await other.transact(change)
    assert await own(store) == {OF_TODAY.label: None}
    assert not await store.save_group_scores(before, SCORES)
    (after,) = await unscored(store)
    assert after == before._replace(version=before.version + 1)
    assert await store.save_group_scores(after, SCORES)
    assert await own(other) == {OF_TODAY.label: SCORES}
    versions = await store.group_score_versions(GROUP.code, OWN_DAILY, FIRST, LAST)
    assert versions == {OF_TODAY.label: after.version}


async def test_who_joins_brings_the_closed_dailies_that_no_other_member_played(store: Store, other: Store) -> None:
    await save(store, a_member("ann", "owner"), group=GROUP)
    await play_daily(store, DAILY, "bob", WON)
    await close(store)
    assert await of_world(store) == {}
    await save(store, a_member("bob"), group=GROUP)
    assert [each[:3] for each in await unscored(other)] == [(GROUP.code, DAILY.variant, DAILY.date)]
    assert await of_world(other) == {DAILY.date: None}


async def test_a_deleted_group_takes_its_scores_with_it(store: Store, tx: Transaction, other: Store) -> None:
    await play_own_daily(store)
    await tx.delete_group(GROUP.code)
    assert await own(other) == {}
    assert await unscored(other) == []


# Divisions


async def test_the_divisions_of_a_month_are_stored_once_and_go_with_the_player_and_the_group(
    store: Store, tx: Transaction
) -> None:
    await save(store)
    await meet(store, "ann", "bob")
    assert await store.last_divisions(GROUP.code, "mini", "2026-11") is None
    await store.save_divisions(GROUP.code, "mini", "2026-10", {"ann": 1, "bob": 2})
    await store.save_divisions(GROUP.code, "mini", "2026-10", {"ann": 3})
    assert await store.last_divisions(GROUP.code, "mini", "2026-11") == ("2026-10", {"ann": 1, "bob": 2})
    assert await store.last_divisions(GROUP.code, "addiction", "2026-11") is None
    await store.save_divisions(GROUP.code, "mini", "2026-11", {"ann": 2})
    assert await store.last_divisions(GROUP.code, "mini", "2026-11") == ("2026-11", {"ann": 2})
    assert await store.last_divisions(GROUP.code, "mini", "2026-09") is None
    await store.delete_player("ann", "gone", 1)
    assert await store.last_divisions(GROUP.code, "mini", "2026-12") == ("2026-10", {"bob": 2})
    await tx.delete_group(GROUP.code)
    assert await store.last_divisions(GROUP.code, "mini", "2026-12") is None
