"""Television: the race that is the best to watch now."""

from cachetools import LRUCache

from gaprace.play.room import room_from_json
from gaprace.play.television import Gap, live_race, past_races
from gaprace.ports import Clock, Store
from gaprace.wire import RoomView
from gaprace.wire.http import Programme

LOOK_INTERVAL_MS = 2_000
"""How often the listed rooms are read, however many sets are switched on."""
MAX_ROOMS = 100
MAX_REMEMBERED = 50
"""Close races of the past that a process remembers, also after their rooms have closed."""


class Television:
    """Chooses among the races of listed rooms."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._rooms: list[RoomView] = []
        self._looked_at = -LOOK_INTERVAL_MS
        self._past: LRUCache[str, Gap] = LRUCache(MAX_REMEMBERED)

    async def programme(self, me: str | None, seen: str = "") -> Programme:
        """Return a race that runs without player `me`; else a close one that has ended, if possible not `seen`."""
        rooms = await self._listed()
        live = live_race(rooms, me, self._clock.now())
        return Programme(live, None if live else self._closest(seen))

    async def _listed(self) -> list[RoomView]:
        now = self._clock.now()
        if now - self._looked_at >= LOOK_INTERVAL_MS or now < self._looked_at:
            stored = await self._store.listed_rooms(MAX_ROOMS)
            self._looked_at, self._rooms = now, [room_from_json(each.state).view for each in stored]
            self._past.update(past_races(self._rooms))
        return self._rooms

    def _closest(self, seen: str) -> str | None:
        others = [race for race in self._past if race != seen] or [*self._past]
        return min(others, key=lambda race: self._past[race], default=None)
