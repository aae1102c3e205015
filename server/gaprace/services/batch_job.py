"""Work in the background that is done a batch at a time, by any server."""

from abc import ABC, abstractmethod

from gaprace.ports import Clock
from gaprace.rooms.timers import Timers

NEXT_BATCH_DELAY_MS = 20
"""Delay between two batches, in which others can write."""


class BatchJob(ABC):
    """Looks for work at intervals, and does it a batch at a time. Implements `wiring.application.BackgroundJob`."""

    def __init__(self, clock: Clock, work: str, interval_ms: int) -> None:
        """Name the `work` for the log, and the interval between looks for it."""
        self._clock = clock
        self._work, self._interval_ms = work, interval_ms
        self._timers = Timers(clock)

    def open(self) -> None:
        """Start to work."""
        self._timers.every(self._interval_ms, self.step, self._work, first_ms=self._interval_ms)

    def close(self) -> None:
        """Stop."""
        self._timers.stop()

    async def finish(self) -> None:
        """Do all that can be done now."""
        while await self.step() is not None:
            pass

    @abstractmethod
    async def step(self) -> int | None:
        """Do one batch; return the delay before the next one in ms, None if nothing is left to do now."""
