"""Long computations in Python that no search process makes: they run beside the event loop, and may take their time."""

from collections.abc import Iterator
from typing import Protocol, TypeVar

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
