"""The delay of spectators: what they have not seen yet of a race, and when each piece of it may be shown.

An instant follows from the time at which a thing happened, as it is stored, and never from the time at which a process
heard of it: so all processes show the same at the same time, also after a restart. Pure.
"""

from collections.abc import Iterator
from heapq import heappop, heappush

from msgspec import Struct

from gaprace.play.live_game import LiveGame


class LayoutPublished(Struct, frozen=True):
    """The layout becomes known."""


class ActionPublished(Struct, frozen=True):
    """The next action of a game is seen."""

    game: LiveGame


class EndPublished(Struct, frozen=True):
    """It is seen that a game has ended without a last action."""

    game: LiveGame


Publication = LayoutPublished | ActionPublished | EndPublished


class Publications:
    """Publications that are not due yet, by their instants (ms since 1970), then in the order in which they came."""

    def __init__(self, delay_ms: int) -> None:
        self.delay_ms = delay_ms
        self._waiting: list[tuple[int, int, Publication]] = []
        self._added = 0

    @property
    def next_at(self) -> int | None:
        """The instant of the next publication."""
        return self._waiting[0][0] if self._waiting else None

    def add(self, publication: Publication, happened_at: int) -> None:
        """Add what happened at an instant."""
        self._added += 1
        heappush(self._waiting, (happened_at + self.delay_ms, self._added, publication))

    def due_by(self, now: int) -> Iterator[Publication]:
        """Take out those that are due, in order."""
        while self._waiting and self._waiting[0][0] <= now:
            yield heappop(self._waiting)[2]

    def all(self) -> Iterator[Publication]:
        """Take out all of them, in order."""
        while self._waiting:
            yield heappop(self._waiting)[2]
