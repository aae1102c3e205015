"""Lets one after the other through: for work that may wait, and that must not crowd out what people wait for."""

from gaprace.ports import Clock

STEP_MS = 5
"""Between one and the next."""
MAX_MS = 60_000
"""How long one waits at most, also after the clock was put back."""


class Turnstile:
    """When many come, each waits the longer."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._free_at = 0

    async def passed(self) -> None:
        """Wait until it is one's turn."""
        now = self._clock.now()
        turn_at = min(max(self._free_at, now), now + MAX_MS)
        self._free_at = turn_at + STEP_MS
        await self._clock.sleep_until(turn_at)
