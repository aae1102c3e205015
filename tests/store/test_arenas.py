"""The contract of `ports.Store`: arenas, their entries, and their rounds."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace

from gaprace.events.arena_clock import ArenaClock
from gaprace.play.events.arena import MINUTE_MS, PAUSE_MS, Arena, ArenaEntry, Round, begun, settled
from gaprace.play.events.arena_table import ArenaGame
from gaprace.play.people.group_roles import Membership
from gaprace.ports import FIRST_GUEST, Store, StoredRound, Transaction
from tests.plain import plain
from tests.rooms.stage import NOON, ManualClock
from tests.store.material import WON, Alone, meet
from tests.store.test_events import ENDS_AT, MADE, begin, play
from tests.store.test_groups import GROUP, save

ARENA = Arena("ARENA0000001", "Friday", "ann", "arena", "mini", 1, NOON, MINUTE_MS, rounds=2, due_at=NOON)
CUP = replace(ARENA, code="CUP000000001", form="cup", rounds=0)
ROUND = replace(
    MADE,
    code="ROUND0000001",
    kind="round",
    order="duplicate",
    places=None,
    limit=None,
    ends_early=False,
    parent=ARENA.code,
    label="1",
)


async def make(store: Store, arena: Arena = ARENA, *players: str) -> None:
    await meet(store, "ann", "bob", "cho")
    await Alone(store).add_arena(arena)
    for n, player in enumerate(players):
        await enter(store, arena.code, ArenaEntry(player, n))


async def enter(store: Store, code: str, entry: ArenaEntry) -> None:
    await Alone(store).save_arena_entry(code, entry)


async def codes(found: Awaitable[list[Arena]]) -> list[str]:
    return [each.code for each in await found]


async def test_an_arena_has_its_entries(store: Store, tx: Transaction, other: Store) -> None:
    await make(store)
    assert await other.arena(ARENA.code) == ARENA
    for unknown in ("", "nothing", "\0", "x" * 1_000):
        assert await other.arena(unknown) is None
    await enter(store, ARENA.code, ArenaEntry("bob", 2))
    await enter(store, ARENA.code, ArenaEntry("ann", 1, team=1))
    assert (await other.arena(ARENA.code)).entries == (ArenaEntry("ann", 1, 1), ArenaEntry("bob", 2))
    await enter(store, ARENA.code, ArenaEntry("ann", 1, team=2))
    await tx.remove_arena_entry(ARENA.code, "bob")
    assert (await other.arena(ARENA.code)).entries == (ArenaEntry("ann", 1, 2),)


async def test_its_progress_is_stored(store: Store, tx: Transaction, other: Store) -> None:
    await make(store, CUP, "ann", "bob", "cho")
    changed = settled(begun(await tx.lock_arena(CUP.code), Round(1, NOON + 5)), ["cho", "ann"], NOON)
    await tx.save_arena(changed)
    assert await other.arena(CUP.code) == changed
    assert [each.out_after for each in (await other.arena(CUP.code)).entries] == [None, 1, None]
    assert await tx.lock_arena("nothing") is None
    assert changed.due_at > NOON
    await tx.hasten_arena(CUP.code, NOON)
    await tx.hasten_arena(CUP.code, NOON + 9)
    assert (await store.arena(CUP.code)).due_at == NOON
    await make(store)
    await tx.hasten_arena(ARENA.code, NOON - 9)
    assert (await store.arena(ARENA.code)).due_at == NOON, "only a cup is hastened"


async def test_lists(store: Store, tx: Transaction, other: Store) -> None:
    await save(store, Membership(GROUP.code, "ann", "owner", 1), Membership(GROUP.code, "cho", "member", 2))
    await make(store, replace(ARENA, listed=True), "bob")
    await make(store, replace(ARENA, code="LATER", starts_at=NOON + 1, group=GROUP.code))
    await make(store, replace(ARENA, code="ENDED", listed=True, ended_at=NOON + 2, due_at=None))
    assert await codes(other.arenas_of("ann", NOON + 3, 10)) == ["LATER", ARENA.code]
    assert await codes(other.arenas_of("ann", NOON + 2, 10)) == ["LATER", ARENA.code, "ENDED"]
    assert await codes(other.arenas_of("ann", 0, 1)) == ["LATER"]
    assert await codes(other.arenas_of("bob", 0, 10)) == [ARENA.code]
    assert await codes(other.arenas_of("cho", 0, 10)) == ["LATER"]
    assert await codes(other.listed_arenas(10)) == [ARENA.code]
    assert await codes(other.group_arenas(GROUP.code, 10)) == ["LATER"]
    assert await other.due_arenas(NOON - 1) == []
    assert sorted(await other.due_arenas(NOON)) == sorted([ARENA.code, "LATER"])
    assert await tx.count_arenas("ann") == 2


async def test_its_rounds_are_challenges_on_no_list(store: Store, tx: Transaction, other: Store) -> None:
    await make(store, ARENA, "ann", "bob")
    await tx.add_event(ROUND)
    assert await other.arena_rounds(ARENA.code) == [StoredRound(1, ROUND.code, ROUND.opens_at, ENDS_AT, None, 0)]
    assert await tx.arena_round(ARENA.code, 1) == await other.event(ROUND.code)
    assert await tx.arena_round(ARENA.code, 2) is None
    await play(store, "ann", ROUND)
    await begin(store, "bob", ROUND)
    assert await other.arena_games(ARENA.code, 1) == []  # it has not ended
    await tx.end_event(ROUND.code, ENDS_AT)
    assert await other.arena_games(ARENA.code, 1) == [ArenaGame("ann", plain(WON))]
    assert await other.arena_games(ARENA.code, 2) == []
    assert (await other.arena_rounds(ARENA.code))[0].games == 2
    assert await other.challenges_of("ann", 0, 10) == []
    assert await tx.count_challenges("ann") == 0


async def test_of_processes_that_take_a_step_at_once_one_does(store: Store, other: Store) -> None:
    clock = ManualClock()
    await make(store, replace(ARENA, repeat_days=1), "bob")

    async def all_step(ms: int) -> list[StoredRound]:
        await clock.advance(ms)
        await asyncio.gather(*(ArenaClock(each, clock).step_due() for each in (store, other) * 3))
        return await other.arena_rounds(ARENA.code)

    assert [each.number for each in await all_step(0)] == [1]
    assert [each.number for each in await all_step(MINUTE_MS)] == [1, 2]
    rounds = await all_step(MINUTE_MS)
    assert [each.ended_at for each in rounds] == [NOON + MINUTE_MS, NOON + 2 * MINUTE_MS]
    ended = await other.arena(ARENA.code)
    assert (ended.ended_at, ended.due_at) == (NOON + 2 * MINUTE_MS, None)
    assert await codes(other.arenas_of("ann", 0, 10)) == [ended.next, ARENA.code]


async def test_the_round_of_a_cup_has_a_place_for_everybody_in_it(store: Store, tx: Transaction, other: Store) -> None:
    clock = ManualClock()
    await make(store, CUP, "ann", "bob")
    await ArenaClock(store, clock).step_due()
    made = await tx.arena_round(CUP.code, 1)
    assert (made.places, [each.player for each in made.entries]) == (2, ["ann", "bob"])
    for player in ("ann", "bob"):
        await play(store, player, made, NOON + 5)
    await clock.advance(6)
    await ArenaClock(other, clock).step_due()  # before its time is up
    after = await other.arena(CUP.code)
    assert (after.settled, after.round, after.ended_at) == (1, 1, NOON + 6)
    assert PAUSE_MS > 6
    assert {each.player: each.out_after for each in after.entries} == {"ann": None, "bob": 1}


async def test_deletions_of_guests_of_players_of_a_group_and_of_an_arena_that_is_called_off(
    store: Store, tx: Transaction, other: Store
) -> None:
    await make(store, ARENA, "bob")
    assert (await store.delete_guests(FIRST_GUEST, 1_800_000_000_000, 10)).deleted == 1
    assert [bool(await store.player(each)) for each in ("ann", "bob", "cho")] == [True, True, False]
    await tx.forget_arena(ARENA.code)
    assert await other.arena(ARENA.code) is None
    await save(store, Membership(GROUP.code, "bob", "owner", 1))
    await make(store, begun(ARENA, Round(1, NOON)), "ann", "bob", "cho")
    await make(store, CUP, "bob")
    await make(store, replace(ARENA, code="OF_GROUP", group=GROUP.code, player="bob"), "cho")
    await tx.add_event(ROUND)
    await play(store, "bob", ROUND)
    assert await store.delete_player("cho", "Deleted", 1)
    assert [each.player for each in (await other.arena(ARENA.code)).entries] == ["ann", "bob"]
    assert await store.delete_player("ann", "Deleted", 1)
    assert await other.arena(CUP.code) is None
    left = await other.arena(ARENA.code)
    assert (left.name, [each.player for each in left.entries]) == ("", ["bob"])
    assert (await other.arena("OF_GROUP")).name == "Friday"
    await tx.delete_group(GROUP.code)
    assert await other.arena("OF_GROUP") is None


async def test_roles_and_changes_are_kept_and_go_with_the_player_and_the_arena(
    store: Store, tx: Transaction, other: Store
) -> None:
    await make(store)
    await tx.set_arena_role(ARENA.code, "cho", "removed")
    await tx.set_arena_role(ARENA.code, "cho", "cohost")
    await tx.set_arena_role(ARENA.code, "bob", "removed")
    await tx.edit_arena(replace(ARENA, name="New", starts_at=7, due_at=7, round_ms=9, rounds=8, last_round=2))
    known = await other.arena(ARENA.code)
    assert (known.cohosts, known.removed) == ({"cho"}, {"bob"})
    assert (known.name, known.starts_at, known.due_at, known.round_ms) == ("New", 7, 7, 9)
    assert (known.rounds, known.last_round) == (8, 2)
    assert await codes(store.arenas_of("cho", 0, 10)) == [ARENA.code]
    assert await codes(store.arenas_of("bob", 0, 10)) == []
    await tx.set_arena_role(ARENA.code, "bob", "player")
    assert await store.delete_player("cho", "gone", 5)
    known = await other.arena(ARENA.code)
    assert not known.cohosts | known.removed
    await tx.set_arena_role(ARENA.code, "bob", "cohost")
    await tx.forget_arena(ARENA.code)
    assert await other.arena(ARENA.code) is None
