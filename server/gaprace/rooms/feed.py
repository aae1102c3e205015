"""What spectators are shown, as late as the room wants it."""

from collections import deque
from collections.abc import Callable

from gaprace.ports import Clock
from gaprace.rooms.timers import Timers

Show = Callable[[], None]


class Feed:
    """Shows things in order, each `delay_ms` after it was told to the players."""

    def __init__(self, clock: Clock, timers: Timers, delay_ms: int) -> None:
        self._clock = clock
        self._timers = timers
        self._delay_ms = delay_ms
        self._late: deque[tuple[int, Show]] = deque()

    def show(self, show: Show) -> None:
        """Show something when its time has come."""
        if not self._delay_ms:
            show()
            return
        self._late.append((self._clock.now() + self._delay_ms, show))
        if len(self._late) == 1:
            self._timers.at(self._late[0][0], self._show_due)

    def flush(self) -> None:
        """Show everything now, and from now on without delay: the race is over."""
        self._delay_ms = 0
        while self._late:
            self._late.popleft()[1]()

    async def _show_due(self) -> None:
        while self._late and self._late[0][0] <= self._clock.now():
            self._late.popleft()[1]()
        if self._late:
            self._timers.at(self._late[0][0], self._show_due)
