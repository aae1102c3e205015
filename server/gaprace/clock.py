"""The clock of a running server."""

import asyncio
import time


class SystemClock:
    """Implements `ports.Clock`: this machine's time at the start, and from there on a clock that never goes back."""

    def __init__(self) -> None:
        self._started_ns = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        """Return milliseconds since 1970."""
        return (self._started_ns + time.monotonic_ns()) // 1_000_000

    async def sleep_until(self, at: int) -> None:
        """Wait until `now()` is `at` or later: a timer may go off a little early."""
        while (left_ms := at - self.now()) > 0:  # noqa: ASYNC110 (it waits for a time, not for an event)
            await asyncio.sleep(left_ms / 1000)
