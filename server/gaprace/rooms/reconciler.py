"""Reconciles the rooms of this server with the store (anti-entropy).

Messages of peers may have been lost, or another server may use the same database without a bus; and the store itself
may have lost data, after a failover or a restore from an old backup.
"""

import logging
from collections.abc import Sequence

from gaprace.errors import StoreUnavailable
from gaprace.rooms.context import RoomContext
from gaprace.rooms.live_room import LiveRoom
from gaprace.rooms.peers import ANNOUNCE_INTERVAL_MS
from gaprace.rooms.registry import RoomRegistry

_log = logging.getLogger(__name__)
TICK_INTERVAL_MS = 1_000
"""Interval between checks for lost bus messages; while the bus is down, also between comparisons with the store."""
CHECK_INTERVAL_MS = 10_000
"""Interval between comparisons with the store while nothing seems to be lost."""
BATCH_SIZE = 512
"""Rooms in one question to the store."""


class Reconciler:
    """Compares all rooms with connections with the store: often while the bus is down, and once it is back."""

    def __init__(self, context: RoomContext, registry: RoomRegistry) -> None:
        self._context, self._registry = context, registry
        self._losses = context.bus.losses
        self._announced_at = self._checked_at = context.clock.now()

    async def tick(self) -> None:
        """Do what is due, every `TICK_INTERVAL_MS`."""
        now, bus = self._context.clock.now(), self._context.bus
        rooms = [room for room in self._registry.live_rooms if room.is_current]
        for room in rooms:
            room.forget_silent()
        is_back = bus.is_up and bus.losses != self._losses
        if is_back or now - self._announced_at >= ANNOUNCE_INTERVAL_MS:
            self._announced_at = now
            for room in rooms:
                room.announce(asks=is_back)
        if is_back or not bus.is_up or now - self._checked_at >= CHECK_INTERVAL_MS:
            losses = bus.losses
            await self._compare(rooms)
            self._checked_at = now
            self._losses = losses if bus.is_up else self._losses

    async def _compare(self, rooms: Sequence[LiveRoom]) -> None:
        for at in range(0, len(rooms), BATCH_SIZE):
            batch = rooms[at : at + BATCH_SIZE]
            known = {room.code: room.known for room in batch}
            versions = await self._context.store.room_versions(list(known))
            for room in batch:
                try:
                    await room.compare(versions.get(room.code), known[room.code])
                except StoreUnavailable:
                    raise
                except Exception:  # noqa: BLE001 - it must not keep the other rooms from it
                    _log.exception("a room cannot be compared", extra={"about": {"room": room.code}})
