"""A connection: the interface that a room needs of it, which `web` implements, and what the room knows of it."""

from collections.abc import Callable
from typing import Protocol

from gaprace.ports import StoredPlayer
from gaprace.wire import Bye

Encoded = bytes | tuple[bytes, ...]
"""An encoded message, or several that are sent in one write."""


class Connection(Protocol):
    """One socket of one player."""

    @property
    def player(self) -> StoredPlayer:
        """The player."""

    @property
    def players(self) -> frozenset[str]:
        """The ids of all players whose tokens its request has."""

    @property
    def session(self) -> str:
        """The id of the session that its token belongs to; empty for a visitor."""

    @property
    def received_at(self) -> float:
        """The time of receipt of the current command, by `time.monotonic`."""

    @property
    def delay_ms(self) -> int | None:
        """Half of the round trip, as the server has measured it; None before it has."""

    def send(self, message: Encoded) -> bool:
        """Queue a message; return False if the outbox is full, and the message was not taken."""

    def close(self, bye: Bye) -> None:
        """Send a last message, past a full outbox, and close. Closing again does nothing."""

    def when_drained(self, call: Callable[[], None]) -> None:
        """Call once when the outbox is empty again."""


class Subscriber:
    """A connection in a room. Implements `play.live.visibility.Viewer`."""

    __slots__ = ("_sits_out", "connection", "is_behind", "is_removed", "is_seated", "player", "resync")

    def __init__(
        self,
        connection: Connection,
        resync: "Callable[[Subscriber], None]",
        *,
        is_seated: bool,
        sits_out: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Take the functions that send a full snapshot to a subscriber, and that test whether a member sits out."""
        self.connection = connection
        self.player = connection.player.id
        self.is_seated = is_seated
        """Whether it is that of a member, and does not merely watch."""
        self.is_removed = False
        """Whether its player was removed from the room and only plays on: it hears no chat."""
        self.is_behind = False
        """Its outbox was full: nothing is sent until the client has read it, and then a full snapshot."""
        self.resync = resync
        self._sits_out = sits_out

    @property
    def identities(self) -> frozenset[str]:
        """All stored players who see what it receives."""
        visitor = {self.player} if self.connection.player.is_visitor else frozenset[str]()
        return self.connection.players - visitor

    @property
    def sits_out(self) -> bool:
        """Whether its player is a member without a seat, who sees what spectators see."""
        return self.is_seated and self._sits_out(self.player)
