"""What is deleted in SQL because it is old: guests that are not needed."""

from sqlalchemy import delete, exists, not_, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import DeletedGuests, GuestKey
from gaprace.store import tables
from gaprace.store.base import SqlRepository
from gaprace.store.erasure import forget_rows

_ITS_PLAYERS_STAY = (
    *(tables.games, tables.group_members, tables.events, tables.entries, tables.arenas, tables.arena_roles),
    *(tables.mistake_searches, tables.puzzle_tries, tables.subjects, tables.follows),
)
is_needed = or_(
    *(exists().where(table.c.player == tables.players.c.id) for table in _ITS_PLAYERS_STAY),
)


class SqlRetention(SqlRepository):
    """Implements `ports.RetentionStore`."""

    async def delete_guests(self, after: GuestKey, before: int, limit: int) -> DeletedGuests:
        key = (tables.players.c.created_at, tables.players.c.id)
        query = (
            select(*key, is_needed)
            .where(
                tuple_(*key) > tuple_(*after),
                tables.players.c.created_at < before,
                tables.players.c.deleted_at.is_(None),
            )
            .order_by(*key)
            .limit(limit)
        )
        async with self.database.read() as connection:
            found = (await connection.execute(query)).all()
            idle = await self._not_in_rooms(connection, {id_ for _, id_, stays in found if not stays})
        gone = list[str]()
        if idle:
            # Checked again, because they may have played or joined a group since they were read.
            deletion = (
                delete(tables.players)
                .where(tables.players.c.id.in_(sorted(idle)), not_(is_needed))
                .returning(tables.players.c.id)
            )
            async with self.database.write() as connection:
                gone = sorted(await connection.scalars(deletion))
                await forget_rows(connection, gone)
        return DeletedGuests(len(gone), (found[-1].created_at, found[-1].id) if len(found) == limit else None)

    @staticmethod
    async def _not_in_rooms(connection: AsyncConnection, ids: set[str]) -> set[str]:
        if not ids:
            return ids
        left = set(ids)
        async for (state,) in await connection.stream(select(tables.rooms.c.state).where(not_(tables.rooms.c.closed))):
            left = {each for each in left if f'"{each}"'.encode() not in state}
        return left

    async def abandoned_races(self, before: int) -> list[str]:
        query = (
            select(tables.rooms.c.code)
            .join_from(tables.races, tables.rooms)
            .where(
                tables.races.c.ended_at.is_(None), tables.races.c.ends_at.is_(None), tables.rooms.c.touched_at < before
            )
            .order_by(tables.rooms.c.code)
        )
        return list(await self.scalars(query))
