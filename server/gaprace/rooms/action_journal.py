"""The journal: the one writer of actions in this process.

Actions of all games are written in groups, so that one disk sync serves many players: a group is written as soon as it
is full, or a few milliseconds after its first action. Only when a group is on the disk is each of its actions reported.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter

from gaprace.errors import StoreUnavailable
from gaprace.ports import ActionAppender, Metrics, StoredAction, Written

BATCH_SIZE = 50
"""A group of this size is not delayed for more."""
MAX_BATCH_SIZE = 500
"""A group has at most this size: it takes all that came while the last one was written."""
BATCH_DELAY_S = 0.003
"""How long the first action of a group waits for others."""
MAX_QUEUED = 20_000
"""Actions that may wait while the store is unavailable; more are refused."""
CLOSE_TIMEOUT_S = 5.0
RETRY_DELAYS_S = (0.05, 0.1, 0.25, 0.5, 1.0)
"""Delays before the retries of a write while the store is unavailable; the last one is repeated."""

Report = Callable[[Written], None]
_log = logging.getLogger(__name__)


class Journal:
    """Writes actions in groups, in the order in which they came, and reports the outcome of each."""

    def __init__(self, appender: ActionAppender, metrics: Metrics) -> None:
        self._appender, self._metrics = appender, metrics
        self._queue: deque[tuple[StoredAction, Report]] = deque()
        self._has_some = asyncio.Event()
        self._has_batch = asyncio.Event()
        self._received = self._reported = 0
        """The numbers of actions that came, and that are reported."""
        self._flushes: list[tuple[int, asyncio.Future[None]]] = []
        """Futures that are done once this number of actions is reported."""
        self._writer: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to write."""
        self._writer = asyncio.create_task(self._run(), name="journal")

    async def close(self) -> None:
        """Write what waits, unless the store stays unavailable, then stop."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.flushed(), CLOSE_TIMEOUT_S)
        if self._writer:
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer

    @property
    def is_full(self) -> bool:
        """Whether no more actions should come."""
        return len(self._queue) >= MAX_QUEUED

    def write(self, action: StoredAction, report: Report) -> None:
        """Write an action with the next group, and report its outcome."""
        self._queue.append((action, report))
        self._received += 1
        self._has_some.set()
        if len(self._queue) >= BATCH_SIZE:
            self._has_batch.set()

    async def flushed(self) -> None:
        """Wait until everything that came so far is reported."""
        if self._reported < self._received:
            flush: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._flushes.append((self._received, flush))
            await flush

    async def _run(self) -> None:
        while True:
            await self._has_some.wait()
            if len(self._queue) < BATCH_SIZE:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._has_batch.wait(), BATCH_DELAY_S)
            await self._write_group()
            self._update_events()

    async def _write_group(self) -> None:
        group = [self._queue.popleft() for _ in range(min(MAX_BATCH_SIZE, len(self._queue)))]
        began = perf_counter()
        outcomes = await self._written([action for action, _ in group])
        self._metrics.journal(outcomes.count(Written.STORED), perf_counter() - began, len(self._queue))
        for (_, report), outcome in zip(group, outcomes, strict=True):
            self._report(report, outcome)
        for (action, _), outcome in zip(group, outcomes, strict=True):
            if outcome is not Written.STORED:
                self._give_up(action.game, outcome)

    def _give_up(self, game: str, outcome: Written) -> None:
        """Report queued actions with the outcome of the refused one: they build on a board that never was."""
        followers = [each for each in self._queue if each[0].game == game]
        if followers:
            self._queue = deque(each for each in self._queue if each[0].game != game)
        for _, report in followers:
            self._report(report, outcome)

    def _update_events(self) -> None:
        if not self._queue:
            self._has_some.clear()
        if len(self._queue) < BATCH_SIZE:
            self._has_batch.clear()
        for number, flush in self._flushes:
            if number <= self._reported and not flush.done():
                flush.set_result(None)
        self._flushes = [each for each in self._flushes if not each[1].done()]

    async def _written(self, actions: list[StoredAction]) -> list[Written]:
        attempt = 0
        while True:
            try:
                return await self._appender.append_actions(actions)
            except StoreUnavailable as error:
                delay_s = RETRY_DELAYS_S[min(attempt, len(RETRY_DELAYS_S) - 1)]
                _log.warning("the store is unavailable, %d actions wait %.2f s: %s", len(actions), delay_s, error)
                await asyncio.sleep(delay_s)
                attempt += 1

    def _report(self, report: Report, outcome: Written) -> None:
        self._reported += 1
        try:
            report(outcome)
        except Exception:  # noqa: BLE001 - a fault in one game must not stop the writing of all others
            _log.exception("the report of an action failed")
