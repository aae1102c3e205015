"""Events of games for many recipients are sent in ticks: one write per recipient and tick, for any number of events.

The first event after a quiet tick is sent at once. The events of the next `TICK_MS` are sent together at its end.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from gaprace.play.effects import Send
from gaprace.wire import Acted, Progress

TICK_MS = 50
"""The longest delay of an event."""
MAX_WAITING = 64
"""Of the events of one tick: more are sent before its end, since a receiver's outbox has to take them at once."""

Later = Callable[[Callable[[], None]], None]
"""Takes a step at the end of a tick that begins now."""
Receiver = TypeVar("Receiver")
Newcomers = Sequence[tuple[Sequence[Receiver], list[Send]]]
"""Receivers that came within a tick, and the events that have happened since, if there are any."""


def may_wait(effect: Send) -> bool:
    """Whether an event may be sent with the next tick: it is the effect of an action in a game."""
    return isinstance(effect.event, Acted | Progress)


class Ticks(Generic[Receiver]):
    """The events of one scope."""

    def __init__(self, deliver: Callable[[list[Send], Newcomers[Receiver]], None], later: Later) -> None:
        """Take the function that sends events in order, and to new connections only those that they lack."""
        self._deliver, self._later = deliver, later
        self._waiting: list[Send] = []
        self._newcomers = defaultdict[int, list[Receiver]](list)
        """By the number of events that waited when they came: these are in their snapshots."""
        self._is_ticking = False

    def joined(self, receiver: Receiver) -> None:
        """Exclude a new recipient from the pending events, which its snapshot contains."""
        if self._waiting:
            self._newcomers[len(self._waiting)].append(receiver)

    def send(self, effect: Send) -> None:
        """Send an event now, or at the end of the current tick."""
        self._waiting.append(effect)
        if not self._is_ticking:
            self._tick()
        elif len(self._waiting) >= MAX_WAITING:
            self.flush()

    def flush(self) -> None:
        """Send pending events."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            newcomers = [(group, newest(waiting[count:])) for count, group in self._newcomers.items()]
            self._newcomers.clear()
            self._deliver(newest(waiting), newcomers)

    def _tick(self) -> None:
        self.flush()
        self._is_ticking = True
        self._later(self._end)

    def _end(self) -> None:
        self._is_ticking = False
        if self._waiting:
            self._tick()


def newest(effects: list[Send]) -> list[Send]:
    """Return the effects in order, without progress that is replaced by a later one of the same game."""
    last = {effect.event.game: at for at, effect in enumerate(effects) if isinstance(effect.event, Progress)}
    return [
        effect
        for at, effect in enumerate(effects)
        if not isinstance(effect.event, Progress) or last[effect.event.game] == at
    ]
