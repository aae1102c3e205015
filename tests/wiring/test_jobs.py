"""The runner of background jobs."""

import pytest

from gaprace.wiring.jobs import QUIET_MS, Job, Jobs
from tests.rooms.stage import NOON, ManualClock, settle


class Work:
    """Takes down when its steps were taken."""

    def __init__(self, clock: ManualClock, *outcomes: int | Exception | None) -> None:
        self._clock, self._outcomes = clock, iter(outcomes)
        self.taken_at: list[int] = []
        self.is_closed = False

    async def step(self) -> int | None:
        self.taken_at.append(self._clock.now() - NOON)
        outcome = next(self._outcomes, None)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def close(self) -> None:
        self.is_closed = True


async def test_a_job_that_fails_is_logged_and_tried_again_and_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    clock = ManualClock()
    failing, other = Work(clock, ValueError("a mistake")), Work(clock, 10)
    jobs = Jobs(clock, [Job("the archive", failing.step, 100), Job("closing", other.step, 100, first_ms=50)])
    jobs.open()
    await settle()
    await clock.advance(160)
    assert failing.taken_at == [0, 100]
    assert other.taken_at == [50, 60, 160]
    assert "the archive failed" in caplog.messages
    jobs.close()


async def test_the_end_of_a_server_stops_all_jobs_and_what_they_have_left_running() -> None:
    clock = ManualClock()
    work = Work(clock)
    jobs = Jobs(clock, [Job("a job", work.step, 100, close=work.close)])
    jobs.open()
    await settle()
    jobs.close()
    await clock.advance(1_000)
    assert work.taken_at == [0]
    assert work.is_closed


async def test_while_the_server_is_quiet_a_job_that_finds_nothing_looks_less_often() -> None:
    clock, quiet = ManualClock(), [True]
    rests, busy, goes_on = Work(clock), Work(clock, 100, 100), Work(clock)
    jobs = [Job("a", rests.step, 1_000), Job("b", busy.step, 1_000), Job("c", goes_on.step, 1_000, rests=False)]
    running = Jobs(clock, jobs, lambda: quiet[0])
    running.open()
    await settle()
    for _ in range(QUIET_MS // 1_000):
        await clock.advance(1_000)
    assert (rests.taken_at, len(goes_on.taken_at)) == ([0, QUIET_MS], 21)
    assert busy.taken_at[:3] == [0, 100, 200]
    quiet[0] = False
    for _ in range(QUIET_MS // 1_000 + 2):
        await clock.advance(1_000)
    assert rests.taken_at == [0, QUIET_MS, 2 * QUIET_MS, 2 * QUIET_MS + 1_000, 2 * QUIET_MS + 2_000]
    running.close()
