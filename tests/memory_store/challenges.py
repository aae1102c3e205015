"""The part of the store in memory for challenges."""

from collections.abc import Sequence
from dataclasses import replace

from gaprace.play.challenge import Challenge, Entry
from gaprace.ports import DailyKey, StoredRace
from tests.memory_store.database import MemoryDatabase
from tests.memory_store.group_scores import renew_of_challenge


def stored_challenge(data: MemoryDatabase, code: str) -> Challenge | None:
    """A challenge, with its games as they are now."""
    found = data.challenges.get(code)
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
    """A race with the seal of its challenge as it is now."""
    challenge = stored_challenge(data, race.challenge) if race.challenge else None
    if challenge is None:
        return replace(race, challenge=None, challenge_seal=None)
    return replace(race, challenge_seal=challenge.seal)


class MemoryChallenges:
    """Implements `ChallengeStore`."""

    async def _reach(self) -> MemoryDatabase:
        raise NotImplementedError

    async def challenge(self, code: str) -> Challenge | None:
        return stored_challenge(await self._reach(), code)

    async def own_challenge(self, code: str, player: str) -> Challenge | None:
        found = stored_challenge(await self._reach(), code)
        return found and replace(found, entries=tuple(each for each in found.entries if each.player == player))

    async def challenges_of(self, player: str, since: int, limit: int) -> list[Challenge]:
        data = await self._reach()
        groups = {group for (group, each), mine in data.group_members.items() if each == player and mine.is_member}
        found = [
            each
            for each in _all(data)
            if each.player == player or each.entry(player) or each.group in groups
            if not each.is_scheduled and (each.ended_at is None or each.ended_at >= since)
        ]
        return sorted(found, key=lambda each: (each.ends_at, each.code))[:limit]

    async def group_challenges(self, group: str, limit: int) -> list[Challenge]:
        found = [
            each
            for each in _all(await self._reach())
            if each.group == group and each.date is None and each.arena is None
        ]
        return sorted(found, key=lambda each: (-each.made_at, each.code))[:limit]

    async def group_dailies_of(self, player: str) -> list[Challenge]:
        found = [each for each in _all(await self._reach()) if each.date and each.entry(player)]
        return sorted(found, key=lambda each: (each.date or "", each.code))

    async def last_group_daily(self, group: str) -> Challenge | None:
        return _last_daily(await self._reach(), group)

    async def challenge_race(self, code: str) -> StoredRace | None:
        data = await self._reach()
        challenge = stored_challenge(data, code)
        if challenge is None:
            return None
        played = sorted((each.at, each.game) for each in challenge.entries if each.game)
        return StoredRace(
            id=code,
            room="",
            number=1,
            deal=challenge.deal,
            starts_at=challenge.made_at,
            ends_at=challenge.ends_at,
            games=tuple(data.game(game) for _, game in played),
            ended_at=challenge.ended_at,
            daily=DailyKey(*challenge.daily) if challenge.daily else None,
            challenge=code,
            challenge_seal=challenge.seal,
            order=challenge.order,
        )

    async def due_challenges(self, now: int) -> Sequence[str]:
        data = await self._reach()
        return sorted(each.code for each in _all(data) if each.ended_at is None and each.last_start <= now)

    async def is_challenged(self, code: str) -> bool:
        data = await self._reach()
        return any(each.ended_at is None and each.ranked and each.deal.code == code for each in _all(data))


def _all(data: MemoryDatabase) -> list[Challenge]:
    return [found for code in data.challenges if (found := stored_challenge(data, code))]


def _last_daily(data: MemoryDatabase, group: str) -> Challenge | None:
    found = [each for each in _all(data) if each.group == group and each.date]
    return max(found, key=lambda each: each.date or "", default=None)


def forget_entries(data: MemoryDatabase, player: str) -> None:
    """Take back the places of a player in which no game has begun."""
    for code in data.challenges:
        _without(data, code, player)


def forget_group_challenges(data: MemoryDatabase, group: str) -> None:
    """Delete the challenges of a group."""
    for code in [code for code, each in data.challenges.items() if each.group == group]:
        del data.challenges[code]


def _without(data: MemoryDatabase, code: str, player: str) -> None:
    known = data.challenges[code]
    left = tuple(each for each in known.entries if each.player != player or each.game is not None)
    data.challenges[code] = replace(known, entries=left)


class MemoryChallengeSteps:
    """Implements the part of `Transaction` for challenges."""

    _data: MemoryDatabase

    async def lock_challenge(self, code: str) -> Challenge | None:
        return stored_challenge(self._data, code)

    async def save_entry(self, challenge: str, player: str, at: int, game: str | None) -> None:
        known = self._data.challenges[challenge]
        mine = known.entry(player)
        entry = replace(mine, game=game) if mine else Entry(player, at, game)
        others = tuple(each for each in known.entries if each.player != player)
        self._data.challenges[challenge] = replace(known, entries=(*others, entry))

    async def count_challenges(self, player: str) -> int:
        own = [
            each
            for each in self._data.challenges.values()
            if each.player == player and each.date is None and each.arena is None
        ]
        return sum(each.ended_at is None for each in own)

    async def last_group_daily(self, group: str) -> Challenge | None:
        return _last_daily(self._data, group)

    async def forget_challenge(self, challenge: Challenge) -> None:
        del self._data.challenges[challenge.code]

    async def add_challenge(self, challenge: Challenge) -> None:
        self._data.challenges[challenge.code] = challenge

    async def remove_entry(self, challenge: str, player: str) -> None:
        _without(self._data, challenge, player)

    async def end_challenge(self, code: str, ended_at: int) -> None:
        known = self._data.challenges[code]
        if known.ended_at is None:
            self._data.challenges[code] = replace(known, ended_at=ended_at)
        renew_of_challenge(self._data, code)
