"""The journal: the only writer of actions of a server.

Actions of all games are written in groups, so that one disk sync serves many players: a group is written as soon as it
is full, or a few milliseconds after its first action. Where the group before was a single action, few are playing, and
the next one is written at once. An action is reported only when its group is on the disk.

While there is nothing to write, the journal probes the store. So the waiting time of its oldest entry always shows
whether this server can store actions.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic, perf_counter
from typing import TypeVar

from gaprace.errors import StoreUnavailable
from gaprace.ports import ActionAppender, Metrics, StoredAction, Written
from gaprace.ports.metrics import ACTIONS, GROUP_SIZE, JOURNAL_SECONDS, JOURNAL_WAITING, STORE_UP

BATCH_SIZE = 50
"""A group of this size is not delayed for more."""
MAX_BATCH_SIZE = 500
"""A group has at most this size: it takes all that came while the last one was written."""
BATCH_DELAY_S = 0.003
"""How long the first action of a group waits for others, the writing of the group before included."""
MAX_QUEUED = 20_000
"""Actions that may wait while the store is unavailable; more are refused."""
CLOSE_TIMEOUT_S = 5.0
RETRY_DELAYS_S = (0.05, 0.1, 0.25, 0.5, 1.0)
"""Delays before the retries of a write while the store is unavailable; the last one is repeated."""
SLOW_AFTER_S = 2.0
"""When the oldest work has waited this long, players get a notice, and this server is not ready."""
STALLED_AFTER_S = 10.0
"""When the oldest work has waited this long, new actions are refused; those that wait are kept."""
CHECK_INTERVAL_S = 0.25
"""Interval between checks of how long the oldest work has waited."""
PROBE_INTERVAL_S = 1.0
"""How long the journal is idle before it probes the store."""

Report = Callable[[Written], None]
Answer = TypeVar("Answer")
_log = logging.getLogger(__name__)


class Journal:
    """Writes actions in groups, in the order in which they came, and reports the outcome of each."""

    def __init__(self, appender: ActionAppender, metrics: Metrics) -> None:
        self._appender, self._metrics = appender, metrics
        self._queue: deque[tuple[StoredAction, Report, float]] = deque()
        """The waiting actions, with the time at which they came."""
        self._has_some = asyncio.Event()
        self._has_batch = asyncio.Event()
        self._received = self._reported = 0
        """The numbers of actions that came, and that are reported."""
        self._flushes: list[tuple[int, asyncio.Future[None]]] = []
        """Futures that are done once this number of actions is reported."""
        self._tasks: list[asyncio.Task[None]] = []
        self._working_since: float | None = None
        """When the oldest action of the group being written came, or when the present probe began."""
        self._is_crowded = False
        """Whether the last group had more than one action."""
        self._is_failing = self._is_stalled = False
        self.is_slow = False
        """Whether the oldest work has waited for `SLOW_AFTER_S`."""
        self._on_slow: Callable[[bool], None] = lambda _: None

    def open(self, on_slow: Callable[[bool], None] = lambda _: None) -> None:
        """Begin to write; report whenever `is_slow` changes."""
        self._on_slow = on_slow
        self._tasks = [
            asyncio.create_task(self._run(), name="journal"),
            asyncio.create_task(self._watch(), name="journal watch"),
        ]

    async def close(self) -> None:
        """Write pending actions, unless the store stays unavailable, then stop."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await self.flushed()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def is_full(self) -> bool:
        """Whether no more actions should come."""
        return self._is_stalled or len(self._queue) >= MAX_QUEUED

    @property
    def is_idle(self) -> bool:
        """Whether all actions so far are reported."""
        return not self._waiting

    @property
    def can_store(self) -> bool:
        """Whether the store accepts actions in time."""
        return not self._is_failing and self.age_s < SLOW_AFTER_S

    @property
    def _waiting(self) -> int:
        """The number of actions that are not reported yet."""
        return self._received - self._reported

    @property
    def age_s(self) -> float:
        """The waiting time of the oldest entry, in seconds."""
        since = self._working_since
        if since is None and self._queue:
            since = self._queue[0][2]
        return 0.0 if since is None else monotonic() - since

    def write(self, action: StoredAction, report: Report) -> None:
        """Write an action with the next group, and report its outcome."""
        self._queue.append((action, report, monotonic()))
        self._received += 1
        if len(self._queue) == 1:
            self._has_some.set()
        elif len(self._queue) == BATCH_SIZE:
            self._has_batch.set()

    async def flushed(self) -> None:
        """Wait until all actions so far are reported."""
        if not self.is_idle:
            flush: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._flushes.append((self._received, flush))
            await flush

    # Writing

    async def _run(self) -> None:
        while True:
            while not (self._has_some.is_set() or await self._is_woken()):
                await self._probe()
            delay_s = self._queue[0][2] + BATCH_DELAY_S - monotonic()
            if self._is_crowded and len(self._queue) < BATCH_SIZE and delay_s > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(delay_s):
                        await self._has_batch.wait()
            await self._write_group()
            self._update_events()

    async def _is_woken(self) -> bool:
        """Wait for an action; return False if none comes for a while."""
        # Not `wait_for`: up to Python 3.11 it swallows a cancellation that comes together with an action.
        with suppress(TimeoutError):
            async with asyncio.timeout(PROBE_INTERVAL_S):
                await self._has_some.wait()
        return self._has_some.is_set()

    async def _probe(self) -> None:
        self._working_since = monotonic()
        await self._insist(self._appender.probe)
        self._working_since = None

    async def _write_group(self) -> None:
        self._working_since = self._queue[0][2]
        group = [self._queue.popleft() for _ in range(min(MAX_BATCH_SIZE, len(self._queue)))]
        self._is_crowded = len(group) > 1
        actions = [action for action, _, _ in group]
        began = perf_counter()
        outcomes = await self._insist(lambda: self._appender.append_actions(actions))
        stored = outcomes.count(Written.STORED)
        self._metrics.count(ACTIONS, n=stored)
        self._metrics.observe(GROUP_SIZE, stored)
        self._metrics.observe(JOURNAL_SECONDS, perf_counter() - began)
        self._working_since = None
        self._report([(report, outcome) for (_, report, _), outcome in zip(group, outcomes, strict=True)])
        if stored < len(outcomes):
            for action, outcome in zip(actions, outcomes, strict=True):
                if outcome is not Written.STORED:
                    self._give_up(action.game, outcome)

    def _give_up(self, game: str, outcome: Written) -> None:
        """Report queued actions with the outcome of the refused one, on whose board they depend."""
        followers = [each for each in self._queue if each[0].game == game]
        if followers:
            self._queue = deque(each for each in self._queue if each[0].game != game)
        self._report([(report, outcome) for _, report, _ in followers])

    def _update_events(self) -> None:
        if not self._queue:
            self._has_some.clear()
        if len(self._queue) < BATCH_SIZE:
            self._has_batch.clear()
        for number, flush in self._flushes:
            if number <= self._reported and not flush.done():
                flush.set_result(None)
        self._flushes = [each for each in self._flushes if not each[1].done()]

    async def _insist(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """Repeat an operation of the store until it succeeds."""
        attempt = 0
        while True:
            try:
                answer = await work()
            except StoreUnavailable as error:
                delay_s = RETRY_DELAYS_S[min(attempt, len(RETRY_DELAYS_S) - 1)]
                _log.warning("the store is unavailable, %s, next try in %.2f s: %s", self._state, delay_s, error)
            except Exception:  # noqa: BLE001 - without the journal, no game goes on
                delay_s = RETRY_DELAYS_S[-1]
                _log.exception("the journal has failed, %s, next try in %.2f s", self._state, delay_s)
            else:
                if self._is_failing:
                    self._is_failing = False
                    self._meter()
                return answer
            self._is_failing = True
            self._meter()
            attempt += 1
            await asyncio.sleep(delay_s)

    @property
    def _state(self) -> str:
        """The number of waiting actions, in words."""
        waiting = self._waiting
        return "nothing waits" if not waiting else "1 action waits" if waiting == 1 else f"{waiting} actions wait"

    def _report(self, outcomes: list[tuple[Report, Written]]) -> None:
        for report, outcome in outcomes:
            self._reported += 1
            try:
                report(outcome)
            except Exception:  # noqa: BLE001 - a fault in one game must not stop the writing of all others
                _log.exception("the report of an action failed")

    # How long it takes

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(CHECK_INTERVAL_S if self._waiting else PROBE_INTERVAL_S)
            self._check_age()
            self._meter()

    def _meter(self) -> None:
        self._metrics.set(JOURNAL_WAITING, self._waiting)
        self._metrics.set(STORE_UP, self.can_store)

    def _check_age(self) -> None:
        age_s = self.age_s
        self._is_stalled = age_s >= STALLED_AFTER_S
        if (age_s >= SLOW_AFTER_S) is not self.is_slow:
            self.is_slow = not self.is_slow
            _log.warning("storing is %s: the oldest work has waited %.1f s", "slow" if self.is_slow else "fast", age_s)
            self._on_slow(self.is_slow)
