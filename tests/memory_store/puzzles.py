"""The part of the store in memory for puzzles."""

from collections.abc import Sequence
from dataclasses import replace

from gaprace.ports import MistakeSearch, PuzzleTry, StoredMistake, StoredPuzzle
from tests.memory_store.database import MemoryDatabase, MemoryRepository


class MemoryPuzzles(MemoryRepository):
    """Implements `PuzzleStore`."""

    # Puzzles

    async def add_puzzle(self, puzzle: StoredPuzzle) -> str:
        puzzles = (await self._reach()).puzzles
        known = next((each for each in puzzles.values() if each.board == puzzle.board), puzzle)
        return puzzles.setdefault(known.id, known).id

    async def puzzle(self, puzzle_id: str) -> StoredPuzzle | None:
        data = await self._reach()
        found = data.puzzles.get(puzzle_id)
        return found and replace(found, date=data.puzzle_dates.get(puzzle_id))

    async def puzzles_ready(self) -> dict[int, int]:
        untried = [each.columns for each in (await self._reach()).puzzles.values() if not each.tries]
        return {columns: untried.count(columns) for columns in untried}

    async def next_puzzle(self, player: str | None) -> StoredPuzzle | None:
        data = await self._reach()
        ended = {each.puzzle for each in data.puzzle_tries.values() if each.player == player and each.state != "open"}
        own = {puzzle for owner, puzzle in data.puzzle_mistakes if owner == player}
        return _oldest(data, {*data.puzzles} - ended - own)

    async def puzzle_of_day(self, date: str) -> str | None:
        return _of_day(await self._reach(), date)

    async def choose_puzzle_of_day(self, date: str) -> str | None:
        data = await self._reach()
        found = _oldest(data, {each.id for each in data.puzzles.values() if not each.tries})
        if found and not _of_day(data, date):
            data.puzzle_dates[found.id] = date
        return _of_day(data, date)

    # Tries

    async def begin_puzzle_try(self, attempt: PuzzleTry) -> PuzzleTry:
        data, key = await self._reach(), (attempt.player, attempt.puzzle)
        if key not in data.puzzle_tries:
            puzzle = data.puzzles[attempt.puzzle]
            data.puzzles[puzzle.id] = replace(puzzle, tries=puzzle.tries + 1)
        return data.puzzle_tries.setdefault(key, attempt)

    async def puzzle_try(self, player: str, puzzle: str) -> PuzzleTry | None:
        return (await self._reach()).puzzle_tries.get((player, puzzle))

    async def save_puzzle_try(self, known: PuzzleTry, changed: PuzzleTry) -> bool:
        tries, key = (await self._reach()).puzzle_tries, (known.player, known.puzzle)
        if tries[key] != known:
            return False
        tries[key] = changed
        return True

    async def puzzle_tries(self, player: str) -> list[PuzzleTry]:
        tries = [each for each in (await self._reach()).puzzle_tries.values() if each.player == player]
        return sorted(tries, key=lambda each: (each.begun_at, each.puzzle))

    # Mistakes

    async def ask_mistakes(self, player: str, at: int) -> None:
        (await self._reach()).mistake_searches[player] = at

    async def claim_mistakes(self, now: int, until: int) -> MistakeSearch | None:
        data = await self._reach()
        free = [
            (asked_at, player)
            for player, asked_at in data.mistake_searches.items()
            if data.puzzle_claims.get(player, -1) < now
        ]
        if not free:
            return None
        asked_at, player = min(free)
        data.puzzle_claims[player] = until
        return MistakeSearch(player, asked_at)

    async def is_searching(self, player: str) -> bool:
        return player in (await self._reach()).mistake_searches

    async def games_to_search(self, player: str, limit: int) -> list[str]:
        data = await self._reach()
        games = [
            (-game.result.ended_at, game.id)
            for race in data.races.values()
            for game in race.games
            if game.player == player and game.result and game.result.moves
        ]
        return [game for _, game in sorted(games)[:limit] if game not in data.puzzle_games]

    async def add_mistakes(self, game: str, mistakes: Sequence[StoredMistake]) -> None:
        data = await self._reach()
        data.puzzle_games.add(game)
        for mistake in mistakes:
            data.puzzle_mistakes.setdefault((mistake.player, mistake.puzzle), mistake)

    async def end_mistakes(self, known: MistakeSearch) -> None:
        data = await self._reach()
        if data.mistake_searches.get(known.player) == known.asked_at:
            del data.mistake_searches[known.player]
        data.puzzle_claims.pop(known.player, None)

    async def mistakes(self, player: str, limit: int) -> list[StoredMistake]:
        found = [each for each in (await self._reach()).puzzle_mistakes.values() if each.player == player]
        return sorted(found, key=lambda each: (-each.at, each.puzzle))[:limit]

    async def is_mistake(self, player: str, puzzle: str) -> bool:
        return (player, puzzle) in (await self._reach()).puzzle_mistakes


def forget_puzzle_players(data: MemoryDatabase, gone: Sequence[str]) -> None:
    """Delete what is kept of players who are deleted."""
    data.mistake_searches = {key: at for key, at in data.mistake_searches.items() if key not in gone}
    data.puzzle_tries = {key: each for key, each in data.puzzle_tries.items() if each.player not in gone}
    data.puzzle_mistakes = {key: each for key, each in data.puzzle_mistakes.items() if each.player not in gone}


def _of_day(data: MemoryDatabase, date: str) -> str | None:
    return next((puzzle for puzzle, of in data.puzzle_dates.items() if of == date), None)


def _oldest(data: MemoryDatabase, ids: set[str]) -> StoredPuzzle | None:
    free = [data.puzzles[each] for each in ids - data.puzzle_dates.keys()]
    return min(free, key=lambda each: (each.made_at, each.id), default=None)
