"""Races of a group that a member missed, and races later, against the recorded games of those who were there."""

from gaprace.errors import Refusal
from gaprace.play.events.calendar import DAY_MS
from gaprace.play.live.rivals import RivalGame, shown_name
from gaprace.play.live.settings import choice_of
from gaprace.ports import Clock, Store, StoredPlayer, StoredRace
from gaprace.rooms.registry import RoomRegistry
from gaprace.wire import RoomView, Settings
from gaprace.wire.http import MissedRace

SHOWN_MS = 7 * DAY_MS
"""How long the page of a group names a race to those who missed it."""
LOOKED_THROUGH = 5
"""The last races of a group that are looked through for one that can be raced."""
MAX_RIVALS = 31
_MINUTE_MS = 60_000


class MissedRaces:
    """Opens rooms for the races that a member of a group can still race."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry) -> None:
        self._store, self._clock, self._rooms = store, clock, rooms

    async def room(self, player: StoredPlayer, race_id: str) -> RoomView:
        """Create a room in which a player races the recorded games of a race. Raises `race_not_found`."""
        race = await self._store.race(race_id)
        now = self._clock.now()
        rivals = await rivals_in(self._store, race, player.id, now) if race else []
        if race is None or not rivals:
            raise Refusal("race_not_found", "There is no such race that you can still join: it may be over for you.")
        limit = None if race.ends_at is None else max(1, (race.ends_at - race.starts_at) // _MINUTE_MS)
        settings = Settings(choice_of(race.deal.variant), seats=1 + len(rivals), limit_minutes=limit, locked=True)
        return await self._rooms.create(player, settings, fills_at=now, group=race.group, rivals=rivals)


async def last_missed(store: Store, group: str, me: str, now: int) -> MissedRace | None:
    """Return the last race of a group that a member can still race."""
    for race_id in await store.missed_races(group, me, now - SHOWN_MS, LOOKED_THROUGH):
        race = await store.race(race_id)
        rivals = await rivals_in(store, race, me, now) if race else []
        if race and race.ended_at and rivals:
            return MissedRace(race.id, race.ended_at, [shown_name(each) for each in rivals])
    return None


async def rivals_in(store: Store, race: StoredRace, me: str | None, now: int) -> list[RivalGame]:
    """Return the games of a race that a member of its group who missed it can race; none if that is not possible."""
    if me is None or not race.group or race.ended_at is None or any(each.recorded for each in race.games):
        return []
    mine = await store.membership(race.group, me)
    if mine is None or not mine.is_member or await store.knows_deal(me, race.deal.code):
        return []
    apart = await store.kept_apart(me)
    return [each for each in await store.rivals_of(race.id, now) if each.player not in apart][:MAX_RIVALS]
