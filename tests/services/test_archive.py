"""Games that ended long ago are packed in the background."""

import pytest

from gaprace.ports import NoMetrics
from gaprace.services import archive
from gaprace.services.archive import CHECK_INTERVAL_MS, STEP_INTERVAL_MS, ArchiveJob
from tests.rooms.stage import NOON, Stage
from tests.store.material import RESULT, play_race

AGE_MS = NOON - RESULT.ended_at + 24 * 3600 * 1000


class Counted(NoMetrics):
    def __init__(self) -> None:
        self.games: list[int] = []

    def archived(self, games: int) -> None:
        self.games.append(games)


async def test_old_games_are_packed_step_by_step_when_they_are_old_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "BATCH_SIZE", 2)
    stage, metrics = Stage(), Counted()  # not open: a day passes
    await play_race(stage.store, "race", {"ann": RESULT, "bob": RESULT, "cho": RESULT})
    job = ArchiveJob(stage.store, stage.clock, metrics, AGE_MS)
    job.open()
    await stage.clock.advance(CHECK_INTERVAL_MS)
    assert metrics.games == []
    await stage.clock.advance(25 * 3600 * 1000)
    assert metrics.games == [2, 1]
    assert await job.run() is None
    job.close()


async def test_there_is_a_pause_between_two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "BATCH_SIZE", 1)
    stage = Stage()
    await play_race(stage.store, "race", {"ann": RESULT})
    job = ArchiveJob(stage.store, stage.clock, NoMetrics(), 1)
    await stage.clock.advance(10_000_000)
    assert await job.run() == STEP_INTERVAL_MS


async def test_without_an_age_nothing_is_packed() -> None:
    stage, metrics = Stage(), Counted()
    await play_race(stage.store, "race", {"ann": RESULT})
    job = ArchiveJob(stage.store, stage.clock, metrics, 0)
    job.open()
    await stage.clock.advance(25 * 3600 * 1000)
    assert metrics.games == []
