"""Lets go of what nobody needs any more: guests who never played, games that nobody ends."""

import logging

from gaprace.play.calendar import DAY_MS
from gaprace.ports import Clock, Store
from gaprace.rooms.registry import Rooms
from gaprace.rooms.timers import Timers

LOOK_MS = 5 * 60 * 1000
GUEST_MS = 30 * DAY_MS
"""How long a guest who never played is known."""
GAME_MS = 7 * DAY_MS
"""How long a game without a time limit may lie before it ends as it stands."""
GUESTS_AT_ONCE = 500
_log = logging.getLogger(__name__)


class RetentionJob:
    """Looks now and then, a little at a time. Any process may, and several do no harm."""

    def __init__(self, store: Store, clock: Clock, rooms: Rooms) -> None:
        """Take the rooms, in which forgotten games are ended."""
        self._store, self._clock, self._rooms = store, clock, rooms
        self._timers = Timers(clock)
        self._seen_up_to = 0

    def open(self) -> None:
        """Begin to look."""
        self._timers.every(LOOK_MS, self.prune, "pruning", first_ms=LOOK_MS)

    def close(self) -> None:
        """Stop."""
        self._timers.stop()

    async def prune(self) -> None:
        """Look once."""
        now = self._clock.now()
        swept = await self._store.forget_guests(self._seen_up_to, now - GUEST_MS, GUESTS_AT_ONCE)
        self._seen_up_to = swept.up_to or 0
        abandoned = await self._store.abandoned_races(now - GAME_MS)
        for code in abandoned:
            await self._rooms.abandon(code)
        if swept.gone or abandoned:
            _log.info("pruned: %d guests, %d games", swept.gone, len(abandoned))
