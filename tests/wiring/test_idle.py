"""A server that nobody visits: how often it asks its database, counted over its steps by a clock that is set."""

import asyncio
from collections import Counter

import pytest

from gaprace.metrics import PrometheusMetrics
from gaprace.settings import ServerSettings
from gaprace.wiring import adapters, jobs
from gaprace.wiring.application import open_application
from tests.rooms.stage import ManualClock

SETTLES_S, WATCHED_S = 310, 280
"""Within five minutes all jobs have taken their first steps; retention comes again after as many, and then writes."""


class Watched(ManualClock):
    """A clock that goes on when all who were woken sleep again: what they ask for is done in threads."""

    def __init__(self) -> None:
        super().__init__()
        self._who_sleep = set[asyncio.Task[object] | None]()

    async def open(self, _: object) -> None:
        """See `SystemClock`."""

    async def close(self) -> None:
        """See `SystemClock`."""

    async def sleep_until(self, at: int) -> None:
        self._who_sleep.add(asyncio.current_task())
        await super().sleep_until(at)

    async def go_on(self, seconds: int) -> None:
        for _ in range(seconds):
            await self.advance(1_000)
            while self.sleeping < sum(not (task and task.done()) for task in self._who_sleep):  # noqa: ASYNC110
                await asyncio.sleep(0.001)


async def test_an_idle_server_writes_nothing_and_reads_once_a_second_at_most(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, asked = Watched(), Counter[str]()
    monkeypatch.setattr(adapters, "SystemClock", lambda: clock)
    monkeypatch.setattr(jobs, "QUIET_AFTER_S", 0.0)
    monkeypatch.setattr(PrometheusMetrics, "stored", lambda _, kind, __: asked.update([kind]))
    async with open_application(ServerSettings(database_url=sqlite_url, solvers=0)):
        await clock.go_on(SETTLES_S)
        assert asked["write"], "the dailies are made"
        asked.clear()
        await clock.go_on(WATCHED_S)
    assert asked["write"] == 0
    assert 0 < asked["read"] <= WATCHED_S
