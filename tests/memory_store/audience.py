"""The part of the store in memory for audiences."""

from collections.abc import Collection

from tests.memory_store.database import MemoryDatabase, MemoryRepository


class MemoryAudience(MemoryRepository):
    """Implements `AudienceStore`."""

    async def set_spectator_muted(self, room: str, player: str, *, muted: bool) -> None:
        data = await self._reach()
        data.muted_spectators = data.muted_spectators - {(room, player)} | ({(room, player)} if muted else set())

    async def is_spectator_muted(self, room: str, player: str) -> bool:
        return (room, player) in (await self._reach()).muted_spectators


def forget_audience(data: MemoryDatabase, room: str) -> None:
    """Delete what is stored of the audience of a room that closes."""
    data.muted_spectators = {each for each in data.muted_spectators if each[0] != room}


def forget_spectators(data: MemoryDatabase, gone: Collection[str]) -> None:
    """Delete what is stored of players who are deleted."""
    data.muted_spectators = {each for each in data.muted_spectators if each[1] not in gone}
