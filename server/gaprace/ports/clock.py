"""The server's clock."""

from typing import Protocol


class Clock(Protocol):
    """The server's time."""

    def now(self) -> int:
        """Return milliseconds since 1970. The value never decreases while the process lives."""

    async def sleep_until(self, at: int) -> None:
        """Wait until `now()` is `at` or later."""
