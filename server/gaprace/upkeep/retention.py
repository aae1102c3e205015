"""Retention: deletes guests who never played, and ends abandoned games."""

import logging
from dataclasses import dataclass

from gaprace.people.tokens import LIFETIME_MS
from gaprace.play.events.calendar import DAY_MS
from gaprace.ports import FIRST_GUEST, Clock, DeletedGuests, Store
from gaprace.rooms.registry import RoomRegistry
from gaprace.rooms.timers import take_each

PASS_INTERVAL_MS = DAY_MS
"""Interval between the beginnings of two passes through all guests; in between, only those who have grown old since."""
BATCH_SIZE = 500
"""Players in a step."""
STEP_INTERVAL_MS = 1_000
"""Interval between two steps while there are more players: a million of them take half an hour."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """The lifetimes of data that is no longer used."""

    guest_ms: int = 30 * DAY_MS
    """Age at which a guest who never played is deleted."""
    network_ms: int = 30 * DAY_MS
    """How long it is kept from which network a session was last seen."""
    game_ms: int = 7 * DAY_MS
    """Time without an action after which a game without a time limit ends as it stands."""


class Retention:
    """Deletes and ends what is old, a batch at a time. Several servers may do so at once."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry, lifetimes: Lifetimes | None = None) -> None:
        """Use `rooms` to end abandoned games."""
        self._lifetimes = lifetimes or Lifetimes()
        self._store, self._clock, self._rooms = store, clock, rooms
        self._after, self._is_passing = FIRST_GUEST, False
        """How far the pass through the guests is, and whether it goes on."""
        self._began_at = clock.now()

    async def step(self) -> int | None:
        """Take a step; return the delay before the next one in ms, None if nothing is left to do now."""
        now = self._clock.now()
        guests = await self._delete_guests(now)
        await self._store.forget_sessions(now - LIFETIME_MS, now - self._lifetimes.network_ms, now)
        abandoned = await self._store.abandoned_races(now - self._lifetimes.game_ms)
        await take_each(abandoned, self._rooms.abandon, "ending an abandoned game")
        if guests.deleted or abandoned:
            _log.info("deleted %d guests, ended %d abandoned games", guests.deleted, len(abandoned))
        return None if guests.resume_after is None else STEP_INTERVAL_MS

    async def _delete_guests(self, now: int) -> DeletedGuests:
        """Continue where the last step ended; several servers only repeat each other."""
        old = now - self._lifetimes.guest_ms
        if not self._is_passing and now - self._began_at >= PASS_INTERVAL_MS:
            self._after, self._began_at = FIRST_GUEST, now
        guests = await self._store.delete_guests(self._after, old, BATCH_SIZE)
        self._is_passing = guests.resume_after is not None
        self._after = guests.resume_after or (old, "")
        return guests
