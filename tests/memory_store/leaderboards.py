"""The part of the store in memory for dailies, leaderboards (ranks by counting) and ratings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gaprace.play.events.event import daily_event
from gaprace.play.events.leaderboards import OF_RATINGS, DailyGame, Leaderboard
from gaprace.play.people.rating import Rating
from gaprace.ports import (
    Cursor,
    DailyKey,
    DailySecret,
    PageRequest,
    StoredDaily,
    StoredPage,
    StoredPlace,
    StoredResult,
)
from gaprace.rules.results import is_played
from gaprace.wire.http import RatingPoint
from tests.memory_store.database import MemoryDatabase, MemoryRepository
from tests.plain import plain


class MemoryLeaderboards(MemoryRepository):
    """Implements `DailyStore`, `LeaderboardStore` and `RatingStore`."""

    # Dailies

    async def add_daily(self, daily: StoredDaily) -> StoredDaily:
        data = await self._reach()
        data.events.setdefault(daily.key.event, daily_event(*daily.key, daily.deal))
        return _with_band(data, data.dailies.setdefault(daily.key, daily))

    async def commit_dailies(self, secrets: Mapping[DailyKey, DailySecret]) -> None:
        known = (await self._reach()).daily_secrets
        for key, secret in secrets.items():
            known.setdefault(key, secret)

    async def daily_secrets(self, first: str, last: str) -> dict[DailyKey, DailySecret]:
        known = (await self._reach()).daily_secrets
        return {key: known[key] for key in sorted(known) if first <= key.date <= last}

    async def dailies(self, first: str, last: str) -> list[StoredDaily]:
        data = await self._reach()
        keys = [key for key in sorted(data.dailies) if first <= key.date <= last]
        return [_with_band(data, data.dailies[key]) for key in keys]

    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        games = daily_games(await self._reach(), player, variant)
        return [each for each in games if is_played(each.result)]

    # Leaderboards

    async def leaderboard_page(
        self, leaderboard: Leaderboard, request: PageRequest, me: str | None = None
    ) -> StoredPage:
        data = await self._reach()
        rows = stored_rows(data, leaderboard)
        positions = [Cursor(row.key, row.player) for row in rows]
        mine = next((row for row in rows if row.player == me), None)
        first, last = _range(positions, request, Cursor(mine.key, mine.player) if mine else None)
        shown = rows[first:last]
        return StoredPage(
            size=len(rows),
            rows=tuple(shown),
            has_before=bool(shown) and shown[0] is not rows[0],
            has_after=bool(shown) and shown[-1] is not rows[-1],
            mine=mine,
        )

    async def places_of(self, leaderboard: Leaderboard, players: Sequence[str], limit: int) -> list[StoredPlace]:
        rows = [row for row in stored_rows(await self._reach(), leaderboard) if row.player in players][:limit]
        return [replace(row, rank=1 + sum(other.key < row.key for other in rows)) for row in rows]

    async def leaderboard_sizes(self, leaderboards: Sequence[Leaderboard]) -> dict[Leaderboard, int]:
        sizes = Counter(leaderboard for leaderboard, _ in (await self._reach()).places)
        return {each: sizes[each] for each in leaderboards}

    # Ratings

    async def ratings(self, player: str) -> dict[str, Rating]:
        ratings = (await self._reach()).ratings
        return {variant: rating for (each, variant), rating in sorted(ratings.items()) if each == player}

    async def rating_history(self, player: str, variant: str, limit: int) -> list[RatingPoint]:
        changes = (await self._reach()).rating_changes
        own = [change for (*of, _), change in changes.items() if of == [player, variant]]
        return sorted(own, key=lambda change: change.at)[-limit:]


def _with_band(data: MemoryDatabase, daily: StoredDaily) -> StoredDaily:
    committed = data.daily_secrets.get(daily.key)
    return replace(daily, band=committed.band if committed else None)


def _range(positions: list[Cursor], request: PageRequest, mine: Cursor | None) -> tuple[int, int]:
    if request.around and mine:
        first = max(0, positions.index(mine) - request.limit // 2)
        return first, first + request.limit
    if request.before:
        end = sum(each < request.before for each in positions)
        return max(0, end - request.limit), end
    first = sum(each <= request.after for each in positions) if request.after else 0
    return first, first + request.limit


def stored_rows(data: MemoryDatabase, leaderboard: Leaderboard) -> list[StoredPlace]:
    """All rows of a leaderboard, ranked by counting."""
    places = [(*place, player) for (of, player), place in data.places.items() if of == leaderboard]
    keys = [key for key, *_ in places]
    return [
        StoredPlace(
            rank=1 + sum(other < key for other in keys),
            player=player,
            name=data.players[player].name,
            key=key,
            game=game,
            rating=data.ratings[player, leaderboard.variant] if leaderboard.kind in OF_RATINGS else None,
            result=plain(ended(data, game)),
            ended_at=ended(data, game).ended_at,
            flags=_flags(data, game),
        )
        for key, game, player in sorted(places, key=lambda place: (place[0], place[2]))
    ]


def _flags(data: MemoryDatabase, game: str) -> bytes | None:
    found = data.examinations.get(game)
    return found.stored.flags if found and found.stored.is_noted else None


def daily_games(data: MemoryDatabase, player: str, variant: str) -> list[DailyGame]:
    attempts = sorted(data.attempts.items())
    played = [
        (daily.date, data.game(game)) for (daily, by), game in attempts if (by, daily.variant) == (player, variant)
    ]
    ended = [(date, game.id, game.result) for date, game in played if game.ranked and game.result]
    return [DailyGame(date, game_id, plain(result)) for date, game_id, result in ended]


def ended(data: MemoryDatabase, game: str) -> StoredResult:
    """The result of a game that has ended."""
    result = data.game(game).result
    assert result is not None
    return result
