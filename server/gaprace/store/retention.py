"""What is deleted in SQL: guests that are not needed, and what goes with a player, rows and the name in texts."""

from collections.abc import Sequence

from sqlalchemy import Column, ColumnElement, delete, exists, not_, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.people.names import without_name
from gaprace.ports import DeletedGuests, GuestKey
from gaprace.store import tables
from gaprace.store.base import SqlRepository
from gaprace.store.outbox import forget_subscriptions
from gaprace.store.tables import decisions, group_members, groups, metadata, push_subscriptions, reports

_RENAMES = ("rename", "rename_group")
"""The decisions whose detail is a name."""

_PERSONAL = [column for table in metadata.tables.values() for column in table.c if column.info.get("personal")]


async def forget_rows(connection: AsyncConnection, gone: Sequence[str]) -> None:
    """Delete the rows of players who are deleted, and their subscriptions."""
    for column in _PERSONAL:
        await connection.execute(delete(column.table).where(column.in_(gone)))
    await forget_subscriptions(connection, push_subscriptions.c.player.in_(gone))


async def forget_texts(connection: AsyncConnection, player: str, name: str) -> None:
    """Remove what a player has written and was called from reports and decisions; the log keeps ids and reasons.

    The name also goes from reasons, and from the names of the player's groups, as far as it stands there as a word.
    """
    about = reports.c.player == player
    nothing = {"subject": reports.c.id, "name": "", "note": "", "line": None}
    await connection.execute(update(reports).where(about).values(nothing))
    await connection.execute(update(reports).where(reports.c.reporter == player).values(note=""))
    its = decisions.c.player == player
    await connection.execute(update(decisions).where(its).values(answer=None))
    await connection.execute(update(decisions).where(its, decisions.c.action.in_(_RENAMES)).values(detail=""))
    for column in (decisions.c.reason, decisions.c.detail):
        await _take_out(connection, column, its, name)
    own = select(group_members.c.group).where(group_members.c.player == player)
    await _take_out(connection, groups.c.name, groups.c.code.in_(own), name)


async def _take_out(connection: AsyncConnection, column: Column[str], which: ColumnElement[bool], name: str) -> None:
    """Take a name out of a text of some rows."""
    table = column.table
    (key,) = table.primary_key
    for row in (await connection.execute(select(key, column).where(which))).all():
        text = without_name(row[1], name)
        if text != row[1]:
            await connection.execute(update(table).where(key == row[0]).values({column: text}))


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
