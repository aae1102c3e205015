import asyncio

import pytest

from gaprace.rooms import timers
from gaprace.rooms.timers import Throttle
from tests.rooms.stage import ManualClock, Stage
from tests.rooms.test_bots import racing_with_bots


async def test_who_come_at_once_go_one_after_the_other_and_who_comes_alone_does_not_wait() -> None:
    clock, through = ManualClock(), list[int]()
    throttle = Throttle(clock)

    async def go(number: int) -> None:
        await throttle.passed()
        through.append(number)

    async with asyncio.TaskGroup() as group:
        for number in range(4):
            group.create_task(go(number))
        await clock.advance(0)
        assert through == [0]
        await clock.advance(10)
        assert through == [0, 1, 2]
        await clock.advance(1_000)
    await go(4)
    assert through == [0, 1, 2, 3, 4]


async def test_a_clock_that_is_put_back_stops_nobody_for_long() -> None:
    clock = ManualClock()
    throttle = Throttle(clock)
    await throttle.passed()
    clock.put_back(3_600_000)
    waiting = asyncio.create_task(throttle.passed())
    await clock.advance(0)
    assert not waiting.done()
    await clock.advance(60_000)
    assert waiting.done()


async def test_bots_of_all_rooms_pass_one_throttle(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timers, "PASS_INTERVAL_MS", 10_000)
    for _ in range(2):
        await racing_with_bots(stage, 5, 5)
    await stage.clock.advance(3_500)
    await stage.clock.advance(60_000)
    assert 4 <= sum(map(len, stage.store.database.actions.values())) <= 7
