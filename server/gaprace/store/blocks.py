"""Blocks in SQL."""

from dataclasses import asdict

from sqlalchemy import delete, exists, select, union

from gaprace.ports import StoredBlock
from gaprace.store.base import SqlRepository
from gaprace.store.tables import blocks


class SqlBlocks(SqlRepository):
    """Implements `ports.BlockStore`."""

    async def add_block(self, block: StoredBlock) -> None:
        await self.change(self.database.insert_new(blocks).values(asdict(block)))

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
