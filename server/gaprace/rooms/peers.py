"""The same room in other processes: who is connected there, and what happens there."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from gaprace.ports import Bus, Clock
from gaprace.rooms.notes import Happened, Left, Missed, Note, There, Told, note_from_bytes, note_to_bytes

ANNOUNCE_MS = 3_000
"""How often a process says who is connected to it."""
SILENT_MS = 8_000
"""A process that has not said so for this long is taken for dead."""


@dataclass(slots=True)
class _Other:
    """Another process that serves the room."""

    n: int
    """The number of its last note."""
    heard_at: int
    members: frozenset[str] = frozenset()
    watching: int = 0


class Elsewhere:
    """Tells the other processes that serve a room what happens here, and hears what happens there.

    It listens only as long as somebody is connected here: a room without people needs no news.
    """

    def __init__(self, room: str, bus: Bus, clock: Clock, hear: Callable[[Happened], None]) -> None:
        """Take what is called with everything that happens elsewhere; `Missed` if notes were lost."""
        self._room, self._bus, self._clock, self._hear = room, bus, clock, hear
        self._id = secrets.token_hex(4)
        self._told = 0
        self._others: dict[str, _Other] = {}
        self.listens = not bus.is_shared

    # Who is there

    @property
    def present(self) -> set[str]:
        """Who holds a seat and is connected to another process."""
        return {member for other in self._others.values() for member in other.members}

    @property
    def watching(self) -> int:
        """How many connections watch there."""
        return sum(other.watching for other in self._others.values())

    def forget_silent(self) -> bool:
        """Forget processes that have died; say whether there were any."""
        before = self._clock.now() - SILENT_MS
        silent = [sender for sender, other in self._others.items() if other.heard_at < before]
        for sender in silent:
            del self._others[sender]
        return bool(silent)

    # Listening and telling

    async def listen(self) -> None:
        """Hear the others from now on."""
        if not self.listens:
            await self._bus.subscribe(self._room, self._heard)
            self.listens = True

    def stop(self) -> None:
        """Hear the others no longer, and let them know that nobody is here."""
        if self.listens and self._bus.is_shared:
            self._publish(Left())
            self._bus.unsubscribe(self._room)
            self.listens = False
            self._others.clear()

    def tell(self, told: Told) -> None:
        """Tell the others, if there are any."""
        if self._others:
            self._publish(told)

    def announce(self, there: There) -> None:
        """Tell everyone who is here, whether or not there are others."""
        if self.listens and self._bus.is_shared:
            self._publish(there)

    def _publish(self, told: Told) -> None:
        self._told += 1
        self._bus.publish(self._room, note_to_bytes(Note(self._id, self._told, told)))

    def _heard(self, data: bytes) -> None:
        note = note_from_bytes(data)
        if note is None:
            self._hear(Missed())
            return
        other = self._others.setdefault(note.sender, _Other(note.n - 1, 0))
        if note.n <= other.n:
            return  # it came twice
        is_gap = note.n > other.n + 1
        other.n, other.heard_at = note.n, self._clock.now()
        if isinstance(note.told, There):
            other.members, other.watching = frozenset(note.told.members), note.told.watching
        elif isinstance(note.told, Left):
            del self._others[note.sender]
        self._hear(note.told)
        if is_gap:
            self._hear(Missed())
