"""People in SQL, and the keys that the server keeps."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import ColumnElement, insert, select, update

from gaprace.ports import StoredPlayer
from gaprace.store.base import SqlPart, changes_row, is_key, transaction
from gaprace.store.tables import players, server_keys


class SqlPeople(SqlPart):
    """The people's part of the store."""

    @transaction
    async def add_player(self, player: StoredPlayer) -> None:
        """Add a player with a new id."""
        async with self.database.write() as connection:
            await connection.execute(insert(players).values(asdict(player)))

    @transaction
    async def player(self, player_id: str) -> StoredPlayer | None:
        """Return a player."""
        return await self._player(players.c.id == player_id) if is_key(player_id) else None

    @transaction
    async def player_by_recovery(self, recovery_hash: str) -> StoredPlayer | None:
        """Return the player with this recovery code's hash."""
        return await self._player(players.c.recovery_hash == recovery_hash)

    async def _player(self, which: ColumnElement[bool]) -> StoredPlayer | None:
        async with self.database.read() as connection:
            row = (await connection.execute(select(players).where(which))).mappings().first()
        return StoredPlayer(**row) if row else None

    @transaction
    async def names(self, player_ids: Sequence[str]) -> dict[str, str]:
        """Return the names of now, by player id."""
        query = select(players.c.id, players.c.name).where(players.c.id.in_(player_ids))
        async with self.database.read() as connection:
            return {row.id: row.name for row in await connection.execute(query)}

    @transaction
    async def rename_player(self, player_id: str, name: str) -> None:
        """Rename a player, unless deleted."""
        change = update(players).where(players.c.id == player_id, players.c.deleted_at.is_(None)).values(name=name)
        async with self.database.write() as connection:
            await connection.execute(change)

    @transaction
    async def delete_player(self, player_id: str, name: str, deleted_at: int) -> bool:
        """Delete a player; say whether there was one, not deleted yet."""
        change = (
            update(players)
            .where(players.c.id == player_id, players.c.deleted_at.is_(None))
            .values(
                name=name,
                generation=players.c.generation + 1,
                recovery_hash=f"deleted {player_id}",  # that of no code
                deleted_at=deleted_at,
            )
        )
        async with self.database.write() as connection:
            return await changes_row(connection, change)

    @transaction
    async def replace_recovery(self, player: StoredPlayer, recovery_hash: str, generation: int) -> bool:
        """Set a new recovery hash and generation, if both are still those of `player`; say whether they were."""
        change = (
            update(players)
            .where(
                players.c.id == player.id,
                players.c.recovery_hash == player.recovery_hash,
                players.c.generation == player.generation,
            )
            .values(recovery_hash=recovery_hash, generation=generation)
        )
        async with self.database.write() as connection:
            return await changes_row(connection, change)

    @transaction
    async def server_key(self, name: str, proposal: bytes) -> bytes:
        """Return the key of this name, which is `proposal` if there was none: the same for every process."""
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(server_keys).values(name=name, key=proposal))
            query = select(server_keys.c.key).where(server_keys.c.name == name)
            stored: bytes = (await connection.execute(query)).scalar_one()
        return stored
