import time

import pytest

from gaprace.clock import SystemClock


def test_the_clock_starts_with_the_time_of_the_machine() -> None:
    assert abs(SystemClock().now() - time.time() * 1000) < 1_000


def test_the_clock_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SystemClock()
    before = clock.now()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert clock.now() >= before


async def test_sleeping_lasts_until_the_time_has_come() -> None:
    clock = SystemClock()
    at = clock.now() + 20
    await clock.sleep_until(at)
    assert clock.now() >= at
    await clock.sleep_until(at - 1_000)
