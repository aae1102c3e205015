"""The audience of a room in SQL."""

from sqlalchemy import delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.store.base import SqlRepository
from gaprace.store.tables import muted_spectators


class SqlAudience(SqlRepository):
    """Implements `ports.AudienceStore`."""

    async def set_spectator_muted(self, room: str, player: str, *, muted: bool) -> None:
        its = (muted_spectators.c.room == room, muted_spectators.c.player == player)
        add = self.database.insert_new(muted_spectators).values(room=room, player=player)
        await self.change(add if muted else delete(muted_spectators).where(*its))

    async def is_spectator_muted(self, room: str, player: str) -> bool:
        found = exists().where(muted_spectators.c.room == room, muted_spectators.c.player == player)
        return bool(await self.scalar(select(found)))


async def forget_audience(connection: AsyncConnection, room: str) -> None:
    """Delete what is stored of the audience of a room that closes."""
    await connection.execute(delete(muted_spectators).where(muted_spectators.c.room == room))
