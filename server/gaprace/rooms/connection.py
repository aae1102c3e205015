"""What the services need of a connection; `web/` makes them."""

from collections.abc import Callable
from typing import Protocol

from gaprace.ports import StoredPlayer
from gaprace.wire import Bye


class Connection(Protocol):
    """One socket of one player."""

    @property
    def player(self) -> StoredPlayer:
        """Who it is."""

    def send(self, message: bytes) -> bool:
        """Queue one encoded message. False: it was not taken, the outbox is full."""

    def close(self, bye: Bye) -> None:
        """Say bye, past a full outbox, and close. Closing again does nothing."""

    def when_drained(self, call: Callable[[], None]) -> None:
        """Call once when the outbox is empty again."""
