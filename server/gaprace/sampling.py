"""Samples for the metrics: what no event reports, read at regular intervals."""

import asyncio
from collections.abc import Callable
from time import monotonic

from gaprace.ports import Metrics

SAMPLE_INTERVAL_S = 0.5


class Sampling:
    """Calls `sample` at intervals, and measures how late the event loop is with it."""

    def __init__(self, metrics: Metrics, sample: Callable[[], None]) -> None:
        self._metrics, self._sample = metrics, sample
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Take the first sample, and go on."""
        self._sample()
        self._task = asyncio.create_task(self._run(), name="sampling")

    def close(self) -> None:
        """Stop."""
        if self._task:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            due = monotonic() + SAMPLE_INTERVAL_S
            await asyncio.sleep(SAMPLE_INTERVAL_S)
            self._metrics.loop_lag(max(0.0, monotonic() - due))
            self._sample()
