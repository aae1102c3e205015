"""The server's clock follows that of the database, whatever the machine's own clocks do, and never goes back."""

import asyncio
import time
from collections.abc import Callable
from itertools import chain, repeat

import pytest

from gaprace import clock as module
from gaprace.clock import MAX_SKEW_MS, SystemClock
from gaprace.store.sql_store import SqlStore
from tests.processes import PATIENCE_S

START = 1_700_000_000_000


class Machine:
    """The counters of a machine, and a database with a clock of its own. Both go on together, unless they jump."""

    def __init__(self) -> None:
        self.ticks_ns = 5_000_000_000
        self.suspended_ns = 0
        self.database = START
        self.delay_ms = 0
        """Of a question to the database, and again of its answer."""
        self.clock = SystemClock(lambda: self.ticks_ns, lambda: self.suspended_ns)

    def pass_by(self, ms: int) -> None:
        self.ticks_ns += ms * 1_000_000
        self.database += ms

    async def ask(self) -> int:
        self.pass_by(self.delay_ms)
        answer = self.database
        self.pass_by(self.delay_ms)
        return answer

    async def measure(self) -> None:
        await self.clock._measure(self.ask)  # what the clock does every few seconds

    async def suspend(self, ms: int) -> None:
        self.suspended_ns += ms * 1_000_000
        self.database += ms

    @property
    def skew(self) -> int:
        """How far the clock is ahead of the database's."""
        return self.clock.now() - self.database


@pytest.fixture
async def machine() -> Machine:
    machine = Machine()
    await machine.clock.open(machine.ask)
    await machine.clock.close()  # the test measures by itself
    return machine


@pytest.mark.parametrize("delay_ms", [0, 1, 40, 500])
async def test_it_has_the_time_of_the_database_however_wrong_the_machine_and_slow_the_network_are(
    machine: Machine, delay_ms: int
) -> None:
    assert abs(time.time() * 1000 - START) > 10 * MAX_SKEW_MS
    assert abs(machine.skew) <= 1
    assert machine.clock.is_right
    machine.delay_ms = delay_ms
    for _ in range(5):
        machine.pass_by(5_000)
        await machine.measure()
        assert abs(machine.skew) <= 1


@pytest.mark.parametrize("jump_ms", [3, 250, 30_000, 86_400_000])
async def test_a_database_that_jumps_forward_is_followed_at_once(machine: Machine, jump_ms: int) -> None:
    before = machine.clock.now()
    machine.database += jump_ms
    await machine.measure()
    assert abs(machine.skew) <= 1
    assert machine.clock.now() >= before
    assert machine.clock.is_right


async def test_a_database_that_jumps_back_is_followed_without_going_back(machine: Machine) -> None:
    machine.database -= 30_000
    await machine.measure()
    times = [machine.clock.now()]
    assert not machine.clock.is_right
    for _ in range(700):
        machine.pass_by(100)
        await machine.measure()
        times.append(machine.clock.now())
    assert times == sorted(times)
    assert times[100] - times[0] == pytest.approx(5_000, abs=20)
    assert machine.clock.is_right
    assert abs(machine.skew) <= 2


async def test_a_jump_forward_while_it_goes_slowly_is_not_counted_twice(machine: Machine) -> None:
    machine.database -= 1_000
    await machine.measure()
    machine.database += 5_000
    await machine.measure()
    assert abs(machine.skew) <= 1
    machine.pass_by(5_000)
    assert abs(machine.skew) <= 1


async def test_after_a_suspension_it_is_right_without_asking(machine: Machine) -> None:
    await machine.suspend(3_600_000)
    machine.clock.check_suspension()
    assert abs(machine.skew) <= 1


async def test_a_process_that_is_interrupted_while_it_looks_takes_this_for_no_suspension(machine: Machine) -> None:
    machine.suspended_ns -= 2_000_000_000  # the second clock was read two seconds after the first one
    machine.clock.check_suspension()
    machine.suspended_ns += 2_000_000_000
    machine.clock.check_suspension()
    assert abs(machine.skew) <= 1


async def test_ntp_steps_of_the_machine_change_nothing(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    before = machine.clock.now()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    machine.pass_by(1_000)
    await machine.measure()
    assert machine.clock.now() == before + 1_000


async def test_who_sleeps_until_a_time_wakes_when_the_clock_jumps_there(machine: Machine) -> None:
    sleeping = asyncio.create_task(machine.clock.sleep_until(machine.clock.now() + 3_599_000))
    await asyncio.sleep(0)
    machine.database += 3_600_000
    await machine.measure()
    await asyncio.wait_for(sleeping, PATIENCE_S)


async def test_sleeping_lasts_until_the_time_has_come() -> None:
    clock = SystemClock()
    at = clock.now() + 20
    await clock.sleep_until(at)
    assert clock.now() >= at
    await clock.sleep_until(at - 1_000)


@pytest.mark.parametrize("wrong_by_s", [-30, 30])
async def test_a_server_whose_machine_is_wrong_has_the_time_of_its_database(
    sql_store: SqlStore, monkeypatch: pytest.MonkeyPatch, wrong_by_s: int
) -> None:
    right: Callable[[], int] = time.time_ns
    with monkeypatch.context() as patch:
        patch.setattr(module.time, "time_ns", lambda: right() + wrong_by_s * 1_000_000_000)
        clock = SystemClock()
    await clock.open(sql_store.time)
    assert abs(clock.now() - time.time() * 1000) < MAX_SKEW_MS
    assert clock.is_right
    await clock.close()


def test_it_begins_with_the_time_of_the_machine_and_an_interruption_between_two_readings_does_no_harm() -> None:
    assert abs(SystemClock().now() - time.time() * 1000) < 1_000
    ticks = chain([15_000_000_000], repeat(5_000_000_000))
    clock = SystemClock(lambda: next(ticks), lambda: 0)
    assert abs(clock.now() - time.time() * 1000) < 5_000
