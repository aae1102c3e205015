"""Samples for the metrics: what no event reports, read at regular intervals."""

from time import monotonic

from gaprace.wiring.adapters import Adapters

SAMPLE_INTERVAL_MS = 500


class Sampling:
    """Reads samples from the adapters, and measures how late the event loop is with it."""

    def __init__(self, adapters: Adapters) -> None:
        self._adapters = adapters
        self._due: float | None = None
        """When the next step is due, by the monotonic clock (s)."""

    async def step(self) -> None:
        """Take a sample."""
        metrics, bus, now = self._adapters.metrics, self._adapters.bus, monotonic()
        if self._due is not None:
            metrics.loop_lag(max(0.0, now - self._due))
        metrics.bus(is_up=bus.is_up, lag_s=bus.lag_s, losses=bus.losses)
        metrics.clock(is_right=self._adapters.clock.is_right)
        metrics.pools(self._adapters.store.pools)
        metrics.queues({**self._adapters.engine.queues, "background": self._adapters.background.waiting})
        metrics.flush()
        self._due = monotonic() + SAMPLE_INTERVAL_MS / 1000
