"""The interface of a connection, as a room needs it. `web` implements it."""

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
        """The id of the session that its token belongs to."""

    @property
    def received_at(self) -> float:
        """The time of receipt of the current command, by `time.monotonic`."""

    def send(self, message: Encoded) -> bool:
        """Queue a message; return False if the outbox is full, and the message was not taken."""

    def close(self, bye: Bye) -> None:
        """Send a last message, past a full outbox, and close. Closing again does nothing."""

    def when_drained(self, call: Callable[[], None]) -> None:
        """Call once when the outbox is empty again."""
