"""The part of the store in memory for examinations."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.ports import EarlierGame, FlaggedGame, StoredExamination, StoredGame
from gaprace.rules.deal import Deal
from gaprace.rules.results import is_played
from tests.memory_store.database import MemoryDatabase, MemoryExamination, MemoryRepository, MemorySteps
from tests.plain import plain


class MemoryExaminations(MemoryRepository):
    """Implements `ExaminationStore`."""

    async def examination(self, game: str) -> StoredExamination | None:
        found = (await self._reach()).examinations.get(game)
        return found.stored if found else None

    async def claim_examination(self, now: int, until: int) -> StoredExamination | None:
        examinations = (await self._reach()).examinations.values()
        free = [each for each in examinations if not each.stored.is_done and each.owned_until < now]
        if not free:
            return None
        first = min(free, key=lambda each: (each.asked_at, each.stored.game))
        first.owned_until = until
        return first.stored

    async def flagged_games(self, leaderboard: Leaderboard, limit: int) -> list[FlaggedGame]:
        data = await self._reach()
        flagged = [each for each in data.examinations.values() if each.stored.is_flagged]
        of_board = [each for each in flagged if each.stored.leaderboard == leaderboard]
        ordered = sorted(of_board, key=lambda each: (-each.asked_at, each.stored.game))[:limit]
        return [_flagged(data, each.stored) for each in ordered]

    async def noted_examinations(self, limit: int) -> list[StoredExamination]:
        data = await self._reach()
        noted = [each for each in data.examinations.values() if each.stored.is_noted]
        valid = [each for each in noted if data.game(each.stored.game).voided_by is None]
        ordered = sorted(valid, key=lambda each: (each.asked_at, each.stored.game))
        return [each.stored for each in ordered[:limit]]

    async def scouts(self, event: str, player: str, before: int) -> int:
        data = await self._reach()
        networks = {each: _networks(data, each) for each in data.players}
        found = data.events[event].entries
        looked = [each for each in found if each.player != player and each.at < before and each.game]
        return sum(
            not (networks[each.player].isdisjoint(networks[player]) or _has_moved(data, each.player, each.game or ""))
            for each in looked
        )

    async def earlier_games(
        self, leaderboard: Leaderboard, deal: Deal, player: str, before: int, limit: int
    ) -> Sequence[EarlierGame]:
        data = await self._reach()
        games = [(game, game.result) for race in data.races.values() if race.deal == deal for game in race.games]
        ended = [(game, result) for game, result in games if result and is_played(result)]
        if leaderboard.kind == "daily":
            places = sorted((place, who) for (of, who), place in data.places.items() if of == leaderboard)[:limit]
            leaders = {place.game for place, _ in places}
            ended = [(game, result) for game, result in ended if game.id in leaders]
        others = [(game, result) for game, result in ended if result.ended_at < before and game.player != player]
        best = sorted(others, key=lambda each: (-each[1].score, each[0].id))[:limit]
        return [EarlierGame(game.id, result.transcript) for game, result in best]


def _networks(data: MemoryDatabase, player: str) -> set[str]:
    return {each.network for each in data.sessions.values() if each.player == player and each.network}


def _has_moved(data: MemoryDatabase, player: str, game: str) -> bool:
    games = [each for race in data.races.values() for each in race.games if each.player == player]
    actions = data.actions.get(game, {}).values()
    return any(each.result and is_played(each.result) for each in games) or any("@" in each.action for each in actions)


def _flagged(data: MemoryDatabase, stored: StoredExamination) -> FlaggedGame:
    game = data.game(stored.game)
    name = data.players[game.player].name
    return FlaggedGame(game.id, game.player, name, stored.flags, plain(game.result), game.result.ended_at)


def plain_end(game: StoredGame) -> int:
    return game.result.ended_at


class MemoryExaminationSteps(MemorySteps):
    """The steps of a transaction for examinations, and the removal of places."""

    async def ask_examinations(self, asked: Mapping[str, Leaderboard], at: int) -> None:
        for game, leaderboard in asked.items():
            self._data.examinations.setdefault(game, MemoryExamination(StoredExamination(game, leaderboard), at))

    async def save_examination(self, game: str, flags: bytes, *, noted: bool) -> bool:
        found = self._data.examinations.get(game)
        if found is None or found.stored.is_done:
            return False
        stored = replace(found.stored, flags=flags, is_noted=noted, is_done=True)
        self._data.examinations[game] = replace(found, stored=stored)
        return True

    async def last_examinations(self, player: str, limit: int) -> list[StoredExamination]:
        done = [each.stored for each in self._data.examinations.values() if each.stored.is_done]
        games = [(self._data.game(each.game), each) for each in done]
        theirs = [(plain_end(game), game.id, each) for game, each in games if game.player == player]
        return [each for *_, each in sorted(theirs, key=lambda each: each[:2], reverse=True)[:limit]]

    async def leave_out(self, of: Sequence[str]) -> None:
        for game in of:
            found = self._data.examinations[game]
            stored = replace(found.stored, is_flagged=found.stored.is_noted)
            self._data.examinations[game] = replace(found, stored=stored)

    async def clear_examination(self, game: str, by: str, at: int) -> bool:
        found = self._data.examinations.get(game)
        if found is None or not found.stored.is_noted:
            return False
        stored = replace(found.stored, is_noted=False, is_flagged=False, cleared_by=by, cleared_at=at)
        self._data.examinations[game] = replace(found, stored=stored)
        return True

    async def flagged_players(self, leaderboard: Leaderboard, players: Sequence[str]) -> set[str]:
        flagged = [each.stored for each in self._data.examinations.values() if each.stored.is_flagged]
        games = [self._data.game(each.game) for each in flagged if each.leaderboard == leaderboard]
        return {game.player for game in games} & {*players}

    async def remove_places(self, player: str, leaderboards: Sequence[Leaderboard]) -> None:
        removed = {(leaderboard, player) for leaderboard in leaderboards}
        self._data.places = {key: place for key, place in self._data.places.items() if key not in removed}
