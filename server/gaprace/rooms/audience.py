"""Everyone who is connected to a room in this process, and in which part they hear of its games."""

from collections.abc import Callable, Iterable, Iterator

from gaprace.ports import Metrics
from gaprace.rooms.connection import Connection
from gaprace.wire import Message, bye, encode


class Attendee:
    """A connection in a room."""

    __slots__ = ("connection", "is_behind", "is_seated", "player")

    def __init__(self, connection: Connection, *, is_seated: bool) -> None:
        self.connection = connection
        self.player = connection.player.id
        self.is_seated = is_seated
        """Holds a seat, or else watches."""
        self.is_behind = False
        """Its outbox was full: it hears nothing until it has read, and then the present, whole."""


class Audience:
    """The connections of a room, split into players, who hear of a race at once, and viewers, who may hear later."""

    def __init__(self, catch_up: Callable[[Attendee], None], metrics: Metrics) -> None:
        """Take what brings somebody to the present: who fell behind, or everyone."""
        self._all: dict[int, Attendee] = {}
        self._catch_up = catch_up
        self._metrics = metrics
        self.players: dict[str, list[Attendee]] = {}
        self.viewers: list[Attendee] = []

    def __iter__(self) -> Iterator[Attendee]:
        """Return everyone."""
        return iter(list(self._all.values()))

    def __len__(self) -> int:
        """Return how many connections there are."""
        return len(self._all)

    def find(self, connection: Connection) -> Attendee | None:
        """Return the attendee of a connection."""
        return self._all.get(id(connection))

    def add(self, attendee: Attendee) -> None:
        """Let somebody in; `sort` has to follow."""
        self._metrics.connections(1, seated=attendee.is_seated)
        self._all[id(attendee.connection)] = attendee

    def remove(self, connection: Connection) -> Attendee | None:
        """Let somebody go; `sort` has to follow."""
        attendee = self._all.pop(id(connection), None)
        if attendee:
            self._metrics.connections(-1, seated=attendee.is_seated)
        return attendee

    def sort(self, hears_at_once: Callable[[Attendee], bool]) -> None:
        """Split into players and viewers anew."""
        self.players, self.viewers = {}, []
        for attendee in self._all.values():
            if hears_at_once(attendee):
                self.players.setdefault(attendee.player, []).append(attendee)
            else:
                self.viewers.append(attendee)

    @property
    def present(self) -> set[str]:
        """Who holds a seat and is connected to this process."""
        return {attendee.player for attendee in self._all.values() if attendee.is_seated}

    @property
    def watching(self) -> int:
        """How many connections of this process watch."""
        return sum(not attendee.is_seated for attendee in self._all.values())

    def of(self, player: str) -> list[Attendee]:
        """Return a player's connections."""
        return [attendee for attendee in self._all.values() if attendee.player == player]

    def catch_up(self) -> None:
        """Bring everyone to the present."""
        for attendee in self:
            self._catch_up(attendee)

    def tell(self, attendees: Iterable[Attendee], message: Message) -> None:
        """Tell several the same: encoded once."""
        self.tell_encoded(attendees, encode(message))

    def tell_all(self, message: Message) -> None:
        """Tell everyone."""
        self.tell(self, message)

    def tell_encoded(self, attendees: Iterable[Attendee], message: bytes) -> None:
        """Tell several what is encoded already."""
        full = [attendee for attendee in attendees if not attendee.is_behind and not attendee.connection.send(message)]
        for attendee in full:
            self._fell_behind(attendee)

    def _fell_behind(self, attendee: Attendee) -> None:
        """Nobody waits for a slow reader: a player comes back by connecting again, a viewer by a snapshot."""
        self._metrics.fell_behind(seated=attendee.is_seated)
        if attendee.is_seated and attendee.player in self.players:
            attendee.connection.close(bye("fell_behind"))
            return
        attendee.is_behind = True
        attendee.connection.when_drained(lambda: self._drained(attendee))

    def _drained(self, attendee: Attendee) -> None:
        attendee.is_behind = False
        if id(attendee.connection) in self._all:
            self._catch_up(attendee)
