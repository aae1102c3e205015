"""Packs games that ended long ago, in small batches, while others are being played."""

import logging

from gaprace.ports import ArchiveStore, Clock, Metrics
from gaprace.rooms.timers import Timers

CHECK_INTERVAL_MS = 10 * 60 * 1000
BATCH_SIZE = 50
"""Games in a step: packing them takes some 50 ms, in a thread beside the event loop."""
STEP_INTERVAL_MS = 1_000
"""Interval between two steps while there are more: a million games take six hours."""
_log = logging.getLogger(__name__)


class ArchiveJob:
    """Runs at intervals. Several servers may run it at once, and each goes on where the others are."""

    def __init__(self, store: ArchiveStore, clock: Clock, metrics: Metrics, age_ms: int) -> None:
        """Pack games `age_ms` after their end; 0: never."""
        self._store, self._clock, self._metrics, self._age_ms = store, clock, metrics, age_ms
        self._timers = Timers(clock)

    def open(self) -> None:
        """Start running."""
        if self._age_ms:
            self._timers.every(CHECK_INTERVAL_MS, self.run, "the archive", first_ms=CHECK_INTERVAL_MS)

    def close(self) -> None:
        """Stop."""
        self._timers.stop()

    async def run(self) -> int | None:
        """Take a step; return when to take the next one if there is more to do, in milliseconds."""
        count = await self._store.archive_games(self._clock.now() - self._age_ms, BATCH_SIZE)
        if count:
            self._metrics.archived(count)
            _log.info("packed %d games", count)
        return STEP_INTERVAL_MS if count == BATCH_SIZE else None
