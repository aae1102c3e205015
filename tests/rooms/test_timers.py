"""What is done again and again goes on whatever happens, and what many want at once goes one after the other."""

import asyncio

import pytest

from gaprace.errors import StoreUnavailable
from gaprace.rooms import timers as module
from gaprace.rooms.timers import Throttle, Timers
from tests.rooms.stage import NOON, ManualClock, Stage, settle
from tests.rooms.test_bots import racing_with_bots


async def test_a_step_that_fails_costs_no_later_one_the_first_may_wait_and_each_may_choose_its_pause() -> None:
    clock = ManualClock()
    timers = Timers(clock)
    outcomes = iter([None, StoreUnavailable("away"), ValueError("a mistake"), 5, 0, None])
    taken_at: list[int] = []

    async def step() -> int | None:
        taken_at.append(clock.now() - NOON)
        outcome = next(outcomes)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    timers.every(100, step, "a test", first_ms=50)
    await settle()
    await clock.advance(355)
    assert taken_at == [50, 150, 250, 350, 355, 355]
    timers.stop()
    await clock.advance(1000)
    assert len(taken_at) == 6


async def test_a_step_that_waits_for_the_store_is_logged_by_whatever_its_work_is_called(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = ManualClock()
    timers = Timers(clock)

    async def step() -> None:
        raise StoreUnavailable("away")

    for work in ("the archive", "steps of arenas"):
        timers.every(100, step, work)
    await settle()
    timers.stop()
    assert caplog.messages == [
        "the store is unavailable, the archive will be tried again: away",
        "the store is unavailable, steps of arenas will be tried again: away",
    ]


# Who goes one after the other


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
    monkeypatch.setattr(module, "PASS_INTERVAL_MS", 10_000)
    for _ in range(2):
        await racing_with_bots(stage, 5, 5)
    await stage.clock.advance(3_500)
    await stage.clock.advance(60_000)
    assert 4 <= sum(map(len, stage.store.database.actions.values())) <= 7
