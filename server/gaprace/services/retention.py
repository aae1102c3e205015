"""Retention: deletes guests who never played, and ends abandoned games."""

import logging

from gaprace.play.calendar import DAY_MS
from gaprace.ports import Clock, Store
from gaprace.rooms.registry import RoomRegistry
from gaprace.rooms.timers import Timers
from gaprace.services.tokens import LIFETIME_MS

CHECK_INTERVAL_MS = 5 * 60 * 1000
"""Interval between two runs."""
GUEST_LIFETIME_MS = 30 * DAY_MS
"""Age at which a guest who never played is deleted."""
NETWORK_LIFETIME_MS = 30 * DAY_MS
"""How long it is kept from which network a session was last seen."""
GAME_LIFETIME_MS = 7 * DAY_MS
"""Time without an action after which a game without a time limit ends as it stands."""
BATCH_SIZE = 500
"""Guests per run."""
_log = logging.getLogger(__name__)


class RetentionJob:
    """Runs at intervals, a batch at a time. Several processes may run it at once."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry) -> None:
        """Use `rooms` to end abandoned games."""
        self._store, self._clock, self._rooms = store, clock, rooms
        self._timers = Timers(clock)
        self._seen_up_to = 0

    def open(self) -> None:
        """Start running."""
        self._timers.every(CHECK_INTERVAL_MS, self.run, "retention", first_ms=CHECK_INTERVAL_MS)

    def close(self) -> None:
        """Stop."""
        self._timers.stop()

    async def run(self) -> None:
        """Run once."""
        now = self._clock.now()
        guests = await self._store.delete_guests(self._seen_up_to, now - GUEST_LIFETIME_MS, BATCH_SIZE)
        self._seen_up_to = guests.resume_after or 0
        await self._store.forget_sessions(now - LIFETIME_MS, now - NETWORK_LIFETIME_MS, now)
        abandoned = await self._store.abandoned_races(now - GAME_LIFETIME_MS)
        for code in abandoned:
            await self._rooms.abandon(code)
        if guests.deleted or abandoned:
            _log.info("deleted %d guests, ended %d abandoned games", guests.deleted, len(abandoned))
