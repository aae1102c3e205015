"""The clock of a running server."""

import asyncio
import time


class SystemClock:
    """Implements `ports.Clock`: this machine's time when it was made, and monotonic from there on."""

    def __init__(self) -> None:
        self._epoch_ns = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        """Return milliseconds since 1970."""
        return (self._epoch_ns + time.monotonic_ns()) // 1_000_000

    async def sleep_until(self, at: int) -> None:
        """Sleep until `now()` is `at` or later; a timer of the event loop may fire a little early."""
        while (left_ms := at - self.now()) > 0:  # noqa: ASYNC110  # it waits for a time, not for an event
            await asyncio.sleep(left_ms / 1000)
