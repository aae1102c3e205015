"""Brings the rooms of this process in step with the store where notes of other processes were lost."""

from collections.abc import Callable, Sequence

from gaprace.rooms.context import Tools
from gaprace.rooms.live_room import LiveRoom
from gaprace.rooms.peers import ANNOUNCE_MS

TICK_MS = 1_000
"""How often it is looked whether the bus lost anything, and how often the store is asked while the bus is down."""
CHECK_MS = 10_000
"""How often the store is asked though nothing seems to be lost."""
AT_ONCE = 512
"""How many rooms the store is asked about at once."""


class Healer:
    """Asks the store how far all rooms with people are: often while the bus is down, and once it is back."""

    def __init__(self, tools: Tools, rooms: Callable[[], Sequence[LiveRoom]]) -> None:
        """Take what gives the rooms of this process."""
        self._tools, self._rooms = tools, rooms
        self._losses = self._metered = tools.bus.losses
        self._announced_at = self._checked_at = tools.clock.now()

    async def tick(self) -> None:
        """Do what is due, every `TICK_MS`."""
        now, bus = self._tools.clock.now(), self._tools.bus
        self._tools.metrics.bus(is_up=bus.is_up, lag_s=bus.lag_s, losses=bus.losses - self._metered)
        self._metered = bus.losses
        rooms = [room for room in self._rooms() if room.is_current]
        for room in rooms:
            room.forget_silent()
        is_back = bus.is_up and bus.losses != self._losses
        if is_back or now - self._announced_at >= ANNOUNCE_MS:
            self._announced_at = now
            for room in rooms:
                room.announce(asks=is_back)
        if is_back or not bus.is_up or now - self._checked_at >= CHECK_MS:
            losses = bus.losses
            await self._compare(rooms)
            self._checked_at = now
            self._losses = losses if bus.is_up else self._losses

    async def _compare(self, rooms: Sequence[LiveRoom]) -> None:
        for at in range(0, len(rooms), AT_ONCE):
            some = rooms[at : at + AT_ONCE]
            versions = await self._tools.store.room_versions([room.code for room in some])
            for room in some:
                await room.compare(versions.get(room.code))
