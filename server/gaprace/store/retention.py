"""The deletion of old rows in SQL: guests that are not needed."""

from sqlalchemy import delete, exists, not_, or_, select, tuple_

from gaprace.ports import DeletedGuests, GuestKey
from gaprace.store.base import SqlRepository, SqlSteps
from gaprace.store.erasure import forget_rows
from gaprace.store.tables import (
    arena_roles,
    arenas,
    entries,
    events,
    follows,
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
    *(games, group_members, events, entries, arenas, arena_roles),
    *(mistake_searches, puzzle_tries, subjects, follows),
)
is_needed = or_(
    *(exists().where(table.c.player == players.c.id) for table in _ITS_PLAYERS_STAY),
)


class SqlRetention(SqlRepository):
    """Implements `ports.RetentionStore`."""

    async def delete_guests(self, after: GuestKey, before: int, limit: int) -> DeletedGuests:
        key = (players.c.created_at, players.c.id)
        query = (
            select(*key, is_needed)
            .where(
                tuple_(*key) > tuple_(*after),
                players.c.created_at < before,
                players.c.deleted_at.is_(None),
            )
            .order_by(*key)
            .limit(limit)
        )
        async with self.reading() as executor:
            found = await executor.tuples(query)
            idle = await self._not_in_rooms(executor, {id_ for _, id_, stays in found if not stays})
        gone = list[str]()
        if idle:
            # Checked again, because they may have played or joined a group since they were read.
            deletion = delete(players).where(players.c.id.in_(sorted(idle)), not_(is_needed)).returning(players.c.id)
            async with self.writing() as executor:
                gone = sorted(await executor.scalars(deletion))
                await forget_rows(executor, gone)
        return DeletedGuests(len(gone), (found[-1].created_at, found[-1].id) if len(found) == limit else None)

    @staticmethod
    async def _not_in_rooms(executor: SqlSteps, ids: set[str]) -> set[str]:
        if not ids:
            return ids
        left = set(ids)
        async for (state,) in await executor.connection.stream(select(rooms.c.state).where(not_(rooms.c.closed))):
            left = {each for each in left if f'"{each}"'.encode() not in state}
        return left

    async def abandoned_races(self, before: int) -> list[str]:
        query = (
            select(rooms.c.code)
            .join_from(races, rooms)
            .where(races.c.ended_at.is_(None), races.c.ends_at.is_(None), rooms.c.touched_at < before)
            .order_by(rooms.c.code)
        )
        return list(await self.scalars(query))
