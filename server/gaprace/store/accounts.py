"""Players and the server's own keys in SQL."""

from collections.abc import Sequence
from dataclasses import asdict, replace

from sqlalchemy import ColumnElement, Select, Update, bindparam, delete, exists, insert, select, union, update

from gaprace.ports import StoredBlock, StoredDeviceCode, StoredPlayer, StoredSession
from gaprace.store.arenas import forget_arenas_of
from gaprace.store.base import SqlRepository, changes_row, may_be_id
from gaprace.store.events import forget_entries
from gaprace.store.groups import leave_all_groups
from gaprace.store.retention import forget_rows, forget_texts
from gaprace.store.sessions import add_session
from gaprace.store.tables import blocks, device_codes, follows, players, server_keys, sessions
from gaprace.wire import RecordedAs

_CREDENTIALS = (
    players.c.generation,
    players.c.recovery_hash,
    players.c.next_recovery_hash,
    players.c.next_recovery_at,
)


def _key_named(name: str) -> Select[bytes]:
    return select(server_keys.c.key).where(server_keys.c.name == name)


_SESSION = [column.label(f"session_{column.name}") for column in sessions.c]
_SIGNED_IN = (
    select(players, *_SESSION)
    .outerjoin(sessions, (sessions.c.id == bindparam("session")) & (sessions.c.player == players.c.id))
    .where(players.c.id == bindparam("player"))
)
"""Built once: everybody who comes into a room asks it twice, and to build it takes longer than to execute it."""


def _of_active(player_id: str) -> Update:
    """Return a change of a player who is not deleted."""
    return update(players).where(players.c.id == player_id, players.c.deleted_at.is_(None))


class SqlAccounts(SqlRepository):
    """Implements `ports.AccountStore`."""

    async def add_player(self, player: StoredPlayer, session: StoredSession | None = None) -> None:
        async with self.database.write() as connection:
            await connection.execute(insert(players).values(asdict(player)))
            if session:
                await add_session(connection, session)

    async def player(self, player_id: str) -> StoredPlayer | None:
        return await self._player(players.c.id == player_id) if may_be_id(player_id) else None

    async def signed_in(self, player_id: str, session_id: str) -> tuple[StoredPlayer | None, StoredSession | None]:
        async with self.database.read_once() as connection:
            found = await connection.execute(_SIGNED_IN, {"player": player_id, "session": session_id})
        row = found.mappings().first()
        if row is None:
            return None, None
        session = {column.name: row[f"session_{column.name}"] for column in sessions.c}
        player = StoredPlayer(**{column.name: row[column.name] for column in players.c})
        return player, StoredSession(**session) if session["id"] is not None else None

    async def player_by_recovery(self, recovery_hash: str) -> StoredPlayer | None:
        is_next = players.c.next_recovery_hash == recovery_hash
        return await self._player((players.c.recovery_hash == recovery_hash) | is_next)

    async def _player(self, which: ColumnElement[bool]) -> StoredPlayer | None:
        row = await self.row(select(players).where(which))
        return StoredPlayer(**row) if row else None

    async def names(self, player_ids: Sequence[str]) -> dict[str, str]:
        query = select(players.c.id, players.c.name).where(players.c.id.in_(player_ids))
        async with self.database.read_once() as connection:
            return {row.id: row.name for row in await connection.execute(query)}

    async def rename_player(self, player_id: str, name: str) -> None:
        await self.change(_of_active(player_id).values(name=name))

    async def note_zone(self, player_id: str, zone: str) -> None:
        await self.change(_of_active(player_id).values(zone=zone))

    async def record_player(self, player_id: str, recorded_as: RecordedAs) -> None:
        await self.change(update(players).where(players.c.id == player_id).values(recorded_as=recorded_as))

    async def delete_player(self, player_id: str, name: str, deleted_at: int) -> bool:
        change = _of_active(player_id).values(
            name=name,
            generation=players.c.generation + 1,
            recovery_hash=f"deleted {player_id}",  # no code has this hash
            deleted_at=deleted_at,
            next_recovery_hash=None,
            next_recovery_at=None,
            zone=None,
        )
        async with self.database.write() as connection:
            await forget_rows(connection, [player_id])
            known = await connection.scalar(select(players.c.name).where(players.c.id == player_id))
            is_deleted = await changes_row(connection, change)
            if is_deleted:
                await forget_texts(connection, player_id, known or "")
                await forget_entries(connection, player_id)
                await forget_arenas_of(connection, player_id)
                await leave_all_groups(self.database, connection, player_id)
        return is_deleted

    async def change_credentials(self, known: StoredPlayer, changed: StoredPlayer) -> bool:
        change = (
            update(players)
            .where(
                players.c.id == known.id,
                *(column.is_not_distinct_from(getattr(known, column.name)) for column in _CREDENTIALS),
            )
            .values({column: getattr(changed, column.name) for column in _CREDENTIALS})
        )
        return await self.change(change)

    async def save_device_code(self, code: StoredDeviceCode) -> None:
        await self.change(self.database.insert_or_replace(device_codes).values(asdict(code)))

    async def use_device_code(self, hashed: str, session: StoredSession) -> StoredPlayer | None:
        is_valid = (device_codes.c.hash == hashed, device_codes.c.ends_at > session.began_at)
        used = delete(device_codes).where(*is_valid).returning(device_codes.c.player, device_codes.c.generation)
        async with self.database.write() as connection:
            code = (await connection.execute(used)).first()
            if code is None:
                return None
            query = select(players).where(players.c.id == code.player, players.c.generation == code.generation)
            player = (await connection.execute(query)).mappings().first()
            if player is None:
                return None
            await add_session(connection, replace(session, player=code.player, generation=code.generation))
        return StoredPlayer(**player)

    async def server_key(self, name: str, proposal: bytes) -> bytes:
        if self.database.is_read_only:
            async with self.database.read() as connection:
                found: bytes | None = (await connection.execute(_key_named(name))).scalar_one_or_none()
            return proposal if found is None else found
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(server_keys).values(name=name, key=proposal))
            stored: bytes = (await connection.execute(_key_named(name))).scalar_one()
        return stored

    async def find_server_key(self, name: str) -> bytes | None:
        async with self.database.read() as connection:
            found: bytes | None = (await connection.execute(_key_named(name))).scalar_one_or_none()
        return found


class SqlBlocks(SqlRepository):
    """Implements `ports.BlockStore`."""

    async def add_block(self, block: StoredBlock) -> None:
        ended = delete(follows).where(follows.c.player == block.player, follows.c.followed == block.blocked)
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(blocks).values(asdict(block)))
            await connection.execute(ended)

    async def remove_block(self, player: str, blocked: str) -> None:
        await self.change(delete(blocks).where(blocks.c.player == player, blocks.c.blocked == blocked))

    async def blocks(self, player: str) -> list[StoredBlock]:
        query = select(blocks).where(blocks.c.player == player).order_by(blocks.c.at.desc(), blocks.c.blocked)
        return [StoredBlock(**row) for row in await self.rows(query)]

    async def has_blocked(self, player: str, other: str) -> bool:
        found = exists().where(blocks.c.player == player, blocks.c.blocked == other)
        return bool(await self.scalar(select(found)))

    async def kept_apart(self, player: str) -> set[str]:
        query = union(
            select(blocks.c.blocked).where(blocks.c.player == player),
            select(blocks.c.player).where(blocks.c.blocked == player),
        )
        return {*await self.scalars(query)}
