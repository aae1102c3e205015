"""Blocks in SQL."""

from dataclasses import asdict

from sqlalchemy import delete, exists, select, union

from gaprace.ports import StoredBlock
from gaprace.store.base import SqlRepository, shielded
from gaprace.store.tables import blocks


class SqlBlocks(SqlRepository):
    """Implements `ports.BlockStore`."""

    @shielded
    async def add_block(self, block: StoredBlock) -> None:
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(blocks).values(asdict(block)))

    @shielded
    async def remove_block(self, player: str, blocked: str) -> None:
        async with self.database.write() as connection:
            await connection.execute(delete(blocks).where(blocks.c.player == player, blocks.c.blocked == blocked))

    @shielded
    async def blocks(self, player: str) -> list[StoredBlock]:
        query = select(blocks).where(blocks.c.player == player).order_by(blocks.c.at.desc(), blocks.c.blocked)
        async with self.database.read() as connection:
            return [StoredBlock(**row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def has_blocked(self, player: str, other: str) -> bool:
        found = exists().where(blocks.c.player == player, blocks.c.blocked == other)
        async with self.database.read() as connection:
            return bool(await connection.scalar(select(found)))

    @shielded
    async def kept_apart(self, player: str) -> set[str]:
        query = union(
            select(blocks.c.blocked).where(blocks.c.player == player),
            select(blocks.c.player).where(blocks.c.blocked == player),
        )
        async with self.database.read() as connection:
            return {*(await connection.scalars(query))}
