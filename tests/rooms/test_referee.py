"""Stored before it is sent, one action for each number, the store is right: in one process and in two."""

import asyncio
from collections.abc import Sequence

import msgspec
import pytest

from gaprace.errors import Refusal, StoreUnavailable
from gaprace.ports import StoredAction
from gaprace.rules.board import TEXT_OF
from gaprace.rules.game import Game
from gaprace.rules.record import GameRecord
from gaprace.wire import Act, Acted, Event, Finished, Hello, Refused, Settings, Snapshot, Start, Welcome
from tests.memory_store import MemoryDatabase
from tests.rooms.stage import RACE, SOLO, ManualClock, Seat, Stage, settle


def kinds(seat: Seat) -> list[type[Event]]:
    return [type(event) for event in seat.heard]


def next_act(seat: Seat, ahead: int = 1) -> Act:
    """The first legal move as the next action."""
    mine = seat.replica.mine
    assert mine is not None
    move = seat.replica.boards[mine.game].legal_moves()[0]
    return Act(mine.game, mine.n + ahead, f"{TEXT_OF[move.card]}@{move.to}")


async def solo(stage: Stage, name: str = "ann") -> Seat:
    seat = await stage.enter(await stage.create(name, SOLO), name)
    await seat.says(Start())
    assert seat.replica.started is not None
    return seat


async def racing(stage: Stage, *names: str, settings: Settings = RACE) -> list[Seat]:
    code = await stage.create(names[0], settings)
    seats = [await stage.enter(code, name) for name in names]
    await seats[0].says(Start())
    await stage.clock.advance(3500)
    return seats


async def test_an_action_is_told_to_nobody_before_it_is_stored() -> None:
    async with Stage() as stage:
        ann, bob = await racing(stage, "ann", "bob")
        watcher = await stage.enter(ann.room.code, "cho", watch=True) if ann.room else ann
        stored, reached = asyncio.Event(), asyncio.Event()

        async def hold(_: Sequence[StoredAction]) -> None:
            reached.set()
            await stored.wait()

        stage.store.before_append = hold
        before = [len(seat.heard) for seat in (ann, bob, watcher)]
        await ann.says(next_act(ann))
        await reached.wait()
        late = await stage.enter(watcher.room.code, "dee", watch=True) if watcher.room else watcher
        assert [len(seat.heard) for seat in (ann, bob, watcher)] == before
        welcome = late.last(Welcome)
        assert isinstance(welcome, Welcome)
        assert [game.n for game in welcome.games] == [0, 0]
        stored.set()
        await settle()
        assert Acted in kinds(ann)[before[0] :]
        assert Acted in kinds(watcher)[before[2] :]
        assert len(bob.heard) > before[1]


async def test_a_refusal_shows_nothing_that_is_not_stored() -> None:
    async with Stage() as stage:
        ann = await solo(stage)
        stored = asyncio.Event()

        async def hold(_: Sequence[StoredAction]) -> None:
            await stored.wait()

        stage.store.before_append = hold
        first = next_act(ann)
        await ann.says(first)
        await ann.says(Act(first.game, 2, "KS@0"))
        assert Acted not in kinds(ann)
        assert Refused not in kinds(ann)
        stored.set()
        await settle()
        acted, refused = ann.heard[-2:]
        assert isinstance(acted, Acted)
        assert isinstance(refused, Refused)
        assert (refused.code, refused.n) == ("illegal_move", 2)
        assert refused.game == ann.replica.mine


async def test_sending_an_action_again_is_harmless() -> None:
    async with Stage() as stage:
        ann = await solo(stage)
        act = next_act(ann)
        await ann.says(act)
        await ann.says(next_act(ann))
        await ann.says(act)
        again = ann.heard[-1]
        assert isinstance(again, Acted)
        assert (again.n, again.action, again.checksum) == (1, act.action, None)
        assert ann.replica.mine is not None
        assert ann.replica.mine.n == 2


@pytest.mark.parametrize("ahead", [0, 2, 100])
async def test_any_other_number_is_refused_with_the_true_game(ahead: int) -> None:
    async with Stage() as stage:
        ann = await solo(stage)
        await ann.says(next_act(ann))
        await ann.says(Act(next_act(ann).game, 1 + ahead, "KS@0"))
        refused = ann.heard[-1]
        assert isinstance(refused, Refused)
        assert (refused.code, refused.n) == ("wrong_number", 1 + ahead)
        assert refused.game == ann.replica.mine


async def test_a_server_that_dies_comes_back_with_every_acknowledged_action_and_the_same_clock() -> None:
    database, clock = MemoryDatabase(), ManualClock()
    first = Stage(database, clock)
    await first.rooms.open()
    ann, bob = await racing(first, "ann", "bob")
    for seat in (ann, bob, ann):
        await clock.advance(250)
        await seat.says(next_act(seat))
    known = dict(ann.replica.games), ann.replica.race
    # No closed: what is in memory is simply gone.
    async with Stage(database, clock) as second:
        assert ann.room is not None
        back = await second.enter(ann.room.code, "ann")
        assert back.replica.race == known[1]
        assert back.replica.mine == ann.replica.mine
        await back.says(next_act(back))
        assert isinstance(back.last(Acted), Acted)
        await clock.advance(120_000)
        finished = back.last(Finished)
        assert isinstance(finished, Finished)
        assert {standing.player: standing.moves for standing in finished.standings} == {"ann": 3, "bob": 1}


async def test_an_overdue_end_is_done_at_start_up() -> None:
    database, clock = MemoryDatabase(), ManualClock()
    first = Stage(database, clock)
    await first.rooms.open()
    ann, _ = await racing(first, "ann", "bob")
    await first.rooms.close()
    clock.put_back(-10_000_000)
    async with Stage(database, clock) as second:
        await settle()
        assert ann.room is not None
        view = await second.rooms.view(ann.room.code)
        assert view is not None
        assert view.race is not None
        assert view.race.standings is not None


async def test_a_clock_that_is_put_back_does_no_harm() -> None:
    async with Stage() as stage:
        ann = await solo(stage)
        await stage.clock.advance(5000)
        await ann.says(next_act(ann))
        stage.clock.put_back(3000)
        await ann.says(next_act(ann))
        acted = ann.last(Acted)
        assert isinstance(acted, Acted)
        assert (acted.n, acted.ms) == (2, 5000)


async def test_while_the_store_is_away_actions_wait_and_none_is_lost() -> None:
    async with Stage() as stage:
        ann = await solo(stage)
        calls = 0

        async def fail_twice(_: Sequence[StoredAction]) -> None:
            nonlocal calls
            calls += 1
            if calls <= 2:
                raise StoreUnavailable("away")

        stage.store.before_append = fail_twice
        await ann.says(next_act(ann))
        assert Acted not in kinds(ann)
        await stage.journal.flushed()
        await settle()
        assert kinds(ann)[-1] is Acted
        assert calls == 3


async def test_an_action_whose_answer_from_the_store_was_lost_is_told_once_it_is_found() -> None:
    async with Stage() as stage:
        ann = await solo(stage)
        calls = 0

        async def lose_the_answer(_: Sequence[StoredAction]) -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                raise StoreUnavailable("the answer is lost")

        stage.store.after_append = lose_the_answer
        act = next_act(ann)
        await ann.says(act)
        await stage.journal.flushed()
        await settle()
        acted = ann.last(Acted)
        assert isinstance(acted, Acted)
        assert (acted.n, acted.action) == (1, act.action)
        await ann.says(next_act(ann))
        assert ann.replica.mine is not None
        assert ann.replica.mine.n == 2


async def test_two_processes_never_write_one_number_twice_and_both_come_to_the_same_game() -> None:
    database, clock = MemoryDatabase(), ManualClock()
    async with Stage(database, clock) as one, Stage(database, clock) as two:
        here = await solo(one)
        assert here.room is not None
        there = await two.enter(here.room.code, "ann")
        for seat in (here, there, there, here, there, here):
            await seat.says(next_act(seat))
            await asyncio.gather(*[each.journal.flushed() for each in (one, two)])
            await settle()
        assert here.room.race is not None
        assert there.room is not None
        assert there.room.race is not None
        mine = here.replica.mine
        assert mine is not None
        rows = await one.store.actions([mine.game])
        assert [row.n for row in rows[mine.game]] == list(range(1, len(rows[mine.game]) + 1))
        rebuilt = Game.replay(here.room.race.state.deal, " ".join(f"{r.action}:{r.ms}" for r in rows[mine.game]))
        await here.says(Act(mine.game, 9999, "undo"))
        await there.says(Act(mine.game, rebuilt.number + 1, "resign"))
        await here.says(Act(mine.game, rebuilt.number + 1, "undo"))
        assert here.replica.mine is not None
        assert there.replica.mine is not None
        assert here.replica.mine.n == there.replica.mine.n == rebuilt.number + 1
        assert here.replica.mine.ended


async def test_every_action_sent_in_one_breath_is_answered_in_order() -> None:
    async with Stage() as stage:
        ann = await solo(stage)
        assert ann.room is not None
        assert ann.room.race is not None
        assert ann.replica.mine is not None
        live = ann.room.race.state.games[ann.replica.mine.game]
        for n in range(1, 9):
            move = live.accepted.legal_moves()[0] if live.accepted.legal_moves() else None
            text = f"{TEXT_OF[move.card]}@{move.to}" if move else "undo"
            await ann.room.handle(ann, Act(ann.replica.mine.game, n, text))
        await settle()
        assert [event.n for event in ann.heard if isinstance(event, Acted)] == list(range(1, 9))


async def test_the_time_limit_ends_every_game_and_reveals_the_deal() -> None:
    async with Stage() as stage:
        ann, bob = await racing(stage, "ann", "bob")
        await ann.says(next_act(ann))
        await stage.clock.advance(60_000)
        finished = bob.last(Finished)
        assert isinstance(finished, Finished)
        assert ann.last(Snapshot)
        assert ann.replica.mine is not None
        found = await stage.replays.finished_game(ann.replica.mine.game)
        assert found.record.commitment == finished.reveal.commitment
        assert GameRecord.from_data(msgspec.to_builtins(found.record)).replay().moves == 1
        await ann.says(Act(ann.replica.mine.game, 2, "undo"))
        assert ann.refusal == "time_up"


async def test_the_deal_is_secret_until_the_race_is_over() -> None:
    async with Stage() as stage:
        ann, bob = await racing(stage, "ann", "bob", settings=Settings(RACE.variant, 3, 1))
        assert ann.room is not None
        assert ann.room.race is not None
        secret = ann.room.race.state.deal.secret.hex()
        code = ann.room.race.state.deal.code
        before_start = [event for event in ann.heard if "Started" not in type(event).__name__]
        assert all(secret not in repr(event) for seat in (ann, bob) for event in seat.heard)
        assert all(code not in repr(event) for event in before_start)
        assert ann.replica.mine is not None
        for act in (None, Act(ann.replica.mine.game, 1, "resign")):
            if act:
                await ann.says(act)
            with pytest.raises(Refusal) as refusal:
                await stage.replays.finished_game(ann.replica.mine.game, "ann")
            assert refusal.value.code == "game_not_found"
        assert all(secret not in repr(event) for seat in (ann, bob) for event in seat.heard)


async def test_an_unknown_protocol_version_is_told_to_stop() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        seat = Seat(await stage.player("ann"), stage)
        with pytest.raises(Exception, match="another version of the protocol"):
            await stage.rooms.enter(code, seat, Hello(99))
