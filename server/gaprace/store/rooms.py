"""Rooms in SQL."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, not_, select, update

from gaprace.play.notices.outbox import QueuedNotice
from gaprace.ports import GameVersion, RoomVersion, StoredRoom
from gaprace.store.base import SqlRepository, SqlSteps, may_be_id
from gaprace.store.outbox import SqlOutboxSteps
from gaprace.store.tables import actions, games, muted_spectators, races, rooms

BATCH_SIZE = 200
"""How many documents are read into memory at a time."""
_OPEN_ROOMS = select(*(column for column in rooms.c if column is not rooms.c.closed)).where(not_(rooms.c.closed))

_VERSIONS = select(rooms.c.code, rooms.c.version).where(not_(rooms.c.closed))
_LAST_NUMBER = select(func.max(actions.c.n)).where(actions.c.game == games.c.id).scalar_subquery()
_GAME_VERSIONS = (
    select(races.c.room, games.c.id, games.c.ended_at, games.c.hinted, _LAST_NUMBER.label("n"))
    .join_from(races, games)
    .where(races.c.ended_at.is_(None))
)


class SqlRoomSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def save_room(self, room: StoredRoom) -> bool:
        change = (
            update(rooms)
            .where(rooms.c.code == room.code, rooms.c.version == room.version - 1, not_(rooms.c.closed))
            .values(version=room.version, state=room.state, listed=room.listed, touched_at=room.touched_at)
        )
        return await self.change(change)


class SqlRooms(SqlRepository):
    """Implements `ports.RoomStore`."""

    async def add_room(self, room: StoredRoom, told: QueuedNotice | None = None) -> bool:
        async with self.writing() as executor:
            is_new = await executor.change(self.database.insert_new(rooms).values(asdict(room)))
            if is_new and told:
                await SqlOutboxSteps(self.database, executor.connection).queue(told)
            return is_new

    async def room(self, code: str) -> StoredRoom | None:
        found = await self._rooms(_OPEN_ROOMS.where(rooms.c.code == code)) if may_be_id(code) else []
        return found[0] if found else None

    async def save_room(self, room: StoredRoom) -> bool:
        async with self.writing() as executor:
            return await SqlRoomSteps(self.database, executor.connection).save_room(room)

    async def room_versions(self, codes: Sequence[str]) -> dict[str, RoomVersion]:
        if not codes:
            return {}
        # Each length of a list makes a prepared statement of its own: the last code is repeated up to a power of two.
        asked = [*codes, *[codes[-1]] * ((1 << (len(codes) - 1).bit_length()) - len(codes))]
        async with self.reading() as executor:
            versions = await executor.execute(_VERSIONS.where(rooms.c.code.in_(asked)))
            found = {code: (version, dict[str, GameVersion]()) for code, version in versions}
            for row in await executor.tuples(_GAME_VERSIONS.where(races.c.room.in_(asked))):
                if row.room in found:
                    found[row.room][1][row.id] = GameVersion(row.n or 0, row.ended_at is not None, row.hinted)
        return {code: RoomVersion(version, of_games) for code, (version, of_games) in found.items()}

    async def touch_room(self, code: str, touched_at: int) -> None:
        newer = and_(rooms.c.code == code, rooms.c.touched_at < touched_at, not_(rooms.c.closed))
        await self.change(update(rooms).where(newer).values(touched_at=touched_at))

    async def listed_rooms(self, limit: int, since: int) -> list[StoredRoom]:
        order = (rooms.c.touched_at.desc(), rooms.c.code)
        listed = _OPEN_ROOMS.where(rooms.c.listed, rooms.c.touched_at > since)
        return await self._rooms(listed.order_by(*order).limit(limit))

    async def count_rooms(self) -> int:
        return await self.count(rooms, not_(rooms.c.closed))

    async def idle_rooms(self, before: int) -> list[StoredRoom]:
        order = (rooms.c.touched_at, rooms.c.code)
        return await self._rooms(_OPEN_ROOMS.where(_is_idle(before)).order_by(*order))

    async def close_room(self, code: str, before: int) -> bool:
        """Close a room for good if it is idle (see `idle_rooms`), and erase its document; return whether it was.

        Nothing stays of a room without a race.
        """
        idle = and_(rooms.c.code == code, not_(rooms.c.closed), _is_idle(before))
        has_race = exists().where(races.c.room == rooms.c.code)
        async with self.writing() as executor:
            is_closed = await executor.change(delete(rooms).where(idle, not_(has_race))) or await executor.change(
                update(rooms).where(idle).values(closed=True, state=b"")
            )
            if is_closed:
                await executor.execute(delete(muted_spectators).where(muted_spectators.c.room == code))
        return is_closed

    async def rooms_naming(self, player_id: str) -> list[str]:
        query = select(rooms.c.code, rooms.c.state).where(not_(rooms.c.closed)).order_by(rooms.c.code)
        name, found, after = f'"{player_id}"'.encode(), list[str](), ""
        async with self.reading() as executor:
            while some := await executor.tuples(query.where(rooms.c.code > after).limit(BATCH_SIZE)):
                found += [row.code for row in some if name in row.state]
                after = some[-1].code
        return found

    async def _rooms(self, query: Select[*tuple[object, ...]]) -> list[StoredRoom]:
        return await self.all(StoredRoom, query)


def _is_idle(before: int) -> ColumnElement[bool]:
    race = exists().where(races.c.room == rooms.c.code, races.c.ended_at.is_(None))
    return and_(rooms.c.touched_at < before, not_(race))


class SqlAudience(SqlRepository):
    """Implements `ports.AudienceStore`."""

    async def set_spectator_muted(self, room: str, player: str, *, muted: bool) -> None:
        its = (muted_spectators.c.room == room, muted_spectators.c.player == player)
        add = self.database.insert_new(muted_spectators).values(room=room, player=player)
        await self.change(add if muted else delete(muted_spectators).where(*its))

    async def is_spectator_muted(self, room: str, player: str) -> bool:
        found = exists().where(muted_spectators.c.room == room, muted_spectators.c.player == player)
        return bool(await self.scalar(select(found)))
