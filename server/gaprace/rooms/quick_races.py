"""Race now: brings a player into the fullest quick room that waits, or opens one.

A seat is taken in the store, under the version of its room, so two processes cannot give it away twice.
"""

import asyncio
from collections.abc import Iterator

from gaprace.errors import Disconnected, RoomError
from gaprace.play.quick import QUICK_WAIT_MS, quick_settings, waits_for
from gaprace.play.room import RoomState, room_from_json
from gaprace.ports import StoredPlayer
from gaprace.rooms.context import RoomContext
from gaprace.rooms.registry import MAX_LISTED, RoomRegistry
from gaprace.wire import RoomCode, RoomView, Settings


class QuickRaces:
    """Pairs players, with those of other processes too."""

    def __init__(self, context: RoomContext, rooms: RoomRegistry) -> None:
        self._context, self._rooms = context, rooms
        self._pairing = asyncio.Lock()
        """Two players who come at once meet, instead of opening a room each."""

    async def room_for(self, player: StoredPlayer, variant: str) -> RoomCode:
        """Return the code of a quick room in which a player now has a seat.

        Raises:
            RoomError: `bad_settings`.

        """
        settings = quick_settings(variant)
        async with self._pairing:
            for room in await self._waiting(player, settings):
                if await self._seated(player, settings, room.view.code):
                    return room.view.code
            return await self._opened(player, settings)

    async def _waiting(self, player: StoredPlayer, settings: Settings) -> list[RoomState]:
        """Return the rooms that a player can come into: an own one first, then the fullest, then the oldest."""
        now = self._context.clock.now()
        listed = [room_from_json(room.state) for room in await self._context.store.listed_rooms(MAX_LISTED)]
        waiting = [room for room in listed if waits_for(room, player.id, settings, now)]
        return sorted(waiting, key=lambda room: (not room.member(player.id), -len(room.view.members), _age(room.view)))

    async def _seated(self, player: StoredPlayer, settings: Settings, code: RoomCode) -> bool:
        """Take a seat; return whether there was one left."""

        def joined(room: RoomState) -> RoomState:
            if not waits_for(room, player.id, settings, self._context.clock.now()):
                raise RoomError("room_full", "The race has begun, or all seats are taken.")
            return room.joined(player.id, player.name, program=player.program)

        try:
            await self._rooms.change(code, joined)
        except (Disconnected, RoomError):
            return False
        return True

    async def _opened(self, player: StoredPlayer, settings: Settings) -> RoomCode:
        """Open a room, unless another process has opened one at the same time: then move there."""
        own = await self._rooms.create(player, settings, fills_at=self._context.clock.now() + QUICK_WAIT_MS)
        for other in self._older(await self._waiting(player, settings), own):
            if await self._seated(player, settings, other):
                await self._rooms.change(own.code, lambda room: room.left(player.id))
                return other
        return own.code

    @staticmethod
    def _older(rooms: list[RoomState], own: RoomView) -> Iterator[RoomCode]:
        return (room.view.code for room in rooms if _age(room.view) < _age(own))


def _age(room: RoomView) -> tuple[int, RoomCode]:
    """Return what orders rooms, the oldest first, in the same way in every process."""
    return room.fills_at or 0, room.code
