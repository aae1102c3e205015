"""What the web needs of the services: rooms, as `service.rooms` has them."""

from typing import Protocol

from gaprace.ports import StoredPlayer
from gaprace.rooms.connection import Connection
from gaprace.wire import Command, Hello, RoomView, Settings
from gaprace.wire.http import RoomList


class LiveRoom(Protocol):
    """A room that somebody has entered."""

    async def handle(self, connection: Connection, command: Command) -> None:
        """Carry out a command and answer it.

        Raises:
            Disconnected: the connection has to end.

        """

    async def gone(self, connection: Connection) -> None:
        """Note that a connection has closed."""


class Rooms(Protocol):
    """All rooms."""

    async def create(self, player: StoredPlayer, settings: Settings) -> RoomView:
        """Create a room.

        Raises:
            RoomError: the settings are not possible.

        """

    async def view(self, code: str) -> RoomView | None:
        """Return a room as everyone may see it."""

    async def listed(self) -> RoomList:
        """Return the listed rooms."""

    async def enter(self, code: str, connection: Connection, hello: Hello) -> LiveRoom:
        """Let a connection in.

        Raises:
            Disconnected: it may not come in.

        """

    async def renamed(self, player: StoredPlayer) -> None:
        """Note that a player has another name."""

    async def recovered(self, player_id: str) -> None:
        """Note that older tokens of a player are no longer good."""

    async def deleted(self, player_id: str) -> None:
        """Note that a player was deleted."""
