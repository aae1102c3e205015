"""The runner of background jobs."""

import pytest

from gaprace.wiring.jobs import Job, Jobs
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
