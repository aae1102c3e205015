"""When to stop: whoever calls knows the time, the solver does not."""

from collections.abc import Callable

ShouldStop = Callable[[], bool]
"""Asked after every batch of boards, each a few milliseconds of work at most: true when the time is up."""


def never() -> bool:
    """Let a search run until its budget is spent."""
    return False
