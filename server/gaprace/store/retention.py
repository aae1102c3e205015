"""What is forgotten, in SQL."""

from sqlalchemy import delete, exists, not_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import Swept
from gaprace.store.base import SqlPart, transaction
from gaprace.store.tables import attempts, games, players, races, rooms

_has_played = exists().where(games.c.player == players.c.id) | exists().where(attempts.c.player == players.c.id)


class SqlPruning(SqlPart):
    """Implements `ports.PruningStore`."""

    @transaction
    async def forget_guests(self, after: int, before: int, most: int) -> Swept:
        """Of the guests who came after `after` and before `before`, take the first `most`; delete who never played."""
        query = (
            select(players.c.id, players.c.created_at, _has_played)
            .where(players.c.created_at > after, players.c.created_at < before, players.c.deleted_at.is_(None))
            .order_by(players.c.created_at)
            .limit(most)
        )
        async with self.database.read() as connection:
            found = (await connection.execute(query)).all()
            idle = await self._in_no_room(connection, {id_ for id_, _, has_played in found if not has_played})
        gone = 0
        if idle:
            # Once more only those who have not played meanwhile.
            gone_now = delete(players).where(players.c.id.in_(sorted(idle)), not_(_has_played))
            async with self.database.write() as connection:
                gone = (await connection.execute(gone_now)).rowcount
        return Swept(found[-1].created_at if len(found) == most else None, gone)

    @staticmethod
    async def _in_no_room(connection: AsyncConnection, ids: set[str]) -> set[str]:
        if not ids:
            return ids
        left = set(ids)
        async for (state,) in await connection.stream(select(rooms.c.state).where(not_(rooms.c.closed))):
            left = {each for each in left if f'"{each}"'.encode() not in state}
        return left

    @transaction
    async def abandoned_races(self, before: int) -> list[str]:
        """Return the codes of rooms not touched since `before` whose race has no time limit and has not ended."""
        query = (
            select(rooms.c.code)
            .join_from(races, rooms)
            .where(races.c.ended_at.is_(None), races.c.ends_at.is_(None), rooms.c.touched_at < before)
            .order_by(rooms.c.code)
        )
        async with self.database.read() as connection:
            return list((await connection.scalars(query)).all())
