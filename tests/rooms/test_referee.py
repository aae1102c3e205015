"""Stored before it is sent, one action for each number, the store is right: in one process and in two."""

from collections.abc import Sequence

import pytest

from gaprace.errors import StoreUnavailable
from gaprace.play.live.effects import Effect
from gaprace.ports import StoredAction
from gaprace.rooms.race_shell import RaceShell
from gaprace.wire import Acted, Finished
from tests.memory_store import MemoryDatabase
from tests.rooms.stage import ManualClock, Stage, kinds, next_act, racing, settle, solo


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
        back = await second.enter(ann.code, "ann")
        assert back.replica.race == known[1]
        assert back.replica.mine == ann.replica.mine
        await back.says(next_act(back))
        assert isinstance(back.last(Acted), Acted)
        await clock.advance(120_000)
        finished = back.last(Finished)
        assert {standing.player: standing.moves for standing in finished.standings} == {"ann": 3, "bob": 1}


async def test_while_the_store_is_away_actions_wait_and_none_is_lost(stage: Stage) -> None:
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


def test_an_effect_that_nothing_carries_out_is_an_error() -> None:
    with pytest.raises(TypeError, match=r"Effect\(\)"):
        RaceShell.__new__(RaceShell)._carry_out_one(Effect(), None)
