"""The part of the store in memory that compares two players."""

from gaprace.ports import SharedRace, StoredGame
from gaprace.rules.results import is_played
from tests.memory_store.database import MemoryDatabase, MemoryRepository
from tests.memory_store.rivals import recorded_until
from tests.memory_store.statistics import ended_games, kind_of
from tests.plain import plain


class MemoryHeadToHead(MemoryRepository):
    """Implements `HeadToHeadStore`."""

    async def shared_races(self, player: str, other: str | None, limit: int) -> list[SharedRace]:
        data = await self._reach()
        raced = [race for _, race, _ in ended_games(data, player) if kind_of(data, race) == "race"][-limit:]
        found = sorted(((race.ended_at, race.id) for race in raced if race.ended_at), reverse=True)
        people = [each.id for each in data.players.values() if not each.program and each.deleted_at is None]
        others = [other] if other else [each for each in people if each != player]
        shared = [_shared_race(data, race, player, each) for _, race in found for each in others]
        return [each for each in shared if each]

    async def shared_dailies(self, player: str, other: str) -> list[SharedRace]:
        data = await self._reach()
        found = []
        for (daily, owner), game in sorted(data.attempts.items(), key=lambda each: each[0][0].variant):
            if owner != player or (daily, other) not in data.attempts:
                continue
            mine, theirs = data.game(game), data.game(data.attempts[daily, other])
            if shared := _shared_daily(data, mine, theirs):
                found.append(shared)
        return sorted(found, key=lambda each: each.daily.date if each.daily else "", reverse=True)


def _shared_race(data: MemoryDatabase, race_id: str, player: str, other: str) -> SharedRace | None:
    race = data.races[race_id]
    results = {game.player: game.result for game in race.games if _is_result(game)}
    mine, theirs = results.get(player), results.get(other)
    if not mine or not theirs or race.ended_at is None or recorded_until(data, race) is not None:
        return None
    is_listed = data.is_listed(race.room)
    rival = (other, data.players[other].name)
    return SharedRace(race.deal.variant, race.ended_at, plain(mine), plain(theirs), race.id, is_listed, rival=rival)


def _shared_daily(data: MemoryDatabase, mine: StoredGame, theirs: StoredGame) -> SharedRace | None:
    race = data.races[data.race_of[mine.id]]
    if not all(each.ranked and _is_result(each) for each in (mine, theirs)) or not mine.result or not theirs.result:
        return None
    ended_at = max(mine.result.ended_at, theirs.result.ended_at)
    return SharedRace(race.deal.variant, ended_at, plain(mine.result), plain(theirs.result), daily=race.daily)


def _is_result(game: StoredGame) -> bool:
    return game.voided_by is None and game.result is not None and is_played(game.result)
