"""The spectators whom the host of a room has muted."""

from typing import Protocol


class AudienceStore(Protocol):
    """The store of audiences. Nothing of it stays when the room closes."""

    async def set_spectator_muted(self, room: str, player: str, *, muted: bool) -> None:
        """Mute or unmute a spectator in a room."""

    async def is_spectator_muted(self, room: str, player: str) -> bool:
        """Whether a spectator is muted in a room."""
