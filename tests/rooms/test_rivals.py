"""Recorded rivals: a lone player races the games of other people, at their own pace; no other route reveals them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random

from msgspec import structs

from gaprace.bus.local import LocalBus, new_hub
from gaprace.play.events.leaderboards import MIN_PLAYED_MS
from gaprace.play.live.bots import ANONYMOUS, RECORDED
from gaprace.play.live.phases import COUNTDOWN_MS
from gaprace.play.live.quick import QUICK_WAIT_MS
from gaprace.play.live.rivals import MIN_AGE_MS
from gaprace.ports import StoredGame, StoredRace
from gaprace.rules.actions import parse_transcript
from gaprace.wire import Leave, Rematch, Start
from tests.events.daily_stage import make_move, resign
from tests.rooms.stage import Seat, Stage

PAUSE_MS = 2_000
MOVES = 6


async def played(stage: Stage, *names: str) -> StoredRace:
    """A quick race of people to its end, a day and more ago; the first has made the most moves."""
    seats = [await stage.race_now(name) for name in names]
    await stage.clock.advance(QUICK_WAIT_MS + COUNTDOWN_MS)
    for _ in range(MOVES):
        await stage.clock.advance(PAUSE_MS)
        for seat in seats:
            await make_move(seat, Random(names[0]))
    for seat in seats:
        await resign(seat)
    await stage.clock.advance(2_000)
    race = seats[0].replica.race
    assert race.standings
    for seat in seats:
        await seat.says(Leave())
    await stage.clock.advance(MIN_AGE_MS)
    data = stage.store.database
    for game in data.races[race.id].games:  # it might have been won: games that were given up are not used
        if game.result:
            data.change_game(replace(game, result=structs.replace(game.result, given_up=False)))
    return data.races[race.id]


@asynccontextmanager
async def with_games() -> AsyncIterator[tuple[Stage, StoredRace]]:
    async with Stage() as stage:
        yield stage, await played(stage, "bob", "cho", "dee")


async def begins(stage: Stage, name: str = "ann") -> Seat:
    seat = await stage.race_now(name)
    await stage.clock.advance(QUICK_WAIT_MS)
    return seat


def times_of(seat: Seat, game: StoredGame) -> list[int]:
    """When the actions of a game were made that are stored."""
    return [timed.ms for timed in seat.room.race.state.games[game.id].committed.actions]


def rivals_of(seat: Seat, stage: Stage) -> list[StoredGame]:
    return [each for each in stage.store.database.races[seat.replica.race.id].games if each.recorded]


async def test_who_is_alone_starts_within_twelve_seconds_with_three_recorded_rivals_on_a_deal_not_seen() -> None:
    async with with_games() as (stage, source):
        before = stage.clock.now()
        ann = await begins(stage)
        await stage.clock.advance(12_000 - QUICK_WAIT_MS)
        assert ann.replica.started.code == source.deal.code
        assert ann.replica.race.starts_at - before <= 12_000
        assert (ann.replica.race.ranked, ann.replica.race.unranked) == (False, "recorded")
        seats = [(each.name, bool(each.recorded)) for each in ann.replica.race.seats]
        assert sorted(seats) == [("ann", False), ("bob", True), ("cho", True), ("dee", True)]
        assert [each.bot for each in ann.replica.room.members] == [0, RECORDED, RECORDED, RECORDED]
        again = await begins(stage, "bob")  # has played it
        await stage.clock.advance(COUNTDOWN_MS)
        assert again.replica.started.code != source.deal.code
        assert not rivals_of(again, stage)


async def test_a_recorded_rival_plays_each_action_at_its_own_time_and_nothing_is_told_before() -> None:
    async with with_games() as (stage, source):
        ann = await begins(stage)
        await stage.clock.advance(COUNTDOWN_MS)
        sources = {each.id: each.result for each in source.games}
        for _ in range(MOVES):
            for each in rivals_of(ann, stage):
                result = sources[each.recorded or ""]
                due = stage.clock.now() - ann.replica.race.starts_at if ann.replica.race else 0
                times = [timed.ms for timed in parse_transcript(result.transcript)]
                assert times_of(ann, each) == [ms for ms in times if ms <= due]
            await stage.clock.advance(PAUSE_MS)


async def test_the_race_ends_at_once_with_all_people_and_its_rivals_are_ranked_as_they_played_on() -> None:
    async with with_games() as (stage, source):
        ann = await begins(stage)
        await stage.clock.advance(COUNTDOWN_MS + PAUSE_MS)
        await resign(ann)
        await stage.clock.advance(1_000)
        race = ann.replica.race
        assert race.standings
        results = {each.player: each.result for each in source.games}
        for each in race.standings:
            if each.bot:
                then = results[each.name]
                assert (each.locked, each.moves, each.time_ms) == (then.locked, then.moves, then.time_ms)
        assert race.standings[-1].player == "ann"
        assert race.reveal.code == source.deal.code
        assert not any(each.ranked for each in stage.store.database.races[race.id].games)
        page = await stage.pages.page(race.id, "ann")
        assert {(each.name, each.recorded) for each in page.seats if each.recorded} == {
            (name, "2023-11-14") for name in ("bob", "cho", "dee")
        }
        assert all(game.transcript for game in page.games)


async def test_several_people_beside_recorded_rivals_are_rated_among_themselves() -> None:
    async with with_games() as (stage, _):
        ann, eve = await stage.race_now("ann"), await begins(stage, "eve")
        await stage.clock.advance(COUNTDOWN_MS + PAUSE_MS)
        assert (ann.replica.race.ranked, ann.replica.race.unranked) == (True, None)
        assert len(rivals_of(ann, stage)) == 2
        for seat in (ann, eve):
            await make_move(seat)
        await stage.clock.advance(MIN_PLAYED_MS)
        for seat in (ann, eve):
            await resign(seat)
        await stage.clock.advance(1_000)
        games = stage.store.database.races[ann.replica.race.id].games
        assert {each.player for each in games if each.ranked} == {"ann", "eve"}
        assert [[*await stage.store.ratings(each)] for each in ("ann", "eve", "bob")] == [["mini"]] * 3


async def test_a_rematch_has_recorded_rivals_on_another_deal_or_bots() -> None:
    async with with_games() as (stage, _):
        await played(stage, "eve", "fay", "gus", "hal")
        ann = await begins(stage)
        for race in (1, 2, 3):
            await stage.clock.advance(COUNTDOWN_MS)
            await make_move(ann)
            assert len(ann.replica.race.seats) == 4
            assert len(rivals_of(ann, stage)) == (0 if race == 3 else 3)
            await resign(ann)
            await stage.clock.advance(1_000)
            await ann.says(Rematch())
            await ann.says(Start())
        assert len({(each.id, each.bot) for each in ann.replica.room.members}) == 4


async def test_the_name_goes_when_the_person_is_erased_and_is_never_told_of_who_prefers_that() -> None:
    async with with_games() as (stage, _):
        await stage.store.record_player("cho", "anonymous")
        ann = await begins(stage)
        await stage.clock.advance(COUNTDOWN_MS)
        assert sorted(each.name for each in ann.replica.room.members) == sorted([ANONYMOUS, "ann", "bob", "dee"])
        await stage.store.delete_player("bob", "deleted player", stage.clock.now())
        await stage.rooms.deleted("bob")
        await stage.clock.advance(0)
        room = stage.store.database.rooms[ann.code]
        assert b'"bob"' not in room.state
        assert sorted(each.name for each in ann.replica.room.members) == sorted([ANONYMOUS, ANONYMOUS, "ann", "dee"])
        await resign(ann)
        await stage.clock.advance(1_000)
        assert ann.replica.race.standings
        assert "bob" not in {each.name for each in ann.replica.race.standings}


async def test_another_server_goes_on_with_recorded_rivals_at_their_own_times() -> None:
    async with with_games() as (stage, source):
        ann = await begins(stage)
        await stage.clock.advance(COUNTDOWN_MS + 2 * PAUSE_MS)
        code = ann.code
    await stage.clock.advance(PAUSE_MS)
    async with Stage(stage.store.database, stage.clock, LocalBus(new_hub())) as other:
        ann = await other.enter(code, "ann")
        await other.clock.advance(PAUSE_MS)
        sources = {each.id: each.result for each in source.games}
        for each in rivals_of(ann, other):
            result = sources[each.recorded or ""]
            then = [timed.ms for timed in parse_transcript(result.transcript)]
            assert times_of(ann, each)[:3] == then[:3]
            assert len(times_of(ann, each)) >= 3
