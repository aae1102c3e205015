"""Passkeys in SQL."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Select, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import StoredPasskey
from gaprace.store.base import SqlRepository, changes_row, shielded
from gaprace.store.tables import passkeys, players

_HAS_PLAYER = (players.c.id == passkeys.c.player) & (players.c.generation == passkeys.c.generation)


def _valid() -> Select[tuple[object, ...]]:
    return select(passkeys).join(players, _HAS_PLAYER)


class SqlPasskeys(SqlRepository):
    """Implements `ports.PasskeyStore`."""

    @shielded
    async def add_passkey(self, passkey: StoredPasskey) -> bool:
        """Add a passkey, and delete those of its player that have ended; return False if its id is taken."""
        ended = (passkeys.c.player == passkey.player) & (passkeys.c.generation != passkey.generation)
        async with self.database.write() as connection:
            await connection.execute(delete(passkeys).where(ended))
            return await changes_row(connection, self.database.insert_new(passkeys).values(asdict(passkey)))

    @shielded
    async def passkey(self, passkey_id: str) -> StoredPasskey | None:
        """Return a passkey, unless it has ended."""
        async with self.database.read() as connection:
            row = (await connection.execute(_valid().where(passkeys.c.id == passkey_id))).mappings().first()
        return StoredPasskey(**row) if row else None

    @shielded
    async def passkeys(self, player: str) -> list[StoredPasskey]:
        """Return the passkeys of a player that have not ended, the latest first."""
        query = _valid().where(passkeys.c.player == player).order_by(passkeys.c.created_at.desc(), passkeys.c.id)
        async with self.database.read() as connection:
            return [StoredPasskey(**row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def use_passkey(self, passkey_id: str, sign_count: int, at: int) -> bool:
        """Note that a passkey has signed a challenge issued at `at`; return False if it has signed that or a later."""
        change = update(passkeys).where(passkeys.c.id == passkey_id, passkeys.c.used_at < at)
        async with self.database.write() as connection:
            return await changes_row(connection, change.values(sign_count=sign_count, used_at=at))

    @shielded
    async def remove_passkey(self, player: str, passkey_id: str) -> bool:
        """Delete a passkey of a player; return False if there is none."""
        removal = delete(passkeys).where(passkeys.c.player == player, passkeys.c.id == passkey_id)
        async with self.database.write() as connection:
            return await changes_row(connection, removal)


async def forget_passkeys(connection: AsyncConnection, gone: Sequence[str]) -> None:
    """Delete the passkeys of players who are deleted."""
    await connection.execute(delete(passkeys).where(passkeys.c.player.in_(gone)))
