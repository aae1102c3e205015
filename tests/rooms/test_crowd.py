"""A large room: who hears of what, when, and how often the room is stored. Here it has more than three seats."""

import asyncio
import gc
import weakref

import pytest
from msgspec.structs import replace

from gaprace.errors import Disconnected
from gaprace.rooms.chances import CHANCES_INTERVAL_MS
from gaprace.rooms.changes import GATHER_MS
from gaprace.rooms.crowd import SLOW_TICKS, TICK_MS
from gaprace.rooms.live_room import LiveRoom
from gaprace.wire import (
    PROTOCOL,
    Act,
    Acted,
    Browse,
    Chances,
    Event,
    Finished,
    Hello,
    Kick,
    Leaders,
    Listed,
    Look,
    Looked,
    Nearby,
    Own,
    Progress,
    Ready,
    Room,
    SetSettings,
    Settings,
    Start,
    Starting,
    VariantChoice,
    Welcome,
)
from tests.rooms.engines import QuickThinker
from tests.rooms.stage import RACE, Seat, Stage, settle
from tests.rooms.test_referee import next_act

SMALL = 3
LARGE = replace(RACE, seats=40)
SLOW_MS = TICK_MS * SLOW_TICKS
NAMES = ["ann", "bob", "cho", "dee", "eve"]


def crowded(**options: object) -> Stage:
    return Stage(small_room=SMALL, **options)  # type: ignore[arg-type]


def kinds(seat: Seat, since: int = 0) -> list[type[Event]]:
    return [type(event) for event in seat.heard[since:]]


async def ticks(stage: Stage) -> None:
    await stage.clock.advance(2 * SLOW_MS)


async def members(stage: Stage, *names: str, chosen: Settings = LARGE) -> list[Seat]:
    code = await stage.create(names[0], chosen)
    return [await stage.enter(code, name) for name in names]


async def racing(stage: Stage, *names: str, chosen: Settings = LARGE) -> list[Seat]:
    seats = await members(stage, *names, chosen=chosen)
    await seats[0].says(Start())
    await stage.clock.advance(5_000)
    return seats


def code_of(seat: Seat) -> str:
    assert seat.room
    return seat.room.code


def game_of(seat: Seat) -> str:
    assert seat.replica.mine
    return seat.replica.mine.game


async def resign(seat: Seat) -> None:
    assert seat.replica.mine
    await seat.says(Act(seat.replica.mine.game, seat.replica.mine.n + 1, "resign"))


def leaders(seat: Seat) -> list[tuple[str, int, int]]:
    assert seat.replica.leaders
    return [(row.player, row.rank, row.n) for row in seat.replica.leaders.rows]


# Coming


async def test_those_who_come_together_are_stored_together() -> None:
    async with crowded() as stage:
        (ann,) = await members(stage, "ann")
        before = ann.room.state.view.version if ann.room else 0
        entering = [asyncio.create_task(stage.enter(code_of(ann), f"player {i}")) for i in range(20)]
        await stage.clock.advance(GATHER_MS)
        seats = await asyncio.gather(*entering)
        await ticks(stage)
        assert all(seat.bye is None and seat.replica.me for seat in seats)
        assert ann.replica.crowd
        assert (ann.replica.crowd.members, ann.replica.crowd.present) == (21, 21)
        assert ann.replica.room
        assert ann.replica.room.version <= before + 2


async def test_of_those_who_come_together_only_one_too_many_is_refused() -> None:
    async with crowded() as stage:
        (ann,) = await members(stage, "ann", chosen=replace(LARGE, seats=4))
        entering = [asyncio.create_task(stage.enter(code_of(ann), f"player {i}")) for i in range(5)]
        await stage.clock.advance(GATHER_MS)
        byes = [seat.bye.code if seat.bye else "" for seat in await asyncio.gather(*entering)]
        assert sorted(byes) == ["", "", "", "room_full", "room_full"]


async def test_who_waits_to_come_in_when_the_room_closes_here_is_sent_back() -> None:
    async with crowded() as stage:
        (ann,) = await members(stage, "ann")
        code = code_of(ann)
        await stage.enter(code, "bob")
        cho = Seat(await stage.player("cho"), stage)
        waiting = asyncio.create_task(stage.rooms.enter(code, cho, Hello(PROTOCOL)))
        await settle()
        assert ann.room
        assert not waiting.done()
        ann.room.close("restarting")
        with pytest.raises(Disconnected, match="try_again"):
            await waiting


async def test_all_who_are_ready_begin_one_race_and_nobody_is_refused() -> None:
    async with crowded() as stage:
        seats = await members(stage, *NAMES)
        saying = [asyncio.create_task(seat.says(Ready())) for seat in seats]
        await stage.clock.advance(GATHER_MS)
        await asyncio.gather(*saying)
        assert all(kinds(seat).count(Starting) == 1 for seat in seats)
        assert all(seat.replica.is_racing for seat in seats)


async def test_votes_are_shown_together_and_settings_at_once() -> None:
    async with crowded() as stage:
        ann, bob, cho = await members(stage, "ann", "bob", "cho")
        await ticks(stage)
        heard = len(ann.heard)
        await bob.says(Ready())
        assert bob.replica.me
        assert bob.replica.me.ready
        assert Room not in kinds(ann, heard)
        await ticks(stage)
        assert ann.replica.crowd
        assert ann.replica.crowd.ready == 1
        heard = len(cho.heard)
        await ann.says(SetSettings(replace(LARGE, best_of=3)))
        assert Room in kinds(cho, heard)
        assert cho.replica.crowd
        assert cho.replica.crowd.ready == 0


async def test_a_room_that_grows_or_shrinks_sends_everyone_a_fresh_welcome() -> None:
    async with crowded() as stage:
        ann, bob = await members(stage, "ann", "bob", chosen=replace(LARGE, seats=3))
        assert ann.replica.crowd is None
        for seats in (4, 3):
            await ann.says(SetSettings(replace(LARGE, seats=seats)))
            assert all(isinstance(seat.heard[-1], Welcome) for seat in (ann, bob))
            assert (bob.replica.crowd is not None) == (seats > SMALL)


# Racing


async def test_players_hear_of_leaders_and_neighbours_instead_of_progress() -> None:
    async with crowded() as stage:
        seats = await racing(stage, *NAMES)
        await ticks(stage)
        for _ in range(3):
            await seats[1].says(next_act(seats[1]))
        await ticks(stage)
        for seat in seats:
            assert Progress not in kinds(seat)
            assert list(seat.replica.games) == [game_of(seat)]
            assert leaders(seat)[0] == ("bob", 1, 3)
            assert seat.replica.nearby
        assert seats[4].replica.nearby
        assert [row.player for row in seats[4].replica.nearby.rows] == ["cho", "dee", "eve"]
        assert seats[4].replica.nearby.rank == 2


async def test_leaders_come_four_times_a_second_and_only_when_they_change() -> None:
    async with crowded() as stage:
        ann, bob = await racing(stage, "ann", "bob")
        await ticks(stage)
        heard = len(bob.heard)
        for _ in range(4):
            await ann.says(next_act(ann))
        await stage.clock.advance(TICK_MS)
        assert kinds(bob, heard).count(Leaders) == 1
        await ticks(stage)
        heard = len(bob.heard)
        await ticks(stage)
        assert kinds(bob, heard) == []


async def test_spectators_hear_of_leaders_as_late_as_of_boards() -> None:
    async with crowded() as stage:
        seats = await members(stage, "ann", "bob", chosen=replace(LARGE, spectator_delay_s=10))
        watcher = await stage.enter(code_of(seats[0]), "zoe", watch=True)
        await seats[0].says(Start())
        await stage.clock.advance(5_000)
        await seats[0].says(next_act(seats[0]))
        await ticks(stage)
        assert (watcher.replica.leaders, watcher.replica.started, watcher.replica.own) == (None, None, None)
        assert not {Leaders, Nearby, Own} & {*kinds(watcher)}
        await watcher.says(Look([game_of(seats[0])]))
        assert watcher.heard[-1] == Looked([])
        await stage.clock.advance(8_000)
        assert leaders(watcher)[0] == ("ann", 1, 0)
        await stage.clock.advance(4_000)
        assert leaders(watcher)[0] == ("ann", 1, 1)


async def test_who_has_ended_hears_only_what_is_published() -> None:
    async with crowded() as stage:
        ann, bob = await racing(stage, "ann", "bob", chosen=replace(LARGE, spectator_delay_s=10))
        await ticks(stage)
        await resign(ann)
        await bob.says(next_act(bob))
        await ticks(stage)
        assert leaders(ann) == [("ann", 1, 0), ("bob", 1, 0)]
        assert ann.replica.nearby
        assert ann.replica.nearby.rank == 1
        await stage.clock.advance(12_000)
        assert leaders(ann)[0] == ("bob", 1, 1)


async def test_a_player_whose_game_runs_looks_at_no_board() -> None:
    async with crowded() as stage:
        ann, bob = await racing(stage, "ann", "bob")
        await ann.says(Look([game_of(bob), game_of(ann)]))
        assert ann.refusal == "still_playing"
        await bob.says(next_act(bob))
        await ticks(stage)
        assert [*ann.replica.games] == [game_of(ann)]


async def test_who_looks_at_a_board_hears_of_it_and_of_no_other() -> None:
    async with crowded() as stage:
        ann, bob, cho = await racing(stage, "ann", "bob", "cho")
        watcher = await stage.enter(code_of(ann), "zoe", watch=True)
        await watcher.says(Look([game_of(bob), "no game", game_of(bob)]))
        answer = watcher.heard[-1]
        assert isinstance(answer, Looked)
        assert [view.player for view in answer.games] == ["bob"]
        for seat in (ann, bob, cho, bob):
            await seat.says(next_act(seat))
        await stage.clock.advance(100)
        acted = [event for event in watcher.heard if isinstance(event, Acted)]
        assert [(event.game, event.n) for event in acted] == [(game_of(bob), 1), (game_of(bob), 2)]
        await watcher.says(Look([game_of(cho)]))
        assert [*watcher.replica.games] == [game_of(cho)]


async def test_looking_ends_with_the_race() -> None:
    async with crowded() as stage:
        ann, bob = await racing(stage, "ann", "bob")
        watcher = await stage.enter(code_of(ann), "zoe", watch=True)
        await watcher.says(Look([game_of(ann)]))
        await resign(ann)
        await resign(bob)
        await stage.clock.advance(1_000)
        assert Finished in kinds(watcher)
        assert ann.replica.own
        assert ann.replica.own.standing
        await ann.says(Start())
        await stage.clock.advance(5_000)
        assert watcher.replica.games == {}
        heard = len(watcher.heard)
        await ann.says(next_act(ann))
        await stage.clock.advance(100)
        assert Acted not in kinds(watcher, heard)


async def test_chances_are_of_the_boards_that_are_looked_at() -> None:
    async with crowded(engine=QuickThinker()) as stage:
        ann, bob = await racing(stage, "ann", "bob")
        watcher = await stage.enter(code_of(ann), "zoe", watch=True)
        other = await stage.enter(code_of(ann), "yan", watch=True)
        await watcher.says(Look([game_of(ann)]))
        for seat in (ann, bob):
            await seat.says(next_act(seat))
        await stage.clock.advance(2 * CHANCES_INTERVAL_MS)
        heard = [event for event in watcher.heard if isinstance(event, Chances)]
        assert {each.game for event in heard for each in event.games} == {game_of(ann)}
        assert not {Chances} & {*kinds(other), *kinds(ann)}


async def test_members_are_found_by_name_with_their_seats() -> None:
    async with crowded() as stage:
        ann, bob, cho = await racing(stage, "ann", "bob", "cho")
        await bob.leaves()
        await ann.says(Browse("O"))
        listed = ann.heard[-1]
        assert isinstance(listed, Listed)
        assert [member.id for member in listed.members] == ["bob", "cho"]
        assert [seat.game for seat in listed.seats] == [game_of(bob), game_of(cho)]
        assert (listed.total, listed.present) == (2, ["cho"])


async def test_who_is_removed_from_a_ranked_race_plays_on_with_the_own_seat() -> None:
    async with crowded() as stage:
        ann, bob = await racing(stage, "ann", "bob", chosen=Settings(VariantChoice("mini"), seats=40, limit_minutes=1))
        await ann.says(Kick("bob"))
        assert bob.bye is None
        assert bob.replica.own
        assert (bob.replica.own.member, bob.replica.my_seat is not None) == (None, True)
        await bob.says(next_act(bob))
        assert bob.replica.mine
        assert bob.replica.mine.n == 1


async def test_a_room_that_is_closed_keeps_no_games() -> None:
    async with crowded() as stage:
        ann, *_ = await racing(stage, "ann", "bob")
        watcher = await stage.enter(code_of(ann), "zoe", watch=True)
        await watcher.says(Look([game_of(ann)]))
        await ticks(stage)
        room = ann.room
        assert isinstance(room, LiveRoom)
        assert room.race
        games = [weakref.ref(game) for game in room.race.state.games.values()]
        room.close("restarting")
        await stage.clock.advance(0)
        gc.collect()
        kept = [game for each in games if (game := each()) is not None]
        assert kept == []


async def test_a_large_room_is_shown_as_an_excerpt_to_those_who_ask_for_it() -> None:
    async with crowded() as stage:
        ann, bob, *_ = await members(stage, *NAMES)
        await bob.leaves()
        await ticks(stage)
        shown = await stage.rooms.shown(code_of(ann), None)
        assert shown == ann.replica.room
        assert shown
        assert shown.crowd
        assert (shown.crowd.members, shown.crowd.present) == (5, 4)
