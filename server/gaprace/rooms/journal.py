"""The journal: the one writer of actions in this process.

Actions of all games are written in groups, so that one disk sync serves many players: a group goes as soon as it is
full, or a few milliseconds after its first action. Only when a group is on the disk is each of its actions reported.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter

from gaprace.errors import StoreUnavailable
from gaprace.ports import ActionStore, Metrics, StoredAction, Written

BATCH_SIZE = 50
"""So many actions are not kept waiting for more."""
MAX_BATCH_SIZE = 500
"""But what has come while the last group was written goes along, up to so many."""
LINGER_S = 0.003
"""How long the first action of a group waits for others."""
MAX_WAITING = 20_000
"""How many actions may wait, while the store is away, before more are refused."""
CLOSE_WITHIN_S = 5.0
RETRY_S = (0.05, 0.1, 0.25, 0.5, 1.0)
"""How long to wait before trying a store again that is away; the last one again and again."""

Report = Callable[[Written], None]
_log = logging.getLogger(__name__)


class Journal:
    """Writes actions in groups, in the order in which they came, and reports each."""

    def __init__(self, store: ActionStore, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics
        self._waiting: deque[tuple[StoredAction, Report]] = deque()
        self._some = asyncio.Event()
        self._full = asyncio.Event()
        self._come = self._done = 0
        """How many actions came, and how many of them are reported."""
        self._flushes: list[tuple[int, asyncio.Future[None]]] = []
        """Who waits until so many are reported."""
        self._writer: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to write."""
        self._writer = asyncio.create_task(self._write_for_ever(), name="journal")

    async def close(self) -> None:
        """Write what waits, unless the store stays away, then stop."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.flushed(), CLOSE_WITHIN_S)
        if self._writer:
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer

    @property
    def is_full(self) -> bool:
        """Whether so much waits that no more should come."""
        return len(self._waiting) >= MAX_WAITING

    def write(self, action: StoredAction, report: Report) -> None:
        """Write an action with the next group, and report what became of it."""
        self._waiting.append((action, report))
        self._come += 1
        self._some.set()
        if len(self._waiting) >= BATCH_SIZE:
            self._full.set()

    async def flushed(self) -> None:
        """Wait until everything that came so far is reported."""
        if self._done < self._come:
            flush: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._flushes.append((self._come, flush))
            await flush

    async def _write_for_ever(self) -> None:
        while True:
            await self._some.wait()
            if len(self._waiting) < BATCH_SIZE:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._full.wait(), LINGER_S)
            await self._write_group()
            self._note_what_waits()

    async def _write_group(self) -> None:
        group = [self._waiting.popleft() for _ in range(min(MAX_BATCH_SIZE, len(self._waiting)))]
        began = perf_counter()
        outcomes = await self._written([action for action, _ in group])
        self._metrics.journal(outcomes.count(Written.STORED), perf_counter() - began, len(self._waiting))
        for (action, report), outcome in zip(group, outcomes, strict=True):
            self._report(report, outcome)
            if outcome is not Written.STORED:
                self._give_up(action.game, outcome)

    def _give_up(self, game: str, outcome: Written) -> None:
        """Report what waits of a game as it was with the action before: it was decided on a board that never was."""
        followers = [each for each in self._waiting if each[0].game == game]
        if followers:
            self._waiting = deque(each for each in self._waiting if each[0].game != game)
        for _, report in followers:
            self._report(report, outcome)

    def _note_what_waits(self) -> None:
        if not self._waiting:
            self._some.clear()
        if len(self._waiting) < BATCH_SIZE:
            self._full.clear()
        for up_to, flush in self._flushes:
            if up_to <= self._done and not flush.done():
                flush.set_result(None)
        self._flushes = [each for each in self._flushes if not each[1].done()]

    async def _written(self, actions: list[StoredAction]) -> list[Written]:
        attempt = 0
        while True:
            try:
                return await self._store.append_actions(actions)
            except StoreUnavailable as error:
                wait_s = RETRY_S[min(attempt, len(RETRY_S) - 1)]
                _log.warning("the store is away, %d actions wait %.2f s: %s", len(actions), wait_s, error)
                await asyncio.sleep(wait_s)
                attempt += 1

    def _report(self, report: Report, outcome: Written) -> None:
        self._done += 1
        try:
            report(outcome)
        except Exception:  # noqa: BLE001 - one game's fault must not stop the writing of all others
            _log.exception("an action's report failed")
