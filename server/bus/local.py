"""The bus of a server that is one process: there is nobody else to tell."""

from collections.abc import Callable

from server.ports import Note


class LocalBus:
    """Implements `ports.Bus`. A note goes to the *other* processes that serve a room, so it goes nowhere."""

    async def publish(self, room: str, note: Note) -> None:
        """Tell nobody."""

    async def subscribe(self, room: str, hear: Callable[[Note], None]) -> None:
        """Hear nothing."""

    async def unsubscribe(self, room: str) -> None:
        """Hear nothing still."""

    async def close(self) -> None:
        """Let go of nothing."""
