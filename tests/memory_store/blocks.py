"""The part of the store in memory for blocks."""

from collections.abc import Collection

from gaprace.ports import StoredBlock
from tests.memory_store.database import MemoryDatabase, MemoryRepository


class MemoryBlocks(MemoryRepository):
    """Implements `BlockStore`."""

    async def add_block(self, block: StoredBlock) -> None:
        data = await self._reach()
        data.blocks.setdefault((block.player, block.blocked), block)
        data.follows.pop((block.player, block.blocked), None)

    async def remove_block(self, player: str, blocked: str) -> None:
        (await self._reach()).blocks.pop((player, blocked), None)

    async def blocks(self, player: str) -> list[StoredBlock]:
        blocks = (await self._reach()).blocks.values()
        return sorted((each for each in blocks if each.player == player), key=lambda each: (-each.at, each.blocked))

    async def has_blocked(self, player: str, other: str) -> bool:
        return (player, other) in (await self._reach()).blocks

    async def kept_apart(self, player: str) -> set[str]:
        pairs = (await self._reach()).blocks
        return {each for pair in pairs if player in pair for each in pair} - {player}


def forget_blocks(data: MemoryDatabase, players: Collection[str]) -> None:
    """Delete all blocks by and of players who are deleted."""
    for pair in [pair for pair in data.blocks if not {*pair}.isdisjoint(players)]:
        del data.blocks[pair]
