"""Blocks: a player no longer sees messages of another one, nor meets them in quick races and listed rooms.

A block is invisible to the blocked player: a room whose host blocks a player looks locked to that player.
"""

from gaprace.errors import Refusal
from gaprace.ports import Clock, Store, StoredBlock, StoredPlayer
from gaprace.wire.http import BlockedPlayer, BlockList, RoomList

MAX_BLOCKS = 500
"""Players whom one player can block."""


class Blocks:
    """Keeps the blocks of players."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def of(self, player: StoredPlayer) -> BlockList:
        """Return the players that a player blocks, the latest first."""
        stored = await self._store.blocks(player.id)
        names = await self._store.names([each.blocked for each in stored])
        return BlockList([BlockedPlayer(each.blocked, names.get(each.blocked, ""), each.at) for each in stored])

    async def block(self, player: StoredPlayer, other: str) -> None:
        """Block a player. Blocking again changes nothing. Raises `own_block`, `player_not_found`, `too_many_blocks`."""
        if other == player.id:
            raise Refusal("own_block", "You can't block yourself. Choose the player whom you mean.")
        found = await self._store.player(other)
        if found is None or found.deleted_at is not None:
            raise Refusal("player_not_found", "Player not found: reload the page, and block again.")
        stored = await self._store.blocks(player.id)
        if len(stored) >= MAX_BLOCKS and other not in {each.blocked for each in stored}:
            raise Refusal("too_many_blocks", f"You can block at most {MAX_BLOCKS} players: unblock some first.")
        await self._store.add_block(StoredBlock(player.id, other, self._clock.now()))

    async def unblock(self, player: StoredPlayer, other: str) -> None:
        """Unblock a player, if blocked."""
        await self._store.remove_block(player.id, other)

    async def visible(self, rooms: RoomList, player_id: str | None) -> RoomList:
        """Return the listed rooms whose hosts a player neither blocks nor is blocked by."""
        apart = await self._store.kept_apart(player_id) if player_id else set[str]()
        return RoomList([room for room in rooms.rooms if room.host not in apart]) if apart else rooms
