"""Stored rooms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from gaprace.play.notices.outbox import QueuedNotice


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room: one document, which is always replaced as a whole."""

    code: str
    version: int
    state: bytes
    """JSON, written and read by `play.live.room`."""
    listed: bool
    touched_at: int
    """When anything last happened in the room; of a listed one, when somebody with a seat was last there."""


@dataclass(frozen=True, slots=True)
class GameVersion:
    """How much of a game is stored."""

    n: int
    """The number of its last stored action; 0 once it has ended, because its actions are a transcript then."""
    ended: bool
    hinted: bool


@dataclass(frozen=True, slots=True)
class RoomVersion:
    """How much of a room is stored: enough for a server to see whether it has missed anything."""

    version: int
    games: Mapping[str, GameVersion]
    """The games of the running race, by id; empty when no race runs."""


class RoomStore(Protocol):
    """The store of rooms."""

    async def add_room(self, room: StoredRoom, told: QueuedNotice | None = None) -> bool:
        """Add a room, with a notice of it; return False if the code is taken."""

    async def room(self, code: str) -> StoredRoom | None:
        """Return an open room."""

    async def save_room(self, room: StoredRoom) -> bool:
        """Replace the room if the stored version is `room.version - 1`; return whether it was."""

    async def room_versions(self, codes: Sequence[str]) -> dict[str, RoomVersion]:
        """Return the stored versions of rooms, by code. Closed rooms are left out."""

    async def touch_room(self, code: str, touched_at: int) -> None:
        """Record that something happened in a room. An earlier time than the stored one changes nothing."""

    async def listed_rooms(self, limit: int, since: int) -> list[StoredRoom]:
        """Return the listed open rooms touched after `since` (ms since 1970), the most recently touched first."""

    async def count_rooms(self) -> int:
        """Return the number of open rooms."""

    async def idle_rooms(self, before: int) -> list[StoredRoom]:
        """Return the open rooms without a running race that were last touched before `before` (ms since 1970)."""

    async def close_room(self, code: str, before: int) -> bool:
        """Close a room for good if it is idle (see `idle_rooms`), and erase its document; return whether it was."""

    async def rooms_naming(self, player_id: str) -> list[str]:
        """Return the codes of the open rooms whose document contains a player's id, in order."""


class AudienceStore(Protocol):
    """The store of audiences. Nothing of it stays when the room closes."""

    async def set_spectator_muted(self, room: str, player: str, *, muted: bool) -> None:
        """Mute or unmute a spectator in a room."""

    async def is_spectator_muted(self, room: str, player: str) -> bool:
        """Whether a spectator is muted in a room."""
