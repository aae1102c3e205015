"""Blocks: whom a player does not want to read or to meet."""

from gaprace.wire import PlayerId, Wire


class NewBlock(Wire, frozen=True):
    """Block a player."""

    player: PlayerId
    """The player to block."""


class BlockedPlayer(Wire, frozen=True):
    """A player whom the caller blocks."""

    id: PlayerId
    """The player's id."""
    name: str
    """The player's current name."""
    at: int
    """Since when."""


class BlockList(Wire, frozen=True):
    """All players whom the caller blocks, the latest first."""

    players: list[BlockedPlayer]
    """The players."""
