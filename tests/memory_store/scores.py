"""The part of the store in memory for the scores of closed dailies."""

from collections.abc import Sequence
from dataclasses import replace

from gaprace.play.events.daily_scores import DailyScore, EnteredGame, KnownStrength, OwnScore
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.events.strength import Estimate
from gaprace.ports import DailyKey, StoredClosing, StoredField
from gaprace.rules.results import is_played
from tests.memory_store.database import MemoryClosing, MemoryDatabase, MemoryRepository, MemorySteps
from tests.memory_store.group_scores import renew_of_players
from tests.plain import plain


class MemoryScores(MemoryRepository):
    """Implements `ScoreStore`."""

    async def add_closings(self, last: str) -> None:
        data = await self._reach()
        for key in sorted(data.dailies):
            if key.date <= last:
                data.closings.setdefault(key, MemoryClosing(StoredClosing(key, 0, "")))

    async def claim_closing(self, now: int, until: int) -> StoredClosing | None:
        closings = (await self._reach()).closings
        waiting = [key for key in sorted(closings) if not closings[key].is_done]
        first = [key for key in waiting if not any(key > each and key.variant == each.variant for each in waiting)]
        free = [key for key in first if closings[key].owned_until < now]
        if not free:
            return None
        closings[free[0]] = replace(closings[free[0]], owned_until=until)
        return closings[free[0]].stored

    async def field_page(self, daily: DailyKey, after: str, limit: int) -> list[EnteredGame]:
        data = await self._reach()
        flagged = {game for game, each in data.examinations.items() if each.stored.is_flagged}
        games = sorted((player, data.game(game)) for (of, player), game in data.attempts.items() if of == daily)
        field = [
            EnteredGame(player, game.id, plain(game.result), _last(data, player, daily))
            for player, game in games
            if game.ranked and game.result and is_played(game.result) and game.id not in flagged
        ]
        return [each for each in field if each.player > after][:limit]

    async def fields(self, keys: Sequence[DailyKey]) -> dict[DailyKey, StoredField]:
        closings = (await self._reach()).closings
        found = {key: closings[key].field for key in keys if key in closings}
        return {key: field for key, field in found.items() if field and field.games}

    async def daily_scores(self, daily: DailyKey, players: Sequence[str]) -> dict[str, DailyScore]:
        scores = (await self._reach()).daily_scores
        return {player: scores[daily, player] for player in players if (daily, player) in scores}

    async def form(self, player: str, limit: int) -> dict[DailyKey, DailyScore]:
        scores = (await self._reach()).daily_scores
        own = {daily: score for (daily, who), score in sorted(scores.items()) if who == player}
        last = {variant: [each for each in own if each.variant == variant][-limit:] for _, variant in own}
        return {daily: score for daily, score in own.items() if daily in last[daily.variant]}


def _last(data: MemoryDatabase, player: str, daily: DailyKey) -> KnownStrength | None:
    scores = [
        (key, score)
        for (key, who), score in sorted(data.daily_scores.items())
        if who == player and key.variant == daily.variant and key.date < daily.date
    ]
    return KnownStrength(scores[-1][0].date, Estimate(scores[-1][1].strength, scores[-1][1].error)) if scores else None


class MemoryScoreSteps(MemorySteps):
    """The steps of a transaction for scores, and the removal of players from a leaderboard."""

    async def reopen_closings(self, variant: str, since: str) -> None:
        for key, closing in self._data.closings.items():
            if key.variant == variant and key.date >= since:
                anew = replace(closing.stored, version=closing.stored.version + 1, cursor="")
                self._data.closings[key] = MemoryClosing(anew, field=closing.field)

    async def lock_closing(self, closing: StoredClosing) -> bool:
        found = self._data.closings.get(closing.daily)
        return found is not None and found.stored == closing and not found.is_done

    async def save_scores(self, closing: StoredClosing, scores: Sequence[DailyScore], last: str | None) -> set[str]:
        its = {
            player: each.score for (daily, player), each in self._data.daily_scores.items() if daily == closing.daily
        }
        stored = {player for player in its if closing.cursor < player and (last is None or player <= last)}
        gone = stored - {each.player for each in scores}
        changed = gone.union(each.player for each in scores if its.get(each.player) != each.score)
        for player in gone:
            del self._data.daily_scores[closing.daily, player]
        self._data.daily_scores |= {(closing.daily, each.player): each for each in scores}
        renew_of_players(self._data, closing.daily, changed)
        return gone

    async def own_scores(
        self, players: Sequence[str], variant: str, first: str, last: str
    ) -> dict[str, list[OwnScore]]:
        found: dict[str, list[OwnScore]] = {}
        for (daily, player), score in sorted(self._data.daily_scores.items()):
            if player in players and daily.variant == variant and first <= daily.date <= last:
                found.setdefault(player, []).append(OwnScore(daily.date, score.score, score.game))
        return found

    async def move_closing(self, closing: StoredClosing, cursor: str, owned_until: int) -> None:
        found = self._data.closings[closing.daily]
        moved = replace(closing, cursor=cursor)
        self._data.closings[closing.daily] = replace(found, stored=moved, owned_until=owned_until)

    async def end_closing(self, closing: StoredClosing, field: StoredField) -> None:
        self._data.closings[closing.daily] = MemoryClosing(closing, field=field, is_done=True)

    async def remove_players(self, leaderboard: Leaderboard, players: Sequence[str]) -> None:
        removed = {(leaderboard, player) for player in players}
        self._data.places = {key: place for key, place in self._data.places.items() if key not in removed}
