"""The part of the store in memory for the scores within groups."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.group_scores import DayScores
from gaprace.ports import DailyKey, UnscoredDaily
from tests.memory_store.database import MemoryDatabase, MemoryGroupScores, MemoryRepository

Key = tuple[str, str, str]


class MemoryGroupScoreStore(MemoryRepository):
    """Implements `GroupScoreStore`."""

    async def group_scores(self, group: str, daily: str, first: str, last: str) -> Mapping[str, DayScores | None]:
        data = await self._reach()
        stored = {date for of, its, date in data.group_scores if (of, its) == (group, daily)}
        dates = stored | _open_dates(data, group, daily)
        return {date: _right_scores(data, (group, daily, date)) for date in dates if first <= date <= last}

    async def group_score_versions(self, group: str, daily: str, first: str, last: str) -> Mapping[str, int | None]:
        stored, data = await self.group_scores(group, daily, first, last), await self._reach()
        return {date: its and data.group_scores[group, daily, date].version for date, its in stored.items()}

    async def last_divisions(self, group: str, daily: str, month: str) -> tuple[str, dict[str, int]] | None:
        stored = (await self._reach()).group_divisions
        months = [at for of, its, at in stored if (of, its) == (group, daily) and at <= month and stored[of, its, at]]
        return (max(months), dict(stored[group, daily, max(months)])) if months else None

    async def save_divisions(self, group: str, daily: str, month: str, divisions: Mapping[str, int]) -> None:
        stored = (await self._reach()).group_divisions
        stored[group, daily, month] = {**divisions, **stored.get((group, daily, month), {})}

    async def unscored_dailies(self, limit: int) -> Sequence[UnscoredDaily]:
        data = await self._reach()
        unscored = [key for key, its in data.group_scores.items() if its.scored != its.version and _closed(data, key)]
        latest = sorted(sorted(unscored), key=lambda key: key[2], reverse=True)
        return [UnscoredDaily(*key, data.group_scores[key].version) for key in latest[:limit]]

    async def save_group_scores(self, daily: UnscoredDaily, scores: DayScores) -> bool:
        *_, version = daily
        stored = (await self._reach()).group_scores
        key = daily.group, daily.daily, daily.date
        if key not in stored or stored[key].version != version:
            return False
        stored[key] = MemoryGroupScores(version, version, scores)
        return True


def _right_scores(data: MemoryDatabase, key: Key) -> DayScores | None:
    found = data.group_scores.get(key)
    return found.scores if found and found.scored == found.version and _closed(data, key) else None


def _open_dates(data: MemoryDatabase, group: str, daily: str) -> set[str]:
    if daily == OWN_DAILY:
        return {each.label for each in data.events.values() if each.group == group and each.kind == "group_daily"}
    return {key.date for key in data.dailies if key.variant == daily and not _closed(data, (group, daily, key.date))}


def _closed(data: MemoryDatabase, key: Key) -> bool:
    group, daily, date = key
    if daily == OWN_DAILY:
        its = [
            each for each in data.events.values() if (each.kind, each.group, each.label) == ("group_daily", group, date)
        ]
        return any(each.ended_at is not None for each in its)
    closing = data.closings.get(DailyKey(date, daily))
    return closing is not None and closing.is_done


def _renew(data: MemoryDatabase, keys: Iterable[Key]) -> None:
    for key in keys:
        found = data.group_scores.get(key)
        data.group_scores[key] = replace(found, version=found.version + 1) if found else MemoryGroupScores()


def renew_of_event(data: MemoryDatabase, code: str) -> None:
    """Have an own daily of a group scored anew."""
    its = data.events[code]
    if its.group and its.kind == "group_daily":
        _renew(data, [(its.group, OWN_DAILY, its.label)])


def renew_of_games(data: MemoryDatabase, games: Collection[str]) -> None:
    """Have the own dailies of groups scored anew whose games these are."""
    for code, each in data.events.items():
        if any(entry.game in games for entry in each.entries):
            renew_of_event(data, code)


def renew_of_member(data: MemoryDatabase, group: str, player: str) -> None:
    """Have the dailies of a group scored anew that a player has played who comes or goes."""
    own = [code for code, each in data.events.items() if each.group == group and each.entry(player)]
    for code in own:
        renew_of_event(data, code)
    _renew(data, [(group, daily.variant, daily.date) for daily, who in data.attempts if who == player])


def renew_of_players(data: MemoryDatabase, daily: DailyKey, players: Collection[str]) -> None:
    """Have one of the world's dailies scored anew in all groups of these players."""
    members = data.group_members.values()
    groups = {each.group for each in members if each.player in players and each.is_member}
    _renew(data, [(group, daily.variant, daily.date) for group in sorted(groups)])
