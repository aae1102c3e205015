"""Packs games that ended long ago, in small batches, while others are being played."""

import logging

from gaprace.ports import ArchiveStore, Clock, Metrics

BATCH_SIZE = 50
"""Games in a step: packing them takes some 50 ms, in a thread beside the event loop."""
STEP_INTERVAL_MS = 1_000
"""Interval between two steps while there are more: a million games take six hours."""
_log = logging.getLogger(__name__)


class Archive:
    """Packs old games. Several servers may do so at once, and each goes on where the others are."""

    def __init__(self, store: ArchiveStore, clock: Clock, metrics: Metrics, age_ms: int) -> None:
        """Pack games `age_ms` after their end."""
        self._store, self._clock, self._metrics, self._age_ms = store, clock, metrics, age_ms

    async def step(self) -> int | None:
        """Pack some games; return the delay before the next ones in ms, None if no more are old enough."""
        count = await self._store.archive_games(self._clock.now() - self._age_ms, BATCH_SIZE)
        if count:
            self._metrics.archived(count)
            _log.info("packed %d games", count)
        return STEP_INTERVAL_MS if count == BATCH_SIZE else None
