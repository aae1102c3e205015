"""The part of the store in memory for puzzles."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from gaprace.ports import MistakeSearch, PuzzleTry, StoredMistake, StoredPuzzle
from tests.memory_store.database import MemoryPart


class MemoryPuzzles(MemoryPart):
    """Implements `PuzzleStore`."""

    # Puzzles

    def add_puzzle(self, puzzle: StoredPuzzle) -> str:
        known = [*self.database.puzzles.where(board=puzzle.board), puzzle][0]
        return self.database.puzzles.setdefault(known.id, known).id

    def puzzle(self, puzzle_id: str) -> StoredPuzzle | None:
        found = self.database.puzzles.get(puzzle_id)
        return found and replace(found, date=self.database.puzzle_dates.get(puzzle_id))

    def puzzles_ready(self) -> dict[int, int]:
        return dict(Counter(each.columns for each in self.database.puzzles.where(tries=0)))

    def next_puzzle(self, player: str | None) -> StoredPuzzle | None:
        data = self.database
        ended = {each.puzzle for each in data.puzzle_tries.where(player=player) if each.state != "open"}
        own = {puzzle for owner, puzzle in data.puzzle_mistakes if owner == player}
        return self._oldest({*data.puzzles} - ended - own)

    def choose_puzzle_of_day(self, date: str) -> str | None:
        found = self._oldest({each.id for each in self.database.puzzles.where(tries=0)})
        if found and not self.puzzle_of_day(date):
            self.database.puzzle_dates[found.id] = date
        return self.puzzle_of_day(date)

    def puzzle_of_day(self, date: str) -> str | None:
        return next((puzzle for puzzle, of in self.database.puzzle_dates.items() if of == date), None)

    def _oldest(self, ids: set[str]) -> StoredPuzzle | None:
        free = [self.database.puzzles[each] for each in ids - self.database.puzzle_dates.keys()]
        return min(free, key=lambda each: (each.made_at, each.id), default=None)

    # Tries

    def begin_puzzle_try(self, attempt: PuzzleTry) -> PuzzleTry:
        key, puzzles = (attempt.player, attempt.puzzle), self.database.puzzles
        if key not in self.database.puzzle_tries:
            puzzles.change(attempt.puzzle, tries=puzzles[attempt.puzzle].tries + 1)
        return self.database.puzzle_tries.setdefault(key, attempt)

    def puzzle_try(self, player: str, puzzle: str) -> PuzzleTry | None:
        return self.database.puzzle_tries.get((player, puzzle))

    def save_puzzle_try(self, known: PuzzleTry, changed: PuzzleTry) -> bool:
        tries, key = self.database.puzzle_tries, (known.player, known.puzzle)
        if tries[key] != known:
            return False
        tries[key] = changed
        return True

    def puzzle_tries(self, player: str) -> list[PuzzleTry]:
        return sorted(self.database.puzzle_tries.where(player=player), key=lambda each: (each.begun_at, each.puzzle))

    # Mistakes

    def ask_mistakes(self, player: str, at: int) -> None:
        self.database.mistake_searches[player] = at

    def claim_mistakes(self, now: int, until: int) -> MistakeSearch | None:
        searches = self.database.mistake_searches
        claimed = self._claim("mistakes", sorted(searches, key=lambda player: (searches[player], player)), now, until)
        return MistakeSearch(claimed, searches[claimed]) if claimed else None

    def is_searching(self, player: str) -> bool:
        return player in self.database.mistake_searches

    def games_to_search(self, player: str, limit: int) -> list[str]:
        games = [(-result.ended_at, game.id) for game, _, result in self._ended_games(player) if result.moves]
        return [game for _, game in sorted(games)[:limit] if game not in self.database.puzzle_games]

    def add_mistakes(self, game: str, mistakes: Sequence[StoredMistake]) -> None:
        self.database.puzzle_games[game] = True
        for mistake in mistakes:
            self.database.puzzle_mistakes.setdefault((mistake.player, mistake.puzzle), mistake)

    def end_mistakes(self, known: MistakeSearch) -> None:
        self.database.mistake_searches.drop(lambda player, at: (player, at) == (known.player, known.asked_at))
        self.database.claims.pop(("mistakes", known.player), None)

    def mistakes(self, player: str, limit: int) -> list[StoredMistake]:
        return sorted(self.database.puzzle_mistakes.where(player=player), key=lambda each: (-each.at, each.puzzle))[
            :limit
        ]

    def is_mistake(self, player: str, puzzle: str) -> bool:
        return (player, puzzle) in self.database.puzzle_mistakes
