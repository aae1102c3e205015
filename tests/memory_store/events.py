"""The part of the store in memory for events."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from gaprace.play.events.event import Entry, Event
from gaprace.play.events.seals import NO_SEAL
from gaprace.ports import DailyKey, StoredRace
from tests.memory_store.database import MemoryDatabase, MemoryRepository, MemorySteps
from tests.memory_store.group_scores import renew_of_event
from tests.memory_store.rivals import recorded_seal


def stored_event(data: MemoryDatabase, code: str) -> Event | None:
    """An event, with its games as they are now."""
    found = data.events.get(code)
    if found is None:
        return None
    entries = sorted((_entry(data, each) for each in found.entries), key=lambda each: (each.at, each.player))
    daily = next((tuple(key) for key, each in data.dailies.items() if each.deal == found.deal), None)
    return replace(found, entries=tuple(entries), daily=daily)


def _entry(data: MemoryDatabase, entry: Entry) -> Entry:
    if entry.game is None:
        return entry
    race = data.races[data.race_of[entry.game]]
    return replace(entry, room=race.room, ended=data.game(entry.game).result is not None)


def sealed_race(data: MemoryDatabase, race: StoredRace) -> StoredRace:
    """A race with its seal as it is now."""
    if seal := recorded_seal(data, race):
        return replace(race, seal=seal)
    code = race.event or (race.daily.event if race.daily else "")
    event = stored_event(data, code)
    if event is None:
        return replace(race, event=None, seal=NO_SEAL)
    return replace(race, seal=event.seal)


def open_race(data: MemoryDatabase, code: str) -> StoredRace | None:
    """The race of all games of an event with a link."""
    event = stored_event(data, code)
    if event is None or not event.has_link:
        return None
    played = tuple(data.game(game) for _, game in sorted((each.at, each.game) for each in event.entries if each.game))
    daily = DailyKey(*event.daily) if event.daily else None
    times = {"starts_at": event.opens_at, "ends_at": event.ends_at, "ended_at": event.ended_at}
    same = {"event": code, "seal": event.seal, "order": event.order}
    return StoredRace(code, "", 1, event.deal, games=played, daily=daily, **times, **same)


class MemoryEvents(MemoryRepository):
    """Implements `EventStore`."""

    async def event(self, code: str) -> Event | None:
        return _without_crowd(stored_event(await self._reach(), code))

    async def own_event(self, code: str, player: str) -> Event | None:
        found = stored_event(await self._reach(), code)
        return found and replace(found, entries=tuple(each for each in found.entries if each.player == player))

    async def entry(self, code: str, player: str) -> Entry | None:
        event = await self.own_event(code, player)
        return event and event.entry(player)

    async def challenges_of(self, player: str, since: int, limit: int) -> list[Event]:
        data = await self._reach()
        groups = {group for (group, each), mine in data.group_members.items() if each == player and mine.is_member}
        found = [
            each
            for each in _all(data)
            if each.player == player or each.entry(player) or each.group in groups
            if each.kind == "challenge" and (each.ended_at is None or each.ended_at >= since)
        ]
        return sorted(found, key=lambda each: (each.ends_at, each.code))[:limit]

    async def challenges_to(self, player: str, makers: Collection[str], now: int, limit: int) -> list[Event]:
        found = [
            each
            for each in _all(await self._reach())
            if each.kind == "challenge" and each.player in makers and each.places is None and each.group is None
            if each.ended_at is None and each.closes_at > now and not each.entry(player)
        ]
        return sorted(found, key=lambda each: (-each.opens_at, each.code))[:limit]

    async def group_challenges(self, group: str, limit: int) -> list[Event]:
        found = [each for each in _all(await self._reach()) if each.group == group and each.kind == "challenge"]
        return sorted(found, key=lambda each: (-each.opens_at, each.code))[:limit]

    async def group_dailies_of(self, player: str) -> list[Event]:
        found = [each for each in _all(await self._reach()) if each.kind == "group_daily" and each.entry(player)]
        return sorted(found, key=lambda each: (each.label, each.code))

    async def last_group_daily(self, group: str) -> Event | None:
        return _last_daily(await self._reach(), group)

    async def due_events(self, now: int) -> Sequence[str]:
        data = await self._reach()
        return sorted(each.code for each in _all(data) if each.ended_at is None and each.closes_at <= now)

    async def sealed_games(self, games: Collection[str], now: int) -> frozenset[str]:
        data = await self._reach()
        sealed = [each for each in _all(data) if each.ended_at is None or each.ended_at > now]
        return frozenset(mine.game for each in sealed for mine in each.entries if mine.game in games)

    async def is_in_event(self, code: str, now: int) -> bool:
        ranked = [each for each in _all(await self._reach()) if each.ranked and each.deal.code == code]
        return any(each.ended_at is None or each.ended_at > now for each in ranked)


def _without_crowd(event: Event | None) -> Event | None:
    return replace(event, entries=()) if event and event.kind == "daily" else event


def _all(data: MemoryDatabase) -> list[Event]:
    return [found for code in data.events if (found := stored_event(data, code))]


def _last_daily(data: MemoryDatabase, group: str) -> Event | None:
    found = [each for each in _all(data) if each.group == group and each.kind == "group_daily"]
    return max(found, key=lambda each: each.label, default=None)


def forget_entries(data: MemoryDatabase, player: str) -> None:
    """Take back the places of a player in which no game has begun."""
    for code in data.events:
        _without(data, code, player)


def forget_group_events(data: MemoryDatabase, group: str) -> None:
    """Delete the events of a group."""
    for code in [code for code, each in data.events.items() if each.group == group]:
        del data.events[code]


def _without(data: MemoryDatabase, code: str, player: str) -> None:
    known = data.events[code]
    left = tuple(each for each in known.entries if each.player != player or each.game is not None)
    data.events[code] = replace(known, entries=left)


class MemoryEventSteps(MemorySteps):
    """Implements the part of `Transaction` for events."""

    async def lock_event(self, code: str) -> Event | None:
        return _without_crowd(stored_event(self._data, code))

    async def save_entry(self, event: str, player: str, at: int, game: str | None) -> bool:
        known = self._data.events[event]
        mine = known.entry(player)
        if mine and mine.game:
            return False
        entry = replace(mine, game=game) if mine else Entry(player, at, game)
        others = tuple(each for each in known.entries if each.player != player)
        self._data.events[event] = replace(known, entries=(*others, entry))
        return True

    async def count_challenges(self, player: str) -> int:
        own = [each for each in self._data.events.values() if each.player == player and each.kind == "challenge"]
        return sum(each.ended_at is None for each in own)

    async def last_group_daily(self, group: str) -> Event | None:
        return _last_daily(self._data, group)

    async def forget_event(self, event: Event) -> None:
        del self._data.events[event.code]

    async def add_event(self, event: Event) -> None:
        self._data.events[event.code] = event

    async def remove_entry(self, event: str, player: str) -> None:
        _without(self._data, event, player)

    async def end_event(self, code: str, ended_at: int) -> None:
        known = self._data.events[code]
        if known.ended_at is None:
            self._data.events[code] = replace(known, ended_at=ended_at)
        renew_of_event(self._data, code)
