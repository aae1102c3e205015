"""The part of the store in memory for audiences."""

from collections.abc import Collection, Sequence

from gaprace.ports import StoredGuesser, StoredPrediction
from tests.memory_store.database import MemoryDatabase


class MemoryAudience:
    """Implements `AudienceStore`."""

    async def _reach(self) -> MemoryDatabase:
        raise NotImplementedError

    async def save_prediction(self, prediction: StoredPrediction) -> None:
        key = (prediction.room, prediction.number, prediction.player)
        (await self._reach()).predictions[key] = prediction

    async def prediction(self, room: str, number: int, player: str) -> StoredPrediction | None:
        return (await self._reach()).predictions.get((room, number, player))

    async def predictions_of(self, player: str) -> list[StoredPrediction]:
        found = [each for each in (await self._reach()).predictions.values() if each.player == player]
        return sorted(found, key=lambda each: (each.at, each.room, each.number))

    async def prediction_tally(self, room: str, number: int) -> dict[str, int]:
        data = await self._reach()
        picks = [each.pick for each in data.predictions.values() if (each.room, each.number) == (room, number)]
        return {pick: picks.count(pick) for pick in picks}

    async def guessers(self, room: str, limit: int) -> list[StoredGuesser]:
        data = await self._reach()
        earned: dict[str, list[int]] = {}
        for (in_room, _, player), points in data.prediction_points.items():
            if in_room == room and points:
                earned.setdefault(player, []).append(points)
        found = [StoredGuesser(each, data.players[each].name, sum(got), len(got)) for each, got in earned.items()]
        return sorted(found, key=lambda each: (-each.points, each.player))[:limit]

    async def set_spectator_muted(self, room: str, player: str, *, muted: bool) -> None:
        data = await self._reach()
        data.muted_spectators = data.muted_spectators - {(room, player)} | ({(room, player)} if muted else set())

    async def is_spectator_muted(self, room: str, player: str) -> bool:
        return (room, player) in (await self._reach()).muted_spectators


class MemoryAudienceSteps:
    """Implements the part of `Transaction` for audiences."""

    _data: MemoryDatabase

    async def settle_predictions(self, room: str, number: int, winners: Sequence[str]) -> None:
        races = [race for race in self._data.races.values() if (race.room, race.number) == (room, number)]
        players = {game.player for race in races for game in race.games}
        for key, each in self._data.predictions.items():
            if key[:2] == (room, number):
                is_right = each.pick in winners and each.player not in players
                self._data.prediction_points[key] = each.worth if is_right else 0


def forget_audience(data: MemoryDatabase, room: str) -> None:
    """Delete what is stored of the audience of a room that closes."""
    data.predictions = {key: each for key, each in data.predictions.items() if key[0] != room}
    data.prediction_points = {key: each for key, each in data.prediction_points.items() if key[0] != room}
    data.muted_spectators = {each for each in data.muted_spectators if each[0] != room}


def forget_spectators(data: MemoryDatabase, gone: Collection[str]) -> None:
    """Delete what is stored of players who are deleted."""
    data.predictions = {key: each for key, each in data.predictions.items() if key[2] not in gone}
    data.prediction_points = {key: each for key, each in data.prediction_points.items() if key[2] not in gone}
    data.muted_spectators = {each for each in data.muted_spectators if each[1] not in gone}
