"""Rooms in SQL."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import ColumnElement, Select, and_, exists, func, not_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import GameMark, RoomMark, StoredRoom
from gaprace.store.base import SqlPart, changes_row, is_key, transaction
from gaprace.store.tables import actions, games, races, rooms

_AT_ONCE = 200
"""How many documents are held in memory to be looked through."""
_OPEN_ROOMS = select(*(column for column in rooms.c if column is not rooms.c.closed)).where(not_(rooms.c.closed))

_VERSIONS = select(rooms.c.code, rooms.c.version).where(not_(rooms.c.closed))
_LAST_NUMBER = select(func.max(actions.c.n)).where(actions.c.game == games.c.id).scalar_subquery()
_GAME_MARKS = (
    select(races.c.room, games.c.id, games.c.ended_at, games.c.hinted, _LAST_NUMBER.label("n"))
    .join_from(races, games)
    .where(races.c.ended_at.is_(None))
)


async def save_room(connection: AsyncConnection, room: StoredRoom) -> bool:
    """Replace the room if the stored version is `room.version - 1`; say whether it was.

    Until its transaction ends, nobody else can.
    """
    change = (
        update(rooms)
        .where(rooms.c.code == room.code, rooms.c.version == room.version - 1, not_(rooms.c.closed))
        .values(version=room.version, state=room.state, listed=room.listed, touched_at=room.touched_at)
    )
    return await changes_row(connection, change)


class SqlRooms(SqlPart):
    """The rooms' part of the store."""

    @transaction
    async def add_room(self, room: StoredRoom) -> bool:
        """Add a room; False if the code is taken."""
        async with self.database.write() as connection:
            return await changes_row(connection, self.database.insert_new(rooms).values(asdict(room)))

    @transaction
    async def room(self, code: str) -> StoredRoom | None:
        """Return a room that is open."""
        found = await self._rooms(_OPEN_ROOMS.where(rooms.c.code == code)) if is_key(code) else []
        return found[0] if found else None

    @transaction
    async def save_room(self, room: StoredRoom) -> bool:
        """Replace the room if the stored version is `room.version - 1`; say whether it was."""
        async with self.database.write() as connection:
            return await save_room(connection, room)

    @transaction
    async def marks(self, codes: Sequence[str]) -> dict[str, RoomMark]:
        """Return how far rooms are, by code. Those that are closed are missing."""
        if not codes:
            return {}
        asked = _padded(codes)
        async with self.database.read() as connection:
            versions = await connection.execute(_VERSIONS.where(rooms.c.code.in_(asked)))
            found = {code: (version, dict[str, GameMark]()) for code, version in versions}
            for row in await connection.execute(_GAME_MARKS.where(races.c.room.in_(asked))):
                if row.room in found:
                    found[row.room][1][row.id] = GameMark(row.n or 0, ended=row.ended_at is not None, hinted=row.hinted)
        return {code: RoomMark(version, marks) for code, (version, marks) in found.items()}

    @transaction
    async def touch_room(self, code: str, touched_at: int) -> None:
        """Note that something happened in a room."""
        newer = and_(rooms.c.code == code, rooms.c.touched_at < touched_at, not_(rooms.c.closed))
        async with self.database.write() as connection:
            await connection.execute(update(rooms).where(newer).values(touched_at=touched_at))

    @transaction
    async def listed_rooms(self, most: int) -> list[StoredRoom]:
        """Return listed open rooms, those touched last first."""
        order = (rooms.c.touched_at.desc(), rooms.c.code)
        return await self._rooms(_OPEN_ROOMS.where(rooms.c.listed).order_by(*order).limit(most))

    @transaction
    async def idle_rooms(self, before: int) -> list[StoredRoom]:
        """Return the open rooms not touched since `before`, without a race that has not ended."""
        order = (rooms.c.touched_at, rooms.c.code)
        return await self._rooms(_OPEN_ROOMS.where(_is_idle(before)).order_by(*order))

    @transaction
    async def close_room(self, code: str, before: int) -> bool:
        """Close a room for good if it was not touched since `before`; say whether it was. Its document goes."""
        idle = and_(rooms.c.code == code, not_(rooms.c.closed), _is_idle(before))
        async with self.database.write() as connection:
            return await changes_row(connection, update(rooms).where(idle).values(closed=True, state=b""))

    @transaction
    async def rooms_naming(self, player_id: str) -> list[str]:
        """Return the codes of open rooms whose document names a player, in order."""
        query = select(rooms.c.code, rooms.c.state).where(not_(rooms.c.closed)).order_by(rooms.c.code)
        name, found, after = f'"{player_id}"'.encode(), list[str](), ""
        async with self.database.read() as connection:
            while some := (await connection.execute(query.where(rooms.c.code > after).limit(_AT_ONCE))).all():
                found += [row.code for row in some if name in row.state]
                after = some[-1].code
        return found

    async def _rooms(self, query: Select[*tuple[object, ...]]) -> list[StoredRoom]:
        async with self.database.read() as connection:
            return [StoredRoom(**row) for row in (await connection.execute(query)).mappings()]


def _is_idle(before: int) -> ColumnElement[bool]:
    race = exists().where(races.c.room == rooms.c.code, races.c.ended_at.is_(None))
    return and_(rooms.c.touched_at < before, not_(race))


def _padded(codes: Sequence[str]) -> list[str]:
    """Repeat the last code up to a power of two: each length of a list makes a prepared statement of its own."""
    return [*codes, *[codes[-1]] * ((1 << (len(codes) - 1).bit_length()) - len(codes))]
