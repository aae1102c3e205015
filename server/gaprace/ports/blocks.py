"""Stored blocks: players who do not want to meet somebody, nor to read them."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredBlock:
    """A player blocks another one."""

    player: str
    """The player who blocks."""
    blocked: str
    at: int


class BlockStore(Protocol):
    """The store of blocks."""

    async def add_block(self, block: StoredBlock) -> None:
        """Add a block, unless it is there already."""

    async def remove_block(self, player: str, blocked: str) -> None:
        """Remove a block, if it is there."""

    async def blocks(self, player: str) -> list[StoredBlock]:
        """Return the blocks of a player, the latest first."""

    async def has_blocked(self, player: str, other: str) -> bool:
        """Whether a player blocks another one."""

    async def kept_apart(self, player: str) -> set[str]:
        """Return the players whom a player blocks, and those who block this player."""
