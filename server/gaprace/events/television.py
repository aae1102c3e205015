"""Television: the most interesting race to watch now."""

from gaprace.play.live.room import rooms_from_json
from gaprace.play.live.television import Gap, gap_of, live_race
from gaprace.ports import Clock, Store
from gaprace.rooms.registry import LISTED_MS
from gaprace.wire import RoomView
from gaprace.wire.http import Programme

LOOK_INTERVAL_MS = 2_000
"""How often the listed rooms are read, however many sets are switched on."""
PAST_INTERVAL_MS = 60_000
"""How often the races of the past are read."""
MAX_ROOMS = 100
MAX_PAST_RACES = 50


class Television:
    """Chooses among the races of listed rooms: those that run, and those that are stored."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._rooms: list[RoomView] = []
        self._looked_at = -LOOK_INTERVAL_MS
        self._past: dict[str, Gap] = {}
        """The latest races of several players, and how close each was."""
        self._past_read_at = -PAST_INTERVAL_MS

    async def programme(self, me: str | None, seen: str = "") -> Programme:
        """Return a race that runs without player `me`; else a close one that has ended, if possible not `seen`."""
        live = live_race(await self._listed(), me, self._clock.now())
        return Programme(live, None if live else await self._closest(seen))

    async def _listed(self) -> list[RoomView]:
        now = self._clock.now()
        if now - self._looked_at >= LOOK_INTERVAL_MS or now < self._looked_at:
            self._looked_at = now
            stored = await self._store.listed_rooms(MAX_ROOMS, now - LISTED_MS)
            self._rooms = [room.view for room in rooms_from_json(each.state for each in stored)]
        return self._rooms

    async def _closest(self, seen: str) -> str | None:
        past = await self._past_races()
        others = [race for race in past if race != seen] or [*past]
        return min(others, key=lambda race: past[race], default=None)

    async def _past_races(self) -> dict[str, Gap]:
        now = self._clock.now()
        if now - self._past_read_at >= PAST_INTERVAL_MS or now < self._past_read_at:
            self._past_read_at = now
            races = await self._store.listed_races(MAX_ROOMS, MAX_PAST_RACES)
            gaps = {race.id: gap_of(race.results.values()) for race in races}
            self._past = {race: gap for race, gap in gaps.items() if gap is not None}
        return self._past
