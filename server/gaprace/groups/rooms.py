"""The room of a group. Its URL never changes; when the room has closed, the next visit opens a new one."""

from collections.abc import Callable
from contextlib import suppress

from gaprace.errors import Disconnected, Refusal
from gaprace.groups.access import require_readable_group
from gaprace.play.notices.outbox import QueuedNotice
from gaprace.ports import Clock, Store, StoredGroup, StoredPlayer, Transaction
from gaprace.rooms.registry import RoomRegistry
from gaprace.wire import RoomCode, Settings

MAX_TRIES = 5
"""Tries to make the room while other members make it at the same time."""


class GroupRooms:
    """Finds the rooms of groups, and makes them."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry) -> None:
        self._store, self._clock, self._rooms = store, clock, rooms

    async def room(
        self, player: StoredPlayer, code: str, before_opening: Callable[[], None] = lambda: None
    ) -> RoomCode:
        """Return the code of a group's open room. If there is none, one is created, and the player is its first host.

        `before_opening` is called before a room is created; its exceptions are passed on. Raises `try_again`.
        """
        for _ in range(MAX_TRIES):
            group, _ = await require_readable_group(self._store, code, player.id)
            if group.room and await self._rooms.view(group.room, player.id):
                return group.room
            before_opening()
            made = await self._rooms.create(player, Settings(), group=group.code)
            if await self._take(group, made.code):
                return made.code
            with suppress(Disconnected, Refusal):  # another member was faster
                await self._rooms.shut(made.code)
        raise Refusal("try_again", "The group's room is being created. Try again in a moment.")

    async def _take(self, group: StoredGroup, room: RoomCode) -> bool:
        """Make a room the room of a group, unless the group has another one by now; notify its webhooks."""
        opened = QueuedNotice("room.opened", room, self._clock.now(), group.code)

        async def work(tx: Transaction) -> bool:
            is_taken = await tx.take_room(group.code, group.room, room)
            if is_taken:
                await tx.queue(opened)
            return is_taken

        return await self._store.transact(work)
