"""The server's clock, and its time for computations in the background."""

from collections.abc import Iterator
from typing import Protocol, TypeVar


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


Item = TypeVar("Item")


class Background(Protocol):
    """Runs computations one at a time, the cheapest first."""

    @property
    def waiting(self) -> int:
        """The number of computations that wait."""

    async def last(self, steps: Iterator[Item], cost: int) -> Item:
        """Take all steps of a computation, and return what the last one yields. There has to be one.

        `cost` is the number of steps, as far as it is known: a short computation need not wait for a long one.
        Raises ServerFull if too many steps are waiting.
        """


class AtOnce:
    """Implements `Background` without a thread: for programs that keep nobody waiting, and for tests."""

    waiting = 0

    async def last(self, steps: Iterator[Item], cost: int) -> Item:  # noqa: ARG002 (nothing waits)
        """Take all steps of a computation, and return what the last one yields."""
        *_, item = steps
        return item
