"""What a server records of each frame for its operators, if they want traces."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from gaprace.wire import Command, Refused

Read = Callable[[str | bytes, float], Command | Refused]
"""Reads a message that came at a time of `monotonic()`."""
Rest = TypeVar("Rest")


class Tracing(Protocol):
    """Wraps functions once for each connection, so that nothing is added to a frame while there are no traces."""

    def frames(
        self, take: Callable[[str | bytes], Rest], received_at: Callable[[], float]
    ) -> Callable[[str | bytes], Rest]:
        """Return what takes a frame; `received_at` returns when the last one came, in seconds of `monotonic()`."""

    def reads(self, read: Read) -> Read:
        """Return what reads a frame."""


class NoTracing:
    """Records nothing, and leaves everything as it is."""

    def frames(
        self,
        take: Callable[[str | bytes], Rest],
        received_at: Callable[[], float],  # noqa: ARG002 (as of `Tracing`)
    ) -> Callable[[str | bytes], Rest]:
        """Return the function itself."""
        return take

    def reads(self, read: Read) -> Read:
        """Return the function itself."""
        return read
