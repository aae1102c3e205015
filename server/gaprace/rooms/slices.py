"""What goes to very many receivers is written a slice at a time; between two slices the event loop serves players.

A write takes some ten microseconds. So the acknowledgement of a move would wait 20 ms behind a message for two thousand
spectators, and waits less than one behind a slice of it.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from gaprace.rooms.connection import Encoded
from gaprace.rooms.ticks import Later

MAX_SLICE = 50
"""Receivers that are written to in one turn of the event loop."""
Receiver = TypeVar("Receiver")


class Slices(Generic[Receiver]):
    """Messages that are on their way, in order."""

    def __init__(
        self, write: Callable[[Sequence[Receiver], Encoded], None], soon: Later, max_slice: int = MAX_SLICE
    ) -> None:
        """Take what writes to receivers, and what takes a step in the next turn of the event loop."""
        self._write, self._soon, self._max_slice = write, soon, max_slice
        self._waiting: deque[tuple[Sequence[Receiver], Encoded]] = deque()
        self._is_writing = False

    def send(self, receivers: Sequence[Receiver], encoded: Encoded) -> None:
        """Write to the first receivers now, unless a message is on its way, and to the others in the next turns."""
        size = self._max_slice
        self._waiting.extend((receivers[at : at + size], encoded) for at in range(0, len(receivers), size))
        if not self._is_writing:
            self._turn()

    def flush(self) -> None:
        """Write to all receivers that still wait."""
        while self._waiting:
            self._write(*self._waiting.popleft())

    def _turn(self) -> None:
        if self._waiting:
            self._write(*self._waiting.popleft())
        self._is_writing = bool(self._waiting)
        if self._is_writing:
            self._soon(self._turn)
