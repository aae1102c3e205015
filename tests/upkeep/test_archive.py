"""Games that ended long ago are packed in the background."""

import pytest

from gaprace.ports import NoMetrics
from gaprace.ports.metrics import Counter, Gauge
from gaprace.upkeep import retention
from gaprace.upkeep.retention import ARCHIVE_INTERVAL_MS, Archive
from tests.rooms.stage import NOON, Stage
from tests.steps import finish
from tests.store.material import RESULT, play_race

AGE_MS = NOON - RESULT.ended_at + 24 * 3600 * 1000


class Counted(NoMetrics):
    def __init__(self) -> None:
        self.games: list[int] = []

    def count(self, metric: Counter | Gauge, *labels: str, n: int = 1) -> None:
        self.games.append(n)


async def test_old_games_are_packed_step_by_step_when_they_are_old_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "ARCHIVE_BATCH_SIZE", 2)
    stage, metrics = Stage(), Counted()  # not open: a day passes
    await play_race(stage.store, "race", {"ann": RESULT, "bob": RESULT, "cho": RESULT})
    job = Archive(stage.store, stage.clock, metrics, AGE_MS)
    assert await job.step() is None
    assert metrics.games == []
    stage.clock.put_back(-25 * 3600 * 1000)
    await finish(job)
    assert metrics.games == [2, 1]


async def test_there_is_a_pause_between_two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "ARCHIVE_BATCH_SIZE", 1)
    stage = Stage()
    await play_race(stage.store, "race", {"ann": RESULT})
    job = Archive(stage.store, stage.clock, NoMetrics(), 1)
    await stage.clock.advance(10_000_000)
    assert await job.step() == ARCHIVE_INTERVAL_MS
