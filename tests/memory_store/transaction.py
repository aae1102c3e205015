"""Units of work in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gaprace.play.events.leaderboards import DailyGame, EarnedPlace, Place
from gaprace.play.people.rating import Rating
from gaprace.ports import DailyKey, StoredGame, StoredRace, StoredResult, StoredRoom
from gaprace.wire.http import RatingPoint
from tests.memory_store.arenas import MemoryArenaSteps
from tests.memory_store.database import MemoryDatabase
from tests.memory_store.events import MemoryEventSteps, sealed_race
from tests.memory_store.examinations import MemoryExaminationSteps
from tests.memory_store.groups import MemoryGroupSteps
from tests.memory_store.leaderboards import daily_games
from tests.memory_store.moderation import MemoryModerationSteps
from tests.memory_store.outbox import MemoryOutboxSteps
from tests.memory_store.scores import MemoryScoreSteps
from tests.memory_store.series import MemorySeriesSteps
from tests.memory_store.sessions import MemorySessionSteps
from tests.memory_store.webhooks import MemoryWebhookSteps


class MemoryTransaction(
    MemoryExaminationSteps,
    MemoryModerationSteps,
    MemoryGroupSteps,
    MemoryEventSteps,
    MemoryArenaSteps,
    MemoryScoreSteps,
    MemorySeriesSteps,
    MemorySessionSteps,
    MemoryWebhookSteps,
    MemoryOutboxSteps,
):
    """Implements `ports.Transaction`. It never lets others run, so it needs no locks."""

    def __init__(self, data: MemoryDatabase) -> None:
        super().__init__(data)
        self._before = data.copied()

    async def rollback(self) -> None:
        self._data.put_back(self._before)

    async def save_room(self, room: StoredRoom) -> bool:
        return self._data.save_room(room)

    async def add_race(self, race: StoredRace) -> None:
        data = self._data
        games = [game.id for game in race.games]
        players = {game.player for game in race.games}
        is_new = race.id not in data.races and len({*games} - {*data.race_of}) == len(games)
        numbers = [(other.room, other.number) for other in data.races.values()]
        if not is_new or (race.room, race.number) in numbers or len(players & {*data.players}) < len(games):
            raise ValueError(f"Race {race.id} contradicts what is stored.")
        data.races[race.id] = race
        data.race_of.update(dict.fromkeys(games, race.id))
        data.actions.update({game: {} for game in games})

    async def end_race(self, room: str, race_id: str, ended_at: int) -> StoredRace | None:
        race = self._data.races.get(race_id)
        if not race or race.room != room or race.ended_at is not None:
            return None
        self._data.races[race_id] = replace(race, ended_at=ended_at)
        return sealed_race(self._data, self._data.races[race_id])

    async def forget_race(self, race: StoredRace) -> None:
        del self._data.races[race.id]
        for game in race.games:
            del self._data.race_of[game.id]

    async def end_game(self, game_id: str, n: int, result: StoredResult) -> bool:
        stored = self._data.actions.get(game_id)
        if stored is None or max(stored, default=0) != n:
            return False
        del self._data.actions[game_id]
        self._data.change_game(replace(self._data.game(game_id), result=result))
        return True

    async def save_standing(self, changed: Sequence[StoredGame]) -> None:
        for game in changed:
            stored = self._data.game(game.id)
            self._data.change_game(replace(stored, ranked=game.ranked, kin=game.kin))

    async def attempt_of(self, game_id: str) -> tuple[DailyKey, str] | None:
        if not self._data.game(game_id).ranked:
            return None
        return next((key for key, game in self._data.attempts.items() if game == game_id), None)

    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        games = daily_games(self._data, player, variant)
        flagged = {game for game, each in self._data.examinations.items() if each.stored.is_flagged}
        return [each for each in games if each.game not in flagged]

    async def lock_ratings(self, players: Sequence[str], variant: str) -> dict[str, Rating]:
        return {player: self._data.ratings.get((player, variant), Rating()) for player in players}

    async def last_races(self, players: Sequence[str], variant: str, limit: int) -> dict[str, set[str]]:
        changes = [(player, race) for player, each, race in self._data.rating_changes if each == variant]
        races = {player: [race for other, race in changes if other == player] for player in players}
        return {player: {*last[-limit:]} for player, last in races.items() if last}

    async def save_ratings(self, race: StoredRace, ratings: Mapping[str, Rating]) -> None:
        assert race.ended_at is not None
        variant = race.deal.variant.name
        for player, rating in ratings.items():
            self._data.ratings[player, variant] = rating
            self._data.rating_changes[player, variant, race.id] = RatingPoint(
                race.ended_at, rating.value, rating.shown_sigma
            )
            self._data.histories[player, variant, race.id] = rating

    async def save_program_ratings(self, variant: str, ratings: Mapping[str, Rating]) -> None:
        self._data.ratings |= {(player, variant): rating for player, rating in ratings.items()}

    async def save_places(self, places: Sequence[EarnedPlace]) -> None:
        self._data.places |= {(each.leaderboard, each.player): Place(each.key, each.game) for each in places}
