"""The part of the store in memory for puzzles."""

from collections.abc import Sequence
from dataclasses import replace

from gaprace.ports import PuzzlePlayer, PuzzleTry, StoredMistake, StoredPuzzle, TryEnd
from tests.memory_store.database import MemoryDatabase


class MemoryPuzzles:
    """Implements `PuzzleStore`."""

    async def _reach(self) -> MemoryDatabase:
        raise NotImplementedError

    # Puzzles

    async def add_puzzle(self, puzzle: StoredPuzzle) -> str:
        puzzles = (await self._reach()).puzzles
        known = next((each for each in puzzles.values() if each.board == puzzle.board), puzzle)
        return puzzles.setdefault(known.id, known).id

    async def puzzle(self, puzzle_id: str) -> StoredPuzzle | None:
        return (await self._reach()).puzzles.get(puzzle_id)

    async def puzzles_ready(self) -> dict[int, int]:
        untried = [each.columns for each in (await self._reach()).puzzles.values() if not each.tries]
        return {columns: untried.count(columns) for columns in untried}

    async def next_puzzle(self, player: str, rating: float) -> StoredPuzzle | None:
        data = await self._reach()
        known = {puzzle for owner, puzzle in (*data.puzzle_tries, *data.puzzle_mistakes) if owner == player}
        return _nearest(data, rating, {each for each in data.puzzles if each not in known})

    async def puzzle_of_day(self, date: str) -> str | None:
        return (await self._reach()).puzzle_days.get(date)

    async def choose_puzzle_of_day(self, date: str, rating: float) -> str | None:
        data = await self._reach()
        found = _nearest(data, rating, {each.id for each in data.puzzles.values() if not each.tries})
        return data.puzzle_days.setdefault(date, found.id) if found else data.puzzle_days.get(date)

    # Tries

    async def puzzle_player(self, player: str) -> PuzzlePlayer | None:
        return (await self._reach()).puzzle_players.get(player)

    async def begin_puzzle_try(self, attempt: PuzzleTry) -> PuzzleTry:
        data = await self._reach()
        _begin(data, attempt)
        return data.puzzle_tries[attempt.player, attempt.puzzle]

    async def puzzle_try(self, player: str, puzzle: str) -> PuzzleTry | None:
        return (await self._reach()).puzzle_tries.get((player, puzzle))

    async def open_puzzle_try(self, player: str) -> PuzzleTry | None:
        tries = await self.puzzle_tries(player)
        return next((each for each in tries if each.state == "open" and each.kind == "next"), None)

    async def save_puzzle_try(self, known: PuzzleTry, changed: PuzzleTry, end: TryEnd | None = None) -> bool:
        data = await self._reach()
        stored = data.puzzle_tries[known.player, known.puzzle]
        if (stored.found, stored.state) != (known.found, known.state):
            return False
        if end and not _save_end(data, end):
            return False
        _replace_try(data, known, changed)
        return True

    async def puzzle_tries(self, player: str) -> list[PuzzleTry]:
        tries = [each for each in (await self._reach()).puzzle_tries.values() if each.player == player]
        return sorted(tries, key=lambda each: (each.begun_at, each.puzzle))

    # Mistakes

    async def ask_mistakes(self, player: str, at: int) -> None:
        players = (await self._reach()).puzzle_players
        players[player] = replace(players.get(player, PuzzlePlayer(player)), asked_at=at)

    async def claim_mistakes(self, now: int, until: int) -> PuzzlePlayer | None:
        data = await self._reach()
        waiting = [
            (each.asked_at, each.player)
            for each in data.puzzle_players.values()
            if each.asked_at is not None and data.puzzle_claims.get(each.player, -1) < now
        ]
        if not waiting:
            return None
        player = min(waiting)[1]
        data.puzzle_claims[player] = until
        return data.puzzle_players[player]

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

    async def end_mistakes(self, known: PuzzlePlayer) -> None:
        data = await self._reach()
        stored = data.puzzle_players[known.player]
        if stored.asked_at == known.asked_at:
            data.puzzle_players[known.player] = replace(stored, asked_at=None)
        data.puzzle_claims.pop(known.player, None)

    async def mistakes(self, player: str, limit: int) -> list[StoredMistake]:
        found = [each for each in (await self._reach()).puzzle_mistakes.values() if each.player == player]
        return sorted(found, key=lambda each: (-each.at, each.puzzle))[:limit]

    async def is_mistake(self, player: str, puzzle: str) -> bool:
        return (player, puzzle) in (await self._reach()).puzzle_mistakes


def forget_puzzle_players(data: MemoryDatabase, gone: Sequence[str]) -> None:
    """Delete what is kept of players who are deleted."""
    data.puzzle_players = {key: each for key, each in data.puzzle_players.items() if key not in gone}
    data.puzzle_tries = {key: each for key, each in data.puzzle_tries.items() if each.player not in gone}
    data.puzzle_mistakes = {key: each for key, each in data.puzzle_mistakes.items() if each.player not in gone}


def _begin(data: MemoryDatabase, attempt: PuzzleTry) -> None:
    key = attempt.player, attempt.puzzle
    if key not in data.puzzle_tries:
        data.puzzle_tries[key] = attempt
        puzzle = data.puzzles[attempt.puzzle]
        data.puzzles[puzzle.id] = replace(puzzle, tries=puzzle.tries + 1)


def _replace_try(data: MemoryDatabase, known: PuzzleTry, changed: PuzzleTry) -> None:
    data.puzzle_tries[known.player, known.puzzle] = changed
    if changed.state == "solved":
        puzzle = data.puzzles[known.puzzle]
        data.puzzles[puzzle.id] = replace(puzzle, solved=puzzle.solved + 1)


def _save_end(data: MemoryDatabase, end: TryEnd) -> bool:
    player, puzzle = end.player.player, data.puzzles[end.puzzle.id]
    stored = data.puzzle_players.get(player, PuzzlePlayer(player))
    learns = end.puzzle_rating != end.puzzle.rating
    if stored.tries != end.player.tries or (learns and puzzle.lessons != end.puzzle.lessons):
        return False
    after = end.player_after
    data.puzzle_players[player] = replace(stored, rating=after.rating, tries=after.tries, solved=after.solved)
    if learns:
        data.puzzles[puzzle.id] = replace(puzzle, rating=end.puzzle_rating, lessons=puzzle.lessons + 1)
    return True


def _nearest(data: MemoryDatabase, rating: float, ids: set[str]) -> StoredPuzzle | None:
    free = [data.puzzles[each] for each in ids - {*data.puzzle_days.values()}]
    return min(
        free,
        key=lambda each: (abs(each.rating.rating - rating), each.rating.rating < rating, each.id),
        default=None,
    )
