"""What is read from elsewhere, kept, and read again when it is old."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Generic, TypeVar, cast

from gaprace.errors import Refusal

T = TypeVar("T")


class Renewed(Generic[T]):
    """A value that one task reads for all. An old one goes on while it cannot be read, and a failure is shared, too."""

    def __init__(
        self, read: Callable[[], Awaitable[T]], lifetime_s: float, pause_s: float, now: Callable[[], float] = monotonic
    ) -> None:
        """`pause_s`: the least time between two tries."""
        self._read, self._lifetime_s, self._pause_s, self._now = read, lifetime_s, pause_s, now
        self._lock = asyncio.Lock()
        self._value: T | None = None
        self._error: Refusal | None = None
        self._read_at = self._tried_at = -float("inf")

    async def get(self) -> T:
        """Return the value. Raises the Refusal of a failed reading."""
        if self._now() - self._read_at >= self._lifetime_s:
            await self.renew()
        if self._value is None and self._error:
            raise self._error
        return cast("T", self._value)

    async def renew(self) -> None:
        """Read it again, unless that was tried a moment ago."""
        async with self._lock:
            if self._now() - self._tried_at < self._pause_s:
                return
            try:
                self._value, self._error = await self._read(), None
                self._read_at = self._now()
            except Refusal as error:
                self._error = error
            self._tried_at = self._now()
