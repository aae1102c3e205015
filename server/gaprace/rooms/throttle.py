"""Runs tasks one at a time: for deferrable work that must not delay requests of people."""

from gaprace.ports import Clock

PASS_INTERVAL_MS = 5
"""From one pass to the next."""
MAX_DELAY_MS = 60_000
"""The longest delay of a pass, even after the clock was put back."""


class Throttle:
    """One pass every `PASS_INTERVAL_MS`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._free_at = 0

    async def passed(self) -> None:
        """Wait for the next free pass."""
        now = self._clock.now()
        pass_at = min(max(self._free_at, now), now + MAX_DELAY_MS)
        self._free_at = pass_at + PASS_INTERVAL_MS
        await self._clock.sleep_until(pass_at)
