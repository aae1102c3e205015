"""What is done again and again goes on whatever happens."""

import pytest

from gaprace.errors import StoreUnavailable
from gaprace.rooms.timers import Timers
from tests.rooms.stage import NOON, ManualClock, settle


async def test_a_step_that_fails_costs_no_later_one_and_each_may_choose_its_pause() -> None:
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

    timers.every(100, step, "a test")
    await settle()
    await clock.advance(305)
    assert taken_at == [0, 100, 200, 300, 305, 305]
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


async def test_the_first_step_may_wait() -> None:
    clock = ManualClock()
    timers = Timers(clock)
    taken_at: list[int] = []

    async def step() -> None:
        taken_at.append(clock.now() - NOON)

    timers.every(100, step, "a test", first_ms=50)
    await settle()
    await clock.advance(250)
    assert taken_at == [50, 150, 250]
    timers.stop()
