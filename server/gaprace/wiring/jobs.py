"""The background jobs: one table of them, and the runner that takes their steps.

Every server runs all jobs. Servers share the work: a step claims what it does for a while, or is a conditional update
that only one of them can make.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic

from gaprace.events.arena_bots import ArenaBots
from gaprace.events.arena_clock import ArenaClock
from gaprace.events.daily_candidates import CertifiedDeals
from gaprace.events.daily_closings import Closings
from gaprace.groups.dailies import GroupDailies
from gaprace.groups.scores import GroupScores
from gaprace.moderation.void_results import VoidResults
from gaprace.notices.delivery import Outbox
from gaprace.play.events.calendar import DAY_MS
from gaprace.play.people.doing import NOTE_INTERVAL_MS
from gaprace.ports import Clock
from gaprace.ports.metrics import BUS_LAG, BUS_LOSSES, BUS_UP, CLOCK_RIGHT, LOOP_LAG, POOL_SIZE, POOL_USE, QUEUE_LENGTH
from gaprace.rooms.reconciler import TICK_INTERVAL_MS, Reconciler
from gaprace.rooms.timers import Timers
from gaprace.settings import ServerSettings
from gaprace.study.puzzle_maker import PuzzleMaker
from gaprace.upkeep.retention import Lifetimes, Retention
from gaprace.web.context import AppContext
from gaprace.wiring.adapters import Adapters
from gaprace.wiring.installation import back_up_daily, reload_settings

SECOND_MS, MINUTE_MS, HOUR_MS = 1_000, 60_000, 3_600_000
QUIET_AFTER_S, QUIET_MS = 60.0, 20 * SECOND_MS
"""After this time without a request, and without a room that somebody is in, jobs look for work every 10 s at most."""


def _nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Job:
    """Work that is done in the background, a step at a time."""

    work: str
    """Its name in the log."""
    step: Callable[[], Awaitable[int | None]]
    """Does a part of the work; returns the delay in ms before the next step, None for the interval."""
    interval_ms: int
    """Interval between two looks for work, also after a step that failed."""
    first_ms: int = 0
    """Delay of the first step after the start of the server."""
    close: Callable[[], None] = _nothing
    """Stops all that its steps have left running."""
    rests: bool = True
    """Whether it looks less often while the server is quiet."""


class Jobs:
    """Takes the steps of jobs. A step that fails is logged, is repeated after the interval, and delays no other job."""

    def __init__(self, clock: Clock, jobs: Sequence[Job], is_quiet: Callable[[], bool] = lambda: False) -> None:
        """Take a function that tests whether nobody is there: then a job looks for work only every `QUIET_MS`."""
        self._timers, self._jobs, self._is_quiet = Timers(clock), jobs, is_quiet

    def open(self) -> None:
        """Start all jobs."""
        for job in self._jobs:
            step = partial(self._step, job) if job.rests and job.interval_ms < QUIET_MS else job.step
            self._timers.every(job.interval_ms, step, job.work, first_ms=job.first_ms)

    async def _step(self, job: Job) -> int | None:
        delay_ms = await job.step()
        return QUIET_MS if delay_ms is None and self._is_quiet() else delay_ms

    def close(self) -> None:
        """Stop all jobs; other servers do what was interrupted."""
        self._timers.stop()
        for job in self._jobs:
            job.close()


def background_jobs(adapters: Adapters, context: AppContext, outbox: Outbox) -> list[Job]:
    """Return the jobs of a server."""
    store, clock, background, settings = adapters.store, adapters.clock, adapters.background, context.settings
    arenas = ArenaClock(store, clock, ArenaBots(store, clock, context.rooms, adapters.engine))
    retention = Retention(store, clock, context.rooms, _lifetimes(settings))
    jobs = [
        sampling(adapters, partial(is_quiet, context)),
        Job(
            "comparing rooms with the store",
            Reconciler(context.shared, context.rooms).tick,
            TICK_INTERVAL_MS,
            rests=False,
        ),
        Job("noting who is about", context.friends.note_all, NOTE_INTERVAL_MS),
        Job("making dailies", context.dailies.make_ahead, 10 * SECOND_MS),
        Job("making dailies of groups", GroupDailies(store, clock).make_due, 10 * SECOND_MS),
        Job("ending challenges", context.challenges.end_due, 15 * SECOND_MS),
        Job("steps of arenas", arenas.step_due, SECOND_MS, close=arenas.close),
        Job("examining games", context.examinations.step, 5 * SECOND_MS),
        Job("voiding results", VoidResults(store, clock).step, 2 * SECOND_MS),
        Job("closing dailies", Closings(store, clock, background).step, 10 * SECOND_MS),
        Job("scoring dailies of groups", GroupScores(store, background).step, 5 * SECOND_MS),
        Job("the outbox", outbox.step, 2 * SECOND_MS, close=outbox.close),
        Job("notices of the calendar", outbox.look_at_calendar, 10 * SECOND_MS),
        Job("forgetting letters", outbox.forget, HOUR_MS, first_ms=HOUR_MS),
        Job("retention", retention.step, 5 * MINUTE_MS, first_ms=5 * MINUTE_MS),
        Job("backups", partial(back_up_daily, context), HOUR_MS, first_ms=MINUTE_MS),
    ]
    if adapters.bus.is_shared:
        jobs.append(Job("the settings of the owner", partial(reload_settings, context), 30 * SECOND_MS))
    if adapters.engine.searches:
        jobs += [
            Job("analyses", context.analyses.step, SECOND_MS),
            Job("certified deals", CertifiedDeals(store, clock, adapters.engine).step, 20 * SECOND_MS),
            Job("making puzzles", PuzzleMaker(store, clock, adapters.engine).step, 5 * SECOND_MS),
        ]
    return jobs


def is_quiet(context: AppContext) -> bool:
    """Whether nobody has been here for a while."""
    return context.limits.requests.idle_s >= QUIET_AFTER_S and not context.rooms.live_rooms


def sampling(adapters: Adapters, is_quiet: Callable[[], bool] = lambda: False) -> Job:
    """Return the job that samples for the metrics: the only one of a server that only reads."""
    return Job("sampling", Sampling(adapters, is_quiet).step, SAMPLE_INTERVAL_MS, rests=False)


def _lifetimes(settings: ServerSettings) -> Lifetimes:
    days = settings.keep_guests_days, settings.keep_networks_days, settings.keep_idle_games_days
    return Lifetimes(*(each * DAY_MS for each in days))


SAMPLE_INTERVAL_MS = 500
QUIET_SAMPLE_MS = 5 * SECOND_MS
"""The interval while nobody is there: at the other one, sampling would be a third of the server's work."""


class Sampling:
    """Reads samples from the adapters, and measures how late the event loop is with it."""

    def __init__(self, adapters: Adapters, is_quiet: Callable[[], bool]) -> None:
        self._adapters, self._is_quiet = adapters, is_quiet
        self._due: float | None = None
        """When the next step is due, by the monotonic clock (s)."""
        self._losses = 0
        """Losses of the bus that are counted."""

    async def step(self) -> int:
        """Take a sample; return the delay before the next one (ms)."""
        metrics, bus, now = self._adapters.metrics, self._adapters.bus, monotonic()
        if self._due is not None:
            metrics.observe(LOOP_LAG, max(0.0, now - self._due))
        metrics.set(BUS_UP, bus.is_up)
        metrics.set(BUS_LAG, bus.lag_s)
        metrics.count(BUS_LOSSES, n=bus.losses - self._losses)
        self._losses = bus.losses
        metrics.set(CLOCK_RIGHT, self._adapters.clock.is_right)
        for name, pool in self._adapters.store.pools.items():
            metrics.set(POOL_USE, pool.in_use, name)
            metrics.set(POOL_SIZE, pool.size, name)
        queues = {**self._adapters.engine.queues, "background": self._adapters.background.waiting}
        for name, length in queues.items():
            metrics.set(QUEUE_LENGTH, length, name)
        metrics.flush()
        delay_ms = QUIET_SAMPLE_MS if self._is_quiet() else SAMPLE_INTERVAL_MS
        self._due = monotonic() + delay_ms / 1000
        return delay_ms
