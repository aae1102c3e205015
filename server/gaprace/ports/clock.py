"""The server's clock."""

from typing import Protocol


class TimeStore(Protocol):
    """The clock of the store."""

    async def time(self) -> int:
        """Return the time by the store's clock (ms since 1970)."""


class Clock(Protocol):
    """The server's time."""

    @property
    def is_right(self) -> bool:
        """Whether it agrees with the database's clock, which is that of all servers, as far as is known."""

    def now(self) -> int:
        """Return milliseconds since 1970. The value never decreases while the server lives."""

    async def sleep_until(self, at: int) -> None:
        """Wait until `now()` is `at` or later."""
