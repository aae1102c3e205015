"""Bots fill an arena: they play its rounds, nobody waits for them, and they take nothing from anybody."""

import asyncio

import pytest
from msgspec.structs import replace

from gaprace.engine.greedy import GreedyEngine
from gaprace.events.arena_bots import ArenaBots
from gaprace.events.arena_clock import ArenaClock
from gaprace.play.events.arena import BOTS_CLAIM_MS, MINUTE_MS, PAUSE_MS
from gaprace.play.live.bots import level_of
from gaprace.rules.record import verify
from gaprace.wire.http import Arena
from tests.end_to_end.party import record_data
from tests.events.test_arenas import CUP, NEW, START, Event
from tests.refusals import code_of
from tests.rooms.stage import Stage

FILLED = replace(NEW, fill_to=4, bot_level=2)
FILLED_CUP = replace(CUP, fill_to=4, bot_level=2)


class FilledEvent(Event):
    """An event with a process that plays for bots."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.bots = ArenaBots(stage.store, stage.clock, stage.rooms, GreedyEngine())
        self.clock = ArenaClock(stage.store, stage.clock, self.bots)

    async def until(self, at: int) -> Arena:
        await self.stage.clock.advance(at - self.stage.clock.now())
        await self.step()
        return await self.view()

    async def step(self) -> None:
        await self.clock.step_due()
        await asyncio.gather(*self.clock._timers._tasks)


@pytest.fixture
def event(stage: Stage) -> FilledEvent:
    return FilledEvent(stage)


def bots_of(arena: Arena) -> list[str]:
    return [each.player for each in arena.table if each.bot]


async def games_of(event: Event, number: int) -> dict[str, str]:
    """The games of a round, by player."""
    rounds = {each.number: each.code for each in await event.stage.store.arena_rounds(event.code)}
    challenge = await event.stage.store.event(rounds[number])
    return {each.player: each.game for each in challenge.entries if each.game}


async def test_bots_fill_an_arena_up_when_it_starts_and_later_comers_are_more(event: FilledEvent) -> None:
    await event.make(FILLED, "ann", "bob")
    before = await event.view()
    assert (before.players, before.bots, before.fill_to) == (2, 0, 4)
    arena = await event.until(START)
    assert (arena.players, arena.bots) == (2, 2)
    assert {level_of(each) for each in bots_of(arena)} == {2}
    await event.play("cho")
    arena = await event.until(START + 2 * MINUTE_MS)
    assert (arena.players, arena.bots) == (3, 2)
    assert all(each.name.endswith("(bot)") for each in arena.table if each.bot)


async def test_they_play_each_round_at_their_pace_and_their_games_can_be_checked(event: FilledEvent) -> None:
    await event.make(FILLED, "ann", "bob")
    await event.until(START)
    for name in ("ann", "bob"):
        await event.play(name)
    arena = await event.until(START + 2 * MINUTE_MS)
    assert {each.rounds for each in arena.table} == {1}
    games = await games_of(event, 1)
    assert games.keys() == {"ann", "bob", *bots_of(arena)}
    for bot in bots_of(arena):
        game = await event.stage.replays.finished_game(games[bot], "ann")
        assert verify(record_data(game))["ok"]
        assert game.record.transcript.count(" ") > 10
    assert (await games_of(event, 2)).keys() == {*bots_of(arena)}


async def test_nobody_sees_or_counts_them_before_their_round_is_over(event: FilledEvent) -> None:
    await event.make(FILLED, "ann", "bob")
    arena = await event.until(START)
    assert (arena.round.playing, arena.round.done) == (0, 0)
    game = (await games_of(event, 1))[bots_of(arena)[0]]
    assert await code_of(event.stage.replays.finished_game(game, "ann")) == "sealed_challenge"
    assert (await event.stage.pages.page(arena.begun[0].race, "ann")).games == []


async def test_they_have_no_rating_and_no_place_on_a_leaderboard(event: FilledEvent) -> None:
    await event.make(FILLED, "ann")
    await event.until(START)
    arena = await event.until(START + 2 * MINUTE_MS)
    for bot in bots_of(arena):
        page = await event.stage.profiles.page(bot)
        assert page.ratings == []
    assert [each.rank for each in arena.table if not each.bot] == [1]


async def test_without_people_no_bots_come(event: FilledEvent) -> None:
    await event.make(replace(FILLED, repeat_days=1))
    assert (await event.until(START)).bots == 0
    arena = await event.until(START + 6 * MINUTE_MS)
    assert (arena.phase, arena.next) == ("ended", None)


async def test_a_cup_is_filled_up_and_does_not_wait_for_its_bots(event: FilledEvent) -> None:
    await event.make(FILLED_CUP, "ann")
    arena = await event.until(START)
    assert (arena.phase, arena.players, arena.bots) == ("running", 1, 3)
    await event.play("ann")
    await event.step()
    arena = await event.view()
    assert arena.round is None, "the round is over as soon as all people have played"
    assert sum(each.out_after is None for each in arena.table) == 2
    for _ in range(3):
        arena = await event.until(event.stage.clock.now() + PAUSE_MS + 2 * MINUTE_MS)
    assert arena.phase == "ended"


async def test_a_cup_ends_when_no_person_is_in(event: FilledEvent) -> None:
    await event.make(FILLED_CUP, "ann")
    await event.until(START)
    arena = await event.until(START + 2 * MINUTE_MS)
    assert arena.phase == "ended"
    assert {each.player: each.out_after for each in arena.table}["ann"] == 1
    assert len(arena.begun) == 1


async def test_if_the_process_that_plays_for_them_dies_another_one_does(event: FilledEvent) -> None:
    await event.make(FILLED, "ann")
    await event.stage.clock.advance(START - event.stage.clock.now())
    await event.clock.step_due()
    event.clock.close()
    dead, event.clock = event.clock, ArenaClock(event.stage.store, event.stage.clock, event.bots)
    await asyncio.gather(*dead._timers._tasks, return_exceptions=True)
    await event.step()
    assert await games_of(event, 1) == {}, "the other process may still be at it"
    arena = await event.until(START + BOTS_CLAIM_MS)
    assert (await games_of(event, 1)).keys() == {*bots_of(arena)}


async def test_of_two_processes_that_play_for_them_one_does(event: FilledEvent) -> None:
    await event.make(FILLED, "ann")
    await event.stage.clock.advance(START - event.stage.clock.now())
    await event.clock.step_due()
    await asyncio.gather(*(event.bots.play(event.code, 1) for _ in range(3)), *event.clock._timers._tasks)
    games = await games_of(event, 1)
    assert games.keys() == {*bots_of(await event.view())}
    stored = event.stage.store.database
    assert sum(len(race.games) for race in stored.races.values() if race.event) == len(games)
