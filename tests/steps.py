"""Background jobs without a runner."""

from typing import Protocol


class Steps(Protocol):
    """Work that is done a step at a time."""

    async def step(self) -> int | None:
        """Take a step; return None if nothing is left to do now."""


async def finish(work: Steps) -> None:
    """Do all that can be done now."""
    while await work.step() is not None:
        pass
