"""The clock of a running server: that of its database, so that all servers of a database have one time.

The machine's monotonic clock ticks, and an offset to the database's clock is measured at the start and then again and
again. A measurement is a question and an answer: the database's time lay between the two. Only what is certain is
corrected, so the delay of the network changes nothing.

The time never goes back. If it is behind, it steps forward; if it is ahead, it goes at half speed until it is right.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from gaprace.errors import StoreUnavailable

MAX_SKEW_MS = 200
"""A clock that is further ahead of the database's is wrong: the process is not ready until it is right again."""
MEASURE_INTERVAL_S = 5.0
CHECK_INTERVAL_S = 0.5
"""Interval between looks whether the machine was suspended, when its monotonic clock stands still."""
FIRST_MEASUREMENTS = 3
RESOLUTION_NS = 1_000_000
"""The database's time is in whole milliseconds."""
_MS = 1_000_000
_WORTH_LOGGING_NS = 50 * _MS

Reference = Callable[[], Awaitable[int]]
"""Asks for the time by another clock, in ms since 1970."""
_log = logging.getLogger(__name__)


def _suspended_ns() -> int:
    """Return for how long the machine has been suspended since its start, where the system knows."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    return time.clock_gettime_ns(boottime) - time.monotonic_ns() if boottime is not None else 0


class SystemClock:
    """Implements `ports.Clock`: this machine's time when it was made, and from `open` on that of a reference."""

    def __init__(
        self, ticks: Callable[[], int] = time.monotonic_ns, suspended: Callable[[], int] = _suspended_ns
    ) -> None:
        """Take a counter of nanoseconds, and a function that returns for how many of them it stood still."""
        self._ticks, self._suspended = ticks, suspended
        # A process that is interrupted between two readings finds too little: the largest difference is right.
        self._offset = max(time.time_ns() - ticks() for _ in range(FIRST_MEASUREMENTS))
        """The right time is `ticks` plus this many nanoseconds."""
        self._excess = self._slow_since = 0
        """How far the clock was ahead of the right time (ns) at a tick; since then it goes at half speed."""
        self._last_suspended = max(suspended() for _ in range(FIRST_MEASUREMENTS))
        self._stepped = asyncio.Event()
        """Set when the time steps forward, and then replaced: sleepers have to look again."""
        self._following: asyncio.Task[None] | None = None

    def now(self) -> int:
        """Return milliseconds since 1970."""
        ticks = self._ticks()
        time_ns = ticks + self._offset
        if self._excess:
            time_ns += self._remaining_excess(ticks)
        return time_ns // _MS

    async def sleep_until(self, at: int) -> None:
        """Sleep until `now()` is `at` or later; a timer of the event loop may fire a little early."""
        while (left_ms := at - self.now()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left_ms / 1000):
                    await self._stepped.wait()

    @property
    def is_right(self) -> bool:
        """Whether it agrees with the reference, as far as is known."""
        return self._remaining_excess(self._ticks()) <= MAX_SKEW_MS * _MS

    # The reference

    async def open(self, reference: Reference) -> None:
        """Take the time of the reference, and follow it from now on."""
        before = self.now()
        for _ in range(FIRST_MEASUREMENTS):
            await self._measure(reference)
        self._excess = 0  # nobody has seen the time so far
        if abs(skew_ms := before - self.now()) > MAX_SKEW_MS:
            _log.warning("this machine's clock differs by %+d ms from the database's, which counts", skew_ms)
        self._following = asyncio.create_task(self._follow(reference), name="clock")

    async def close(self) -> None:
        """Follow the reference no longer."""
        if self._following:
            self._following.cancel()
            await asyncio.wait([self._following])

    async def _follow(self, reference: Reference) -> None:
        checks = round(MEASURE_INTERVAL_S / CHECK_INTERVAL_S)
        while True:
            for _ in range(checks):
                await asyncio.sleep(CHECK_INTERVAL_S)
                self.check_suspension()
            try:
                await self._measure(reference)
            except StoreUnavailable as error:
                _log.info("the database's clock cannot be read: %s", error)
            except Exception:  # noqa: BLE001 - the next measurement may succeed
                _log.exception("the database's clock was not read")

    def check_suspension(self) -> None:
        """Step forward by the time for which the machine was suspended since the last look."""
        suspended = self._suspended()
        if suspended - self._last_suspended > _WORTH_LOGGING_NS:
            self._step(suspended - self._last_suspended)
        # It never falls: a process that is interrupted between the two readings finds too little, and only once.
        self._last_suspended = max(self._last_suspended, suspended)

    async def _measure(self, reference: Reference) -> None:
        asked = self._now_ns()
        there = await reference() * _MS
        answered = self._now_ns()
        if not self._remaining_excess(self._ticks()):
            self._excess = 0  # `now` asks no more
        if there > answered:
            self._step(there - answered)
        elif there + RESOLUTION_NS < asked:
            self._slow_down(asked - there - RESOLUTION_NS)

    def _now_ns(self) -> int:
        ticks = self._ticks()
        return ticks + self._offset + self._remaining_excess(ticks)

    def _remaining_excess(self, ticks: int) -> int:
        return max(0, self._excess - (ticks - self._slow_since) // 2)

    def _step(self, by_ns: int) -> None:
        self._offset += by_ns + self._remaining_excess(self._ticks())
        self._excess = 0
        if by_ns >= _WORTH_LOGGING_NS:
            _log.warning("the clock was %d ms behind and has stepped forward", by_ns // _MS)
            stepped, self._stepped = self._stepped, asyncio.Event()
            stepped.set()

    def _slow_down(self, by_ns: int) -> None:
        """Let the time come right without going back, `by_ns` ahead as it is."""
        ticks = self._ticks()
        remaining = self._remaining_excess(ticks)
        if not remaining and by_ns >= _WORTH_LOGGING_NS:
            _log.warning("the clock is %d ms ahead of the database's and goes slowly until it is right", by_ns // _MS)
        self._offset += remaining - by_ns
        self._excess, self._slow_since = by_ns, ticks
