"""The part of the store in memory for puzzles and storms."""

from collections.abc import Sequence
from dataclasses import replace

from gaprace.play.storm import Storm, best_storms
from gaprace.ports import PuzzlePlayer, PuzzleTry, StoredMistake, StoredPuzzle, StormBest, TryEnd
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

    # Storms

    async def add_storm(self, storm: Storm, served: PuzzleTry) -> bool:
        data = await self._reach()
        if await self.storm_on(storm.sequence, storm.player):
            return False
        data.storms[storm.id] = storm
        _begin(data, served)
        return _add_to_sequence(data, storm)

    async def storm(self, storm_id: str) -> Storm | None:
        return (await self._reach()).storms.get(storm_id)

    async def move_storm(
        self, known: Storm, changed: Storm, ended: PuzzleTry | None = None, served: PuzzleTry | None = None
    ) -> bool:
        data = await self._reach()
        is_tried = served is not None and (served.player, served.puzzle) in data.puzzle_tries
        stored = data.storms[known.id]
        if (stored.n, stored.flags, stored.voided_by) != (known.n, None, known.voided_by):
            return False
        if (is_tried and known.is_ranked) or (served and not _add_to_sequence(data, changed)):
            return False
        data.storms[known.id] = changed
        if ended and data.puzzle_tries[ended.player, ended.puzzle].state == "open":
            _replace_try(data, ended, ended)
        if served:
            _begin(data, served)
        return True

    async def end_storm(self, known: Storm, flags: str, best: StormBest | None) -> bool:
        data = await self._reach()
        if data.storms[known.id] != known:
            return False
        data.storms[known.id] = replace(known, flags=flags)
        for period in known.periods if best else ():
            _save_best(data, period, best)
        return True

    async def due_storms(self, now: int, limit: int) -> list[Storm]:
        storms = (await self._reach()).storms.values()
        return [each for each in storms if each.flags is None and (each.ends_at <= now or not each.puzzle)][:limit]

    async def storm_puzzles(self, sequence: str) -> list[str]:
        found = sorted(
            (key, puzzle) for key, puzzle in (await self._reach()).storm_puzzles.items() if key[0] == sequence
        )
        return [puzzle for _, puzzle in found]

    async def storms_on(self, sequence: str, limit: int) -> list[Storm]:
        storms = [each for each in (await self._reach()).storms.values() if each.sequence == sequence]
        return sorted(storms, key=lambda each: (-each.solved, each.failed, each.begun_at, each.id))[:limit]

    async def storm_on(self, sequence: str, player: str) -> Storm | None:
        return next((each for each in await self.storms_on(sequence, 10_000) if each.player == player), None)

    async def flagged_storms(self, limit: int) -> list[Storm]:
        storms = [each for each in (await self._reach()).storms.values() if each.rules and each.is_ranked]
        storms = [each for each in storms if each.voided_by is None]
        return sorted(storms, key=lambda each: (-each.begun_at, each.id))[:limit]

    async def storms_of(self, player: str) -> list[Storm]:
        storms = [each for each in (await self._reach()).storms.values() if each.player == player]
        return sorted(storms, key=lambda each: (each.begun_at, each.id))

    async def storm_bests(self, period: str, limit: int) -> list[StormBest]:
        return _bests(await self._reach(), period)[:limit]

    async def storm_place(self, period: str, player: str) -> tuple[int, StormBest] | None:
        bests = _bests(await self._reach(), period)
        mine = next((each for each in bests if each.player == player), None)
        if mine is None:
            return None
        return 1 + sum((-each.score, each.at) < (-mine.score, mine.at) for each in bests), mine


class MemoryStormSteps:
    """Implements the part of `Transaction` for storms."""

    _data: MemoryDatabase

    async def clear_storm(self, storm: str, by: str) -> None:
        self._change([each for each in self._data.storms.values() if each.id == storm and each.rules], cleared_by=by)

    async def void_storms(self, player: str, decision: str, storm: str | None = None) -> bool:
        valid = [each for each in self._data.storms.values() if each.player == player and each.voided_by is None]
        return self._change([each for each in valid if storm in {None, each.id}], voided_by=decision)

    async def restore_storms(self, decision: str) -> None:
        self._change([each for each in self._data.storms.values() if each.voided_by == decision], voided_by=None)

    def _change(self, storms: Sequence[Storm], **values: str | None) -> bool:
        for storm in storms:
            self._data.storms[storm.id] = replace(storm, **values)  # type: ignore[arg-type]
        for player in {each.player for each in storms}:
            self._count_anew(player)
        return bool(storms)

    def _count_anew(self, player: str) -> None:
        data = self._data
        data.storm_bests = {key: each for key, each in data.storm_bests.items() if each.player != player}
        if not data.players[player].program:
            theirs = [each for each in data.storms.values() if each.player == player]
            for period, storm in best_storms(theirs).items():
                data.storm_bests[period, player] = StormBest(player, storm.solved, storm.scored_at)


def forget_puzzle_players(data: MemoryDatabase, gone: Sequence[str]) -> None:
    """Delete what is kept of players who are deleted."""
    data.puzzle_players = {key: each for key, each in data.puzzle_players.items() if key not in gone}
    data.puzzle_tries = {key: each for key, each in data.puzzle_tries.items() if each.player not in gone}
    data.puzzle_mistakes = {key: each for key, each in data.puzzle_mistakes.items() if each.player not in gone}
    data.storms = {key: each for key, each in data.storms.items() if each.player not in gone}
    data.storm_bests = {key: each for key, each in data.storm_bests.items() if each.player not in gone}


def _begin(data: MemoryDatabase, attempt: PuzzleTry) -> None:
    key = attempt.player, attempt.puzzle
    if key not in data.puzzle_tries:
        data.puzzle_tries[key] = attempt
        puzzle = data.puzzles[attempt.puzzle]
        data.puzzles[puzzle.id] = replace(puzzle, tries=puzzle.tries + 1)


def _add_to_sequence(data: MemoryDatabase, storm: Storm) -> bool:
    return data.storm_puzzles.setdefault((storm.sequence, storm.position), storm.puzzle) == storm.puzzle


def _replace_try(data: MemoryDatabase, known: PuzzleTry, changed: PuzzleTry) -> None:
    data.puzzle_tries[known.player, known.puzzle] = changed
    if changed.state == "solved" and changed.kind != "storm":
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


def _save_best(data: MemoryDatabase, period: str, best: StormBest | None) -> None:
    if best:
        known = data.storm_bests.setdefault((period, best.player), best)
        data.storm_bests[period, best.player] = best if best.score > known.score else known


def _bests(data: MemoryDatabase, period: str) -> list[StormBest]:
    bests = [each for (its, _), each in data.storm_bests.items() if its == period]
    return sorted(bests, key=lambda each: (-each.score, each.at, each.player))


def _nearest(data: MemoryDatabase, rating: float, ids: set[str]) -> StoredPuzzle | None:
    free = [data.puzzles[each] for each in ids - {*data.puzzle_days.values()}]
    return min(
        free,
        key=lambda each: (abs(each.rating.rating - rating), each.rating.rating < rating, each.id),
        default=None,
    )
