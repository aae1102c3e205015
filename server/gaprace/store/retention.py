"""Retention in SQL."""

from sqlalchemy import delete, exists, not_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import DeletedGuests, StoredCursor
from gaprace.store.audience import forget_spectators
from gaprace.store.base import SqlRepository, shielded
from gaprace.store.blocks import forget_blocks
from gaprace.store.push import forget_push_of
from gaprace.store.sessions import forget_players_sessions
from gaprace.store.tables import (
    arena_roles,
    arenas,
    attempts,
    cursors,
    entries,
    events,
    games,
    group_members,
    mistake_searches,
    players,
    puzzle_tries,
    races,
    rooms,
    subjects,
)

_ITS_PLAYERS_STAY = (
    *(group_members, events, entries, arenas, arena_roles),
    *(mistake_searches, puzzle_tries, subjects),
)
_has_played = exists().where(games.c.player == players.c.id) | exists().where(attempts.c.player == players.c.id)
is_needed = or_(
    _has_played,
    *(exists().where(table.c.player == players.c.id) for table in _ITS_PLAYERS_STAY),
)


class SqlRetention(SqlRepository):
    """Implements `ports.RetentionStore`."""

    @shielded
    async def cursor(self, name: str) -> StoredCursor | None:
        query = select(cursors.c.position, cursors.c.began_at).where(cursors.c.name == name)
        async with self.database.read() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else StoredCursor(*row)

    @shielded
    async def save_cursor(self, name: str, cursor: StoredCursor) -> None:
        row = {"name": name, **cursor._asdict()}
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_or_replace(cursors).values(row))

    @shielded
    async def delete_guests(self, after: int, before: int, limit: int) -> DeletedGuests:
        query = (
            select(players.c.id, players.c.created_at, is_needed)
            .where(players.c.created_at > after, players.c.created_at < before, players.c.deleted_at.is_(None))
            .order_by(players.c.created_at)
            .limit(limit)
        )
        async with self.database.read() as connection:
            found = (await connection.execute(query)).all()
            idle = await self._not_in_rooms(connection, {id_ for id_, _, stays in found if not stays})
        gone = list[str]()
        if idle:
            # Checked again, because they may have played or joined a group since they were read.
            deletion = delete(players).where(players.c.id.in_(sorted(idle)), not_(is_needed)).returning(players.c.id)
            async with self.database.write() as connection:
                gone = sorted(await connection.scalars(deletion))
                await forget_blocks(connection, gone)
                await forget_spectators(connection, gone)
                await forget_players_sessions(connection, gone)
                await forget_push_of(connection, gone)
        return DeletedGuests(len(gone), found[-1].created_at if len(found) == limit else None)

    @staticmethod
    async def _not_in_rooms(connection: AsyncConnection, ids: set[str]) -> set[str]:
        if not ids:
            return ids
        left = set(ids)
        async for (state,) in await connection.stream(select(rooms.c.state).where(not_(rooms.c.closed))):
            left = {each for each in left if f'"{each}"'.encode() not in state}
        return left

    @shielded
    async def abandoned_races(self, before: int) -> list[str]:
        query = (
            select(rooms.c.code)
            .join_from(races, rooms)
            .where(races.c.ended_at.is_(None), races.c.ends_at.is_(None), rooms.c.touched_at < before)
            .order_by(rooms.c.code)
        )
        async with self.database.read() as connection:
            return list((await connection.scalars(query)).all())
