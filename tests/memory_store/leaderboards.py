"""The part of the store in memory for dailies, leaderboards (ranks by counting) and ratings (by the same model)."""

from collections.abc import Sequence

from gaprace.play.leaderboards import ALL_TIME, DailyGame, Leaderboard, Place, daily_places, rating_key
from gaprace.play.rating import MIN_RATED_GAMES, Rating, after_race
from gaprace.ports import (
    AttemptTaken,
    Cursor,
    DailyKey,
    RatingAfter,
    Slice,
    StoredAttempt,
    StoredDaily,
    StoredPage,
    StoredPlace,
    StoredRace,
)
from gaprace.rules.ranking import Outcome, race_rank_of
from tests.memory_store.database import MemoryDatabase

_GAME = ("won", "score", "locked", "time_ms", "moves", "shuffles")


class MemoryBoards:
    """Implements `DailyStore` and `BoardStore`."""

    async def _reach(self) -> MemoryDatabase:
        raise NotImplementedError

    # Dailies

    async def add_daily(self, daily: StoredDaily) -> StoredDaily:
        return (await self._reach()).dailies.setdefault(daily.key, daily)

    async def dailies(self, first: str, last: str) -> list[StoredDaily]:
        dailies = (await self._reach()).dailies
        return [dailies[key] for key in sorted(dailies) if first <= key.date <= last]

    async def attempt(self, daily: DailyKey, player: str) -> StoredAttempt | None:
        data = await self._reach()
        game = data.attempts.get((daily, player))
        if game is None:
            return None
        room = data.races[data.race_of[game]].room
        return StoredAttempt(daily, game, room, data.game(game).result is not None)

    # Boards

    async def board_page(self, board: str, part: Slice, me: str | None = None) -> StoredPage:
        data = await self._reach()
        rows = stored_rows(data, board)
        places = [Cursor(row.key, row.player) for row in rows]
        mine = next((row for row in rows if row.player == me), None)
        first, last = _range(places, part, Cursor(mine.key, mine.player) if mine else None)
        shown = rows[first:last]
        return StoredPage(
            size=len(rows),
            rows=tuple(shown),
            has_before=bool(shown) and shown[0] is not rows[0],
            has_after=bool(shown) and shown[-1] is not rows[-1],
            mine=mine,
        )

    async def board_sizes(self, boards: Sequence[str]) -> dict[str, int]:
        places = (await self._reach()).places
        return {board: len(places.get(board, ())) for board in boards}

    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        return daily_games(await self._reach(), player, variant)

    async def ratings(self, player: str) -> dict[str, Rating]:
        ratings = (await self._reach()).ratings
        return {variant: rating for (each, variant), rating in sorted(ratings.items()) if each == player}

    async def rating_history(self, player: str, variant: str, most: int) -> list[RatingAfter]:
        return (await self._reach()).rating_changes.get((player, variant), [])[-most:]


def _range(places: list[Cursor], part: Slice, mine: Cursor | None) -> tuple[int, int]:
    if part.around and mine:
        first = max(0, places.index(mine) - part.limit // 2)
        return first, first + part.limit
    if part.before:
        end = sum(place < part.before for place in places)
        return max(0, end - part.limit), end
    first = sum(place <= part.after for place in places) if part.after else 0
    return first, first + part.limit


def stored_rows(data: MemoryDatabase, board: str) -> list[StoredPlace]:
    """All rows of a board, ranked by counting."""
    places = data.places.get(board, {})
    keys = [place.key for place in places.values()]
    kind, _, variant = board.split("/")
    ordered = sorted(places.items(), key=lambda item: (item[1].key, item[0]))
    return [
        StoredPlace(
            rank=1 + sum(key < place.key for key in keys),
            player=player,
            name=data.players[player].name,
            key=place.key,
            game=place.game,
            rating=data.ratings[player, variant] if kind == "rating" else None,
            **{name: getattr(data.game(place.game).result, name) for name in _GAME},
        )
        for player, place in ordered
    ]


def daily_games(data: MemoryDatabase, player: str, variant: str) -> list[DailyGame]:
    games = [
        (daily.date, data.game(game))
        for (daily, who), game in sorted(data.attempts.items())
        if who == player and daily.variant == variant
    ]
    return [
        DailyGame(date, game.id, _outcome(game.result))
        for date, game in games
        if game.ranked and game.result is not None
    ]


def _outcome(result: object) -> Outcome:
    return Outcome(*(getattr(result, name) for name in Outcome._fields))


# Changes, with what they follow from


def claim_attempts(data: MemoryDatabase, race: StoredRace) -> None:
    """Note the ranked games of a race on a daily, or refuse all of it."""
    keys = {(race.daily, game.player): game.id for game in race.games if race.daily and game.ranked}
    if keys.keys() & data.attempts.keys():
        raise AttemptTaken
    data.attempts.update(keys)


def place_daily_game(data: MemoryDatabase, game_id: str) -> None:
    """Return a player the places that follow from a game that has just ended."""
    found = next((key for key, game in data.attempts.items() if game == game_id), None)
    if found is None or not data.game(game_id).ranked:
        return
    daily, player = found
    places = daily_places(daily.variant, daily_games(data, player, daily.variant), daily.date)
    for board, place in places.items():
        rows = data.places.setdefault(board.text, {})
        if player not in rows or place.key < rows[player].key:
            rows[player] = place


def rate_race(data: MemoryDatabase, race: StoredRace, ended_at: int) -> None:
    """Change the ratings of those who raced each other in ranked games."""
    raced = [game for game in race.games if game.ranked and game.result]
    if len(raced) < MIN_RATED_GAMES:
        return
    variant = race.deal.variant.name
    ranks = [race_rank_of(_outcome(game.result)) for game in raced]
    before = [data.ratings.get((game.player, variant), Rating()) for game in raced]
    after = after_race(before, [1 + sum(rank < mine for rank in ranks) for mine in ranks])
    for game, rating in zip(raced, after, strict=True):
        key = (game.player, variant)
        data.ratings[key] = rating
        data.rating_changes.setdefault(key, []).append(RatingAfter(ended_at, race.id, rating))
        rows = data.places.setdefault(Leaderboard("rating", ALL_TIME, variant).text, {})
        rows[game.player] = Place(rating_key(rating.value), game.id)
