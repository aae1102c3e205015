"""Messages to very many recipients are written in slices. The event loop serves players between two of them.

A write takes about ten microseconds. So the acknowledgement of a move would wait 20 ms behind a message to two thousand
spectators, but waits less than one behind a slice of it. While an action is being stored, slices are `REST_S` apart:
then the threads of the database run, which would otherwise get their turn only every 5 ms (`sys.setswitchinterval`).
"""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

from gaprace.rooms.connection import Encoded
from gaprace.rooms.ticks import Later

MAX_SLICE = 25
"""Receivers that are written to in one turn of the event loop."""
REST_S = 0.001
"""The time between two slices while an action is being stored."""
LONG_QUEUE = 100
"""Where more slices wait than this, several are written in one turn: the queue must not grow without end."""
Receiver = TypeVar("Receiver")


class Slices(Generic[Receiver]):
    """The pending messages, in order."""

    def __init__(
        self, write: Callable[[Sequence[Receiver], Encoded], None], rest: Later, max_slice: int = MAX_SLICE
    ) -> None:
        """Take the functions that write to recipients, and that schedule the next slice."""
        self._write, self._rest, self._max_slice = write, rest, max_slice
        self._steps: deque[Callable[[], None]] = deque()
        self._is_under_way = False

    def send(self, receivers: Sequence[Receiver], encoded: Encoded) -> None:
        """Write to the first recipients now, unless a message is pending, and to the others in later turns."""
        self.spread(receivers, lambda each: self._write(each, encoded))

    def spread(self, receivers: Sequence[Receiver], step: Callable[[Sequence[Receiver]], None]) -> None:
        """Call a function for one slice of recipients after the other, in the same way."""
        size = self._max_slice
        slices = (receivers[at : at + size] for at in range(0, len(receivers), size))
        self._steps.extend(partial(step, each) for each in slices)
        if not self._is_under_way:
            self._turn()

    def then(self, step: Callable[[], None]) -> None:
        """Take a step after the pending messages; now, if there are none."""
        if self._is_under_way:
            self._steps.append(step)
        else:
            step()

    def flush(self) -> None:
        """Write to all remaining recipients."""
        while self._steps:
            self._steps.popleft()()

    def _turn(self) -> None:
        self._is_under_way = True  # a step may add others
        try:
            for _ in range(1 + len(self._steps) // LONG_QUEUE):
                if self._steps:
                    self._steps.popleft()()
        finally:  # even if a step fails, so that later ones are still taken
            self._is_under_way = bool(self._steps)
            if self._is_under_way:
                self._rest(self._turn)
