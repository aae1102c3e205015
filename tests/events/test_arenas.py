"""Arenas: organised, entered, played round by round, ended, shown, and gone on with after a restart."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Literal

import msgspec
import pytest
from msgspec.structs import replace as replace_struct

from gaprace.errors import ReadOnly, StoreUnavailable
from gaprace.events.arena_clock import ArenaClock
from gaprace.events.arena_hosts import ArenaHosts
from gaprace.events.arenas import PAGE, Arenas
from gaprace.events.shared_reads import SHARED_MS
from gaprace.play.events.arena import MAX_AHEAD_MS, MAX_OPEN, MAX_PLAYERS, MINUTE_MS, PAUSE_MS, SHOWN_MS, ArenaEntry
from gaprace.play.events.arena import Arena as StoredArena
from gaprace.play.events.calendar import DAY_MS
from gaprace.play.events.event import MAX_PLAYERS as CHALLENGE_PLAYERS
from gaprace.ports import AtOnce, StoredBlock, Transaction
from gaprace.wire import Start
from gaprace.wire.http import Arena, ArenaChange, ArenaRoleChange, NewArena
from gaprace.wire.paging import PageQuery
from tests.events.daily_stage import make_move, play_on, resign, start
from tests.groups.test_groups import Club
from tests.memory_store import MemoryStore
from tests.refusals import code_of
from tests.rooms.stage import NOON, Seat, Stage

START = NOON + 10 * MINUTE_MS
NEW = NewArena("Friday Night", START, variant="mini", minutes=2, rounds=3)
CUP = NewArena("Cup Night", START, form="cup", variant="mini", minutes=2)


class Event:
    """A stage with the service of arenas, and what reads them."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.arenas = Arenas(stage.store, stage.clock, stage.rooms, AtOnce())
        self.clock = ArenaClock(stage.store, stage.clock)
        self.hosts = ArenaHosts(stage.store, stage.clock)
        self.code = ""

    async def make(self, new: NewArena = NEW, *players: str) -> str:
        self.code = (await self.arenas.create(await self.stage.player("org"), new)).code
        for player in players:
            await self.enter(player)
        return self.code

    async def enter(self, name: str, team: int = 0) -> Arena:
        return await self.arenas.enter(await self.stage.player(name), self.code, team)

    async def view(self, name: str | None = None) -> Arena:
        return await self.arenas.view(self.code, name)

    async def until(self, at: int) -> Arena:
        await self.stage.clock.advance(at - self.stage.clock.now())
        return await self.view()

    async def begin(self, name: str) -> Seat:
        return await start(self.stage, await self.arenas.play(await self.stage.player(name), self.code), name)

    async def play(self, name: str, moves: int = 2) -> str:
        """Play the current round to its end; give the game's id."""
        return await play_on(await self.begin(name), moves)

    async def give(self, by: str, other: str, role: Literal["player", "cohost", "removed"]) -> None:
        await self.stage.player(by)
        await self.hosts.give_role(by, self.code, other, ArenaRoleChange(role))

    async def playing_refused(self, name: str) -> str:
        return await code_of(self.arenas.play(await self.stage.player(name), self.code))


@pytest.fixture
def event(stage: Stage) -> Event:
    return Event(stage)


def ranks(arena: Arena) -> dict[str, int]:
    return {each.player: each.rank for each in arena.table}


# Organising


async def test_an_organiser_need_not_play(event: Event) -> None:
    await event.make(NEW, "ann")
    made = await event.view("org")
    assert (made.name, made.player, made.phase, made.entered) == ("Friday Night", "org", "before", False)
    assert (made.starts_at, made.ends_at, made.minutes, made.rounds) == (START, START + 6 * MINUTE_MS, 2, 3)
    assert [each.player for each in made.table] == ["ann"]
    assert (await event.enter("org")).entered


@pytest.mark.parametrize(
    ("new", "code"),
    [
        (NewArena("Friday", START, variant="nothing"), "bad_arena"),
        (NewArena("Friday", NOON - 2 * MINUTE_MS), "bad_arena"),
        (NewArena("Friday", NOON + MAX_AHEAD_MS + 1), "bad_arena"),
        (NewArena("Friday", START, teams=1), "bad_arena"),
        (NewArena("  ", START), "bad_name"),
        (NewArena("Admin", START), "bad_name"),
        (NewArena("fuck", START), "bad_name"),
        (NewArena("Friday", START, group="NOTHING"), "group_not_found"),
    ],
)
async def test_settings_that_do_not_fit_are_refused(event: Event, new: NewArena, code: str) -> None:
    assert await code_of(event.make(new)) == code


@pytest.mark.parametrize(
    ("zone", "known"), [("Etc/Unknown", "UTC"), ("+05:30", "UTC"), ("Asia/Calcutta", "Asia/Calcutta")]
)
async def test_whatever_zone_a_browser_reports_an_arena_can_be_made(event: Event, zone: str, known: str) -> None:
    await event.make(NewArena("Friday", START, repeat_days=7, zone=zone))
    stored = await event.stage.store.arena(event.code)
    assert stored.zone == known


async def test_an_organiser_has_so_many_open_arenas(event: Event) -> None:
    for _ in range(MAX_OPEN):
        await event.make()
    assert await code_of(event.make()) == "too_many_arenas"


async def test_an_arena_is_called_off_by_its_organiser_before_the_start(event: Event) -> None:
    code = await event.make(NEW, "ann")
    ann, org = await event.stage.player("ann"), await event.stage.player("org")
    assert await code_of(event.arenas.call_off(ann, code)) == "not_host"
    await event.until(START)
    assert await code_of(event.arenas.call_off(org, code)) == "arena_begun"
    await event.make(NewArena("Later", START + DAY_MS))
    await event.arenas.shown(event.code, ann.id)
    await event.arenas.call_off(org, event.code)
    assert await code_of(event.arenas.shown(event.code, ann.id)) == "arena_not_found"


# Rounds by the clock


async def test_each_round_has_a_new_deal_for_everyone(event: Event) -> None:
    await event.make(NEW, "ann", "bob")
    assert await event.playing_refused("ann") == "no_round"
    assert (await event.view()).next_at == START
    codes = set()
    for number in (1, 2, 3):
        arena = await event.until(START + (number - 1) * NEW.minutes * MINUTE_MS)
        assert (arena.round.number, arena.phase, arena.next_at) == (number, "running", None)
        assert arena.round.ends_at == START + number * NEW.minutes * MINUTE_MS
        assert [each.ended_at for each in arena.begun[:-1]] == [each.ends_at for each in arena.begun[:-1]]
        deals = {event.stage.store.database.events[arena.begun[-1].race].deal.code}
        codes |= deals
        for name in ("ann", "bob"):
            await event.play(name)
        assert await event.playing_refused("ann") == "challenge_played"
    assert len(codes) == 3
    ended = await event.until(START + 3 * NEW.minutes * MINUTE_MS)
    assert (ended.phase, ended.round, ended.ended_at) == ("ended", None, START + 3 * NEW.minutes * MINUTE_MS)
    assert [each.rounds for each in ended.table] == [3, 3]
    assert sum(each.points for each in ended.table) == pytest.approx(0)
    assert await event.playing_refused("ann") == "no_round"
    assert await code_of(event.enter("cho")) == "arena_over"


async def test_a_game_that_runs_ends_with_its_round_and_counts(event: Event) -> None:
    await event.make(NEW, "ann", "bob")
    await event.until(START)
    seat = await event.begin("ann")
    await make_move(seat)
    await event.play("bob")
    running = (await event.view("ann")).round
    assert (running.mine, running.playing, running.done) == ("plays", 1, 1)
    arena = await event.until(START + 2 * MINUTE_MS)
    assert seat.replica.mine.ended
    assert {each.player: each.rounds for each in arena.table} == {"ann": 1, "bob": 1}


async def test_all_who_look_at_an_arena_share_what_is_read_and_see_their_own_game_at_once(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    await event.make(NEW, "ann", "bob")
    await event.until(START)
    reads, read = list[str](), event.stage.store.arena

    async def counted(code: str) -> StoredArena | None:
        reads.append(code)
        return await read(code)

    monkeypatch.setattr(event.stage.store, "arena", counted)
    await asyncio.gather(*(event.arenas.shown(event.code, name) for name in ("ann", "bob", None) * 9))
    assert len(reads) <= 1
    seat = await event.begin("ann")
    rounds = [(await event.arenas.shown(event.code, name)).round for name in ("ann", "bob")]
    assert [each and (each.mine, each.room) for each in rounds] == [("plays", seat.code), (None, None)]
    assert await event.arenas.play(await event.stage.player("ann"), event.code) == seat.code
    await resign(seat)
    arena = await event.arenas.shown(event.code, "ann")
    assert (arena.round.mine, arena.round.room) == ("done", None)
    assert len(reads) <= 1
    await event.stage.clock.advance(SHARED_MS)
    arena = await event.arenas.shown(event.code, "bob")
    assert (arena.round and arena.round.done, len(reads) <= 2) == (1, True)


async def test_registrations_are_taken_back_before_the_start_only(event: Event) -> None:
    await event.make(NEW, "ann", "bob")
    ann, bob = await event.stage.player("ann"), await event.stage.player("bob")
    assert [each.player for each in (await event.arenas.leave(ann, event.code)).table] == ["bob"]
    await event.until(START)
    assert await code_of(event.arenas.leave(bob, event.code)) == "arena_begun"


async def test_results_are_sealed_until_the_round_is_over(event: Event) -> None:
    await event.make(NEW, "ann", "bob")
    arena = await event.until(START)
    race = arena.begun[0].race
    game = await event.play("ann")
    assert {each.rounds for each in (await event.view("bob")).table} == {0}
    assert (await event.stage.pages.page(race, "bob")).games == []
    assert await code_of(event.stage.replays.finished_game(game, "bob")) == "sealed_challenge"
    await event.until(START + 2 * MINUTE_MS)
    assert [each.game for each in (await event.stage.pages.page(race, "bob")).games] == [game]


async def test_a_round_is_played_by_its_arena_alone(event: Event) -> None:
    await event.make(NEW, "ann")
    race, ann = (await event.until(START)).begun[0].race, await event.stage.player("ann")
    for step in (event.stage.challenges.play, event.stage.challenges.enter, event.stage.challenges.leave):
        assert await code_of(step(ann, race)) == "challenge_not_found"
    assert (await event.stage.challenges.view(race, "ann")).arena == event.code


async def test_a_start_after_the_end_of_the_round_is_refused_even_in_an_open_room(event: Event) -> None:
    await event.make(NEW, "ann")
    await event.until(START + 2 * MINUTE_MS - 1)
    seat = await event.stage.enter(await event.arenas.play(await event.stage.player("ann"), event.code), "ann")
    await event.until(START + 2 * MINUTE_MS)
    await seat.says(Start())
    assert seat.refusal == "round_over"
    await event.play("ann")
    assert {each.rounds for each in (await event.until(START + 4 * MINUTE_MS)).table} == {1}


async def test_a_server_that_stores_nothing_shows_an_arena_as_it_stands(event: Event) -> None:
    await event.make(NEW, "ann")
    await event.stage.clock.advance(START - NOON)

    async def refuse(_: object) -> None:
        raise ReadOnly

    event.stage.store.transact = refuse
    shown = await event.view("ann")
    assert (shown.phase, shown.begun, shown.players) == ("running", [], 1)


async def test_programs_take_no_part(event: Event) -> None:
    await event.make(NEW)
    program = replace(await event.stage.player("ann"), program=True)
    assert await code_of(event.arenas.enter(program, event.code)) == "challenge_for_people"


# Cups


async def test_a_cup_goes_on_as_soon_as_everybody_has_finished(event: Event) -> None:
    await event.make(CUP, "ann", "bob", "cho", "dee")
    await event.until(START)
    assert await code_of(event.enter("eve")) == "arena_begun"
    assert await event.playing_refused("eve") == "arena_begun"
    for moves, name in enumerate(("ann", "bob", "cho", "dee")):
        await event.play(name, moves)
    arena = await event.view()
    assert (arena.round, arena.next_at) == (None, event.stage.clock.now() + PAUSE_MS)
    through = {each.player for each in arena.table if each.out_after is None}
    assert len(through) == 2
    assert "ann" not in through
    assert await event.playing_refused("ann") == "arena_out"
    arena = await event.until(event.stage.clock.now() + PAUSE_MS)
    assert arena.round.number == 2
    final = arena.round.ends_at
    winner = min(through)
    await event.play(winner)
    ended = await event.until(final)
    assert (ended.phase, ranks(ended)[winner], len(ended.begun)) == ("ended", 1, 2)
    assert ended.table[1].out_after == 2


# Teams, and again and again


async def test_teams_are_chosen_or_evened_out(event: Event) -> None:
    await event.make(msgspec.structs.replace(NEW, teams=2), "ann")
    assert await code_of(event.enter("bob", 3)) == "no_such_team"
    await event.enter("bob", 1)
    for name in ("cho", "dee"):
        await event.enter(name)
    arena = await event.enter("bob", 2)
    assert {each.player: each.team for each in arena.table} == {"ann": 1, "bob": 2, "cho": 2, "dee": 2}
    await event.until(START)
    assert await code_of(event.enter("bob", 1)) == "arena_begun"
    for name in ("ann", "bob", "cho"):
        await event.play(name)
    arena = await event.until(START + 2 * MINUTE_MS)
    points = {each.player: each.points for each in arena.table}
    assert {each.team: each.points for each in arena.team_table} == {
        1: points["ann"],
        2: max(points["bob"], points["cho"]),
    }


# Lists, groups, blocks, suspension, export


async def test_lists_have_listed_ones_and_own_ones(event: Event) -> None:
    await event.make(msgspec.structs.replace(NEW, listed=True), "ann")
    code = event.code
    hidden = await event.make(NEW, "ann")

    async def listed(name: str | None) -> set[str]:
        return {each.code for each in (await event.arenas.lists(name)).arenas}

    assert [await listed(name) for name in (None, "bob", "ann", "org")] == [
        {code},
        {code},
        {code, hidden},
        {code, hidden},
    ]
    await event.stage.player("bob")
    await event.stage.store.add_block(StoredBlock("org", "bob", 1))
    assert await listed("bob") == set()
    for at in (START, START + 6 * MINUTE_MS):
        await event.until(at)
        await event.arenas.view(code, None)
    assert [await listed(name) for name in (None, "ann")] == [set(), {code, hidden}]
    await event.stage.clock.advance(SHOWN_MS + 1, asleep=True)
    assert await listed("ann") == set()


async def test_who_is_blocked_does_not_find_it(event: Event) -> None:
    await event.make(NEW, "bob")
    for other in ("bob", "cho"):
        await event.stage.player(other)
        await event.stage.store.add_block(StoredBlock("org", other, 1))
    assert await code_of(event.view("cho")) == "arena_not_found"
    assert await event.playing_refused("cho") == "arena_not_found"
    assert (await event.view("bob")).entered


async def test_only_a_member_makes_that_of_a_public_group(event: Event) -> None:
    club = Club(event.stage)
    await club.found(private=False)
    assert await code_of(event.make(msgspec.structs.replace(NEW, group=club.code))) == "group_members_only"


async def test_that_of_a_group_is_for_its_members(event: Event) -> None:
    club = Club(event.stage)
    await club.found()
    await club.joins("org", "bob")
    await event.make(msgspec.structs.replace(NEW, group=club.code, listed=True), "bob")
    assert (await event.view("bob")).group_name == "Chess Club"
    assert not (await event.view("bob")).listed
    assert [each.code for each in (await event.arenas.of_group(club.code, "bob")).arenas] == [event.code]
    await event.stage.clock.advance(START - NOON)
    [race] = (await event.view("bob")).begun
    assert await code_of(event.stage.pages.page(race.race, "cho")) == "race_not_found"


async def test_the_name_of_a_suspended_organisers_arena_is_not_shown(event: Event) -> None:
    await event.make(msgspec.structs.replace(NEW, listed=True), "ann")
    await event.stage.store.transact(lambda tx: tx.sanction("org", "suspended_until", NOON + DAY_MS))
    assert (await event.view()).name == ""
    assert (await event.arenas.lists(None)).arenas == []
    assert await event.stage.summaries.arena(event.code) is None


async def test_export_and_deletion_cover_arenas(event: Event) -> None:
    await event.make(NEW, "ann")
    for name, organised in (("org", True), ("ann", False)):
        exported = (await event.stage.exported(name)).records["arenas"]
        assert [(each["code"], each["name"], each["made"], bool(each["entry"])) for each in exported] == [
            (event.code, "Friday Night", organised, not organised)
        ]
    assert await event.stage.store.delete_player("ann", "Deleted", 1)
    assert (await event.view()).table == []
    assert await event.stage.store.delete_player("org", "Deleted", 1)
    assert await code_of(event.view()) == "arena_not_found"


# Restarts


async def test_an_arena_whose_step_fails_keeps_no_other_from_it(event: Event, caplog: pytest.LogCaptureFixture) -> None:
    # A newer version that was rolled back may have left a variant that this one does not know.
    strange = await event.make(NEW, "ann")
    arenas = event.stage.store.database.arenas
    arenas[strange] = replace(arenas[strange], variant="tomorrows")
    others = [await event.make(replace_struct(NEW, name=name), "ann") for name in ("Alpha", "Omega")]
    await event.until(START)
    await event.clock.step_due()
    arenas = event.stage.store.database.arenas
    assert [arenas[each].round for each in (strange, *others)] == [0, 1, 1]
    assert strange in caplog.text


class Dying:
    """A store whose transactions die: some before they are committed, some after, so that nobody hears of it."""

    def __init__(self, store: MemoryStore, random: Random) -> None:
        self._store, self._random = store, random

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def transact(self, work: Callable[[Transaction], Awaitable[object]]) -> object:
        chance = self._random.random()
        if chance < 0.3:
            raise StoreUnavailable("The process dies before the commit.")
        answer = await self._store.transact(work)
        if chance > 0.7:
            raise StoreUnavailable("The process dies after the commit.")
        return answer


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("new", [NEW, CUP])
async def test_an_arena_survives_a_death_at_every_instant(event: Event, new: NewArena, seed: int) -> None:
    players = ["ann", "bob", "cho"]
    await event.make(msgspec.structs.replace(new, repeat_days=1), *players)
    clock = ArenaClock(Dying(event.stage.store, Random(seed)), event.stage.clock)

    async def step() -> None:
        for _ in range(40):  # each attempt is that of a process that was started again
            with suppress(StoreUnavailable):
                await clock.step_due()

    await event.stage.clock.advance(START - NOON)
    for number in (1, 2, 3):
        await step()
        rounds = await event.stage.store.arena_rounds(event.code)
        if len(rounds) < number:
            break  # a cup was decided
        assert [each.number for each in rounds] == [*range(1, number + 1)]
        arena = await event.stage.store.arena(event.code)
        for each in arena.through:
            await event.play(each.player, moves=3)
        await event.stage.clock.advance(rounds[-1].ends_at - event.stage.clock.now())
        await step()
        await event.stage.clock.advance(PAUSE_MS if arena.is_cup else 0)
    await step()
    ended = await event.stage.store.arena(event.code)
    assert ended.ended_at is not None
    assert len(await event.stage.store.arena_rounds(event.code)) == (3 if new is NEW else 2)
    assert len(event.stage.store.database.arenas) == 2  # it comes again, once


# Large ones


async def test_an_arena_of_thousands_is_shown_a_hundred_at_a_time(event: Event) -> None:
    await event.make()
    names = [f"p{number:04}" for number in range(MAX_PLAYERS - 1)]
    for at, name in enumerate(names):
        await event.stage.player(name)
        entry = ArenaEntry(name, at)
        await event.stage.store.transact(lambda tx, entry=entry: tx.save_arena_entry(event.code, entry))
    last = await event.enter("zoe")
    assert (last.players, len(last.table), last.mine and last.mine.player) == (MAX_PLAYERS, PAGE, "zoe")
    assert len(msgspec.json.encode(last)) < 16_000
    shown, after = [row.player for row in last.table], last.table_next
    while after:
        page = await event.arenas.page(event.code, None, PageQuery(after))
        shown, after = shown + [row.player for row in page.items], page.next
    assert shown == [*names, "zoe"]
    late = await event.stage.player("late")
    assert await code_of(event.arenas.enter(late, event.code)) == "arena_full"
    await event.until(START)
    await event.play("zoe")
    await event.until(START + 2 * MINUTE_MS)
    after_round = await event.view("zoe")
    assert after_round.mine.rounds == 1
    assert after_round.table[0] == after_round.mine
    assert [row.rank for row in after_round.table[1:]] == [2] * (PAGE - 1)


async def test_a_round_takes_as_many_as_its_arena(event: Event) -> None:
    await event.make()
    await event.until(START)
    code = (await event.view()).begun[0].race
    for number in range(CHALLENGE_PLAYERS):
        player = await event.stage.player(f"p{number:04}")
        await event.stage.store.transact(lambda tx, player=player.id: tx.save_entry(code, player, START, None))
    await event.begin("zoe")
    assert (await event.view("zoe")).entered


async def test_the_rooms_of_a_round_close_two_rounds_later(event: Event) -> None:
    await event.make()
    store, rooms = event.stage.store, list[str]()
    for number in range(3):
        await event.until(START + 2 * number * MINUTE_MS)
        await event.stage.clock.advance(1)
        assert [code for code in rooms if await store.room(code)] == rooms[max(0, number - 1) :]
        seat = await event.begin("ann")
        rooms.append(seat.code)
        await resign(seat)
        await seat.leaves()


# Those who run it


async def test_a_cohost_runs_an_arena_but_names_no_others(event: Event) -> None:
    await event.make(NEW, "ann", "bob", "cho")
    assert await code_of(event.give("ann", "bob", "removed")) == "not_host"
    assert await code_of(event.hosts.start("ann", event.code)) == "not_host"
    await event.give("org", "ann", "cohost")
    assert [each.player for each in (await event.view()).cohosts] == ["ann"]
    assert [(await event.view(name)).may for name in ("org", "ann", "bob", None)] == ["lead", "host", "", ""]
    assert await code_of(event.give("ann", "bob", "cohost")) == "not_host"
    assert await code_of(event.give("ann", "org", "removed")) == "not_host"
    assert await code_of(event.give("ann", "ann", "removed")) == "not_host"
    assert await code_of(event.give("org", "dee", "cohost")) == "bad_role"
    await event.give("ann", "bob", "removed")
    for name, role in (("org", (True, False)), ("ann", (False, True)), ("cho", (False, False))):
        exported = (await event.stage.exported(name)).records["arenas"]
        assert [(each["made"], each["cohost"]) for each in exported] == [role]
    await event.hosts.change("ann", event.code, ArenaChange(name="Late Night", minutes=3))
    await event.hosts.start("ann", event.code)
    shown = await event.view("ann")
    assert (shown.name, shown.minutes, shown.phase, shown.starts_at) == ("Late Night", 3, "running", NOON)
    await event.give("org", "ann", "player")
    assert (await event.view("ann")).may == ""
    assert await code_of(event.hosts.end("ann", event.code)) == "not_host"


async def test_who_was_removed_leaves_the_table_and_comes_back_only_if_let_in(event: Event) -> None:
    await event.make(NEW, "ann", "bob")
    await event.until(START)
    await event.play("ann")
    await event.play("bob")
    await event.give("org", "bob", "removed")
    await event.until(START + 2 * MINUTE_MS)
    assert [row.player for row in (await event.view()).table] == ["ann"]
    assert await event.playing_refused("bob") == "arena_removed"
    assert await code_of(event.enter("bob")) == "arena_removed"
    assert [each.player for each in (await event.view("org")).removed] == ["bob"]
    assert (await event.view("ann")).removed == []
    await event.give("org", "bob", "player")
    await event.play("bob")
    assert {row.player for row in (await event.view()).table} == {"ann", "bob"}


async def test_nobody_is_removed_from_a_table_that_is_final(event: Event) -> None:
    """Whoever runs it may have played in it, and lost."""
    await event.make(NEW, "ann", "bob", "org")
    await event.until(START)
    await event.give("org", "ann", "cohost")
    await event.play("bob")
    over = await event.until(START + 6 * MINUTE_MS)
    assert over.phase == "ended"
    for by, other in (("org", "bob"), ("ann", "bob"), ("org", "ann")):
        assert await code_of(event.give(by, other, "removed")) == "arena_over"
    assert (await event.view()).table == over.table


async def test_an_arena_that_is_ended_early_plays_its_round_to_the_end_and_comes_again_whole(event: Event) -> None:
    await event.make(msgspec.structs.replace(NEW, repeat_days=1), "ann")
    assert await code_of(event.hosts.end("org", event.code)) == "no_round"
    await event.give("org", "ann", "cohost")
    await event.until(START + MINUTE_MS)
    await event.hosts.end("ann", event.code)
    running = await event.view()
    assert (running.phase, running.rounds, running.ends_at) == ("running", 1, START + 2 * MINUTE_MS)
    await event.play("ann")
    over = await event.until(START + 2 * MINUTE_MS)
    assert (over.phase, over.ended_at) == ("ended", START + 2 * MINUTE_MS)
    assert await code_of(event.hosts.end("org", event.code)) == "arena_over"
    again = await event.arenas.view(over.next, "ann")
    assert (again.rounds, again.may) == (3, "host")


async def test_a_cup_that_is_ended_early_is_over_after_its_round(event: Event) -> None:
    await event.make(CUP, "ann", "bob", "cho", "dee", "eve")
    await event.until(START)
    await event.hosts.end("org", event.code)
    for name in ("ann", "bob", "cho", "dee", "eve"):
        await event.play(name)
    over = await event.until(START + 2 * MINUTE_MS)
    assert over.phase == "ended"
    assert len([row for row in over.table if row.out_after is None]) == 3


async def test_what_is_changed_before_the_start_stays_later_and_has_to_fit(event: Event) -> None:
    await event.make(NEW, "ann")
    later = START + DAY_MS
    await event.hosts.change("org", event.code, ArenaChange(starts_at=later, rounds=2))
    changed = await event.view()
    assert (changed.starts_at, changed.rounds, changed.name) == (later, 2, NEW.name)
    for bad in (later + MAX_AHEAD_MS, NOON - 2 * MINUTE_MS):
        assert await code_of(event.hosts.change("org", event.code, ArenaChange(starts_at=bad))) == "bad_arena"
    assert await code_of(event.hosts.change("org", event.code, ArenaChange(name="\n"))) == "bad_name"
    await event.until(later)
    assert await code_of(event.hosts.change("org", event.code, ArenaChange(rounds=9))) == "arena_begun"
    assert await code_of(event.hosts.start("org", event.code)) == "arena_begun"
    await event.hosts.change("org", event.code, ArenaChange(name="Renamed"))
    assert (await event.view()).name == "Renamed"
