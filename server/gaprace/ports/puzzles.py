"""Stored puzzles: the puzzles, who has tried them, where players lost a win, and storms."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.glicko import NEWCOMER, Glicko
from gaprace.play.puzzles import TryKind, TryState
from gaprace.play.storm import Storm


@dataclass(frozen=True, slots=True)
class StoredPuzzle:
    """A puzzle. Its answer is in `line` and `proof`."""

    id: str
    columns: int
    board: str
    """The board as text. No two puzzles have the same."""
    line: str
    """The moves to find, joined by spaces."""
    proof: bytes
    """JSON of `play.puzzles.Proof`."""
    boards: int
    """The boards that prove it."""
    made_at: int
    rating: Glicko
    tries: int = 0
    """Of all players and kinds."""
    solved: int = 0
    """Without those in storms."""
    lessons: int = 0
    """How often its rating has changed."""


@dataclass(frozen=True, slots=True)
class PuzzlePlayer:
    """What is known of a player who tries puzzles."""

    player: str
    rating: Glicko = NEWCOMER
    tries: int = 0
    """Rated ones."""
    solved: int = 0
    asked_at: int | None = None
    """Since when the games are to be searched for mistakes; None if there is nothing to do."""


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """A player's one try of a puzzle that is remembered: the first."""

    player: str
    puzzle: str
    kind: TryKind
    begun_at: int
    found: str = ""
    """The moves that were found, as text."""
    wrong: str = ""
    """The move that lost, or `resign`."""
    state: TryState = "open"
    ended_at: int | None = None
    rating_after: float | None = None
    """The player's rating after a rated try."""
    change: float | None = None


class TryEnd(NamedTuple):
    """What a rated try changes, from what was read to what is stored."""

    player: PuzzlePlayer
    player_after: PuzzlePlayer
    puzzle: StoredPuzzle
    puzzle_rating: Glicko


class StoredMistake(NamedTuple):
    """Where a player lost a win, as a puzzle."""

    player: str
    puzzle: str
    game: str
    at: int
    """When the game ended."""
    played: str
    """The move that lost."""


class StormBest(NamedTuple):
    """The best storm of a player in a period."""

    player: str
    score: int
    at: int
    """When that score was reached."""


class PuzzleStore(Protocol):
    """The store of puzzles."""

    # Puzzles

    async def add_puzzle(self, puzzle: StoredPuzzle) -> str:
        """Add a puzzle, unless there is one with the same board; return the id of the one that is stored."""

    async def puzzle(self, puzzle_id: str) -> StoredPuzzle | None:
        """Return a puzzle."""

    async def puzzles_ready(self) -> dict[int, int]:
        """Return how many puzzles nobody has tried, by columns. Columns without any are left out."""

    async def next_puzzle(self, player: str, rating: float) -> StoredPuzzle | None:
        """Return the puzzle nearest to a rating that a player has not tried, from no own game and of no day."""

    async def puzzle_of_day(self, date: str) -> str | None:
        """Return the id of the puzzle of a date, if one is chosen."""

    async def choose_puzzle_of_day(self, date: str, rating: float) -> str | None:
        """Choose an untried puzzle near a rating for a date, unless one is chosen; return its id, None without any."""

    # Tries

    async def puzzle_player(self, player: str) -> PuzzlePlayer | None:
        """Return what is known of a player; None for one who has not tried any."""

    async def begin_puzzle_try(self, attempt: PuzzleTry) -> PuzzleTry:
        """Add a try, unless the player has one of this puzzle; return the one that is stored."""

    async def puzzle_try(self, player: str, puzzle: str) -> PuzzleTry | None:
        """Return a player's try of a puzzle."""

    async def open_puzzle_try(self, player: str) -> PuzzleTry | None:
        """Return the try of kind `next` that a player has begun and not ended."""

    async def save_puzzle_try(self, known: PuzzleTry, changed: PuzzleTry, end: TryEnd | None = None) -> bool:
        """Replace a try, and the ratings with its end; return False, and change nothing, if any has changed since."""

    async def puzzle_tries(self, player: str) -> list[PuzzleTry]:
        """Return all tries of a player, the earliest first."""

    # Mistakes

    async def ask_mistakes(self, player: str, at: int) -> None:
        """Have the games of a player searched for mistakes."""

    async def claim_mistakes(self, now: int, until: int) -> PuzzlePlayer | None:
        """Claim the player who has waited longest to be searched, until then."""

    async def games_to_search(self, player: str, limit: int) -> list[str]:
        """Return those of the last `limit` played games of a player that were not searched, the latest first."""

    async def add_mistakes(self, game: str, mistakes: Sequence[StoredMistake]) -> None:
        """Note that a game was searched, and what was found."""

    async def end_mistakes(self, known: PuzzlePlayer) -> None:
        """Note that nothing is left to search, unless it was asked for again since."""

    async def mistakes(self, player: str, limit: int) -> list[StoredMistake]:
        """Return the mistakes of a player, the latest first."""

    async def is_mistake(self, player: str, puzzle: str) -> bool:
        """Whether a puzzle is from a game of a player."""

    # Storms

    async def add_storm(self, storm: Storm, served: PuzzleTry) -> bool:
        """Add a storm with its first puzzle; return False if the player has one of this sequence."""

    async def storm(self, storm_id: str) -> Storm | None:
        """Return a storm."""

    async def move_storm(
        self, known: Storm, changed: Storm, ended: PuzzleTry | None = None, served: PuzzleTry | None = None
    ) -> bool:
        """Replace a storm, with the try that has ended and the one that begins, and add its puzzle to the sequence.

        Return False, and change nothing, if it has changed since, or another puzzle has come to its place.
        """

    async def end_storm(self, known: Storm, flags: str, best: StormBest | None) -> bool:
        """Note what the examination of a storm has found, and the player's best score; False if it was done before."""

    async def due_storms(self, now: int, limit: int) -> list[Storm]:
        """Return storms that are over and were not examined."""

    async def storm_puzzles(self, sequence: str) -> list[str]:
        """Return the ids of the puzzles of a sequence, in order."""

    async def storms_on(self, sequence: str, limit: int) -> list[Storm]:
        """Return the storms on a sequence: more puzzles solved first, then fewer failed, then the earlier."""

    async def storm_on(self, sequence: str, player: str) -> Storm | None:
        """Return the storm of a player on a sequence."""

    async def flagged_storms(self, limit: int) -> list[Storm]:
        """Return storms that an examination keeps out of the ranks, the latest first, without void ones."""

    async def storms_of(self, player: str) -> list[Storm]:
        """Return all storms of a player, the earliest first."""

    async def storm_bests(self, period: str, limit: int) -> list[StormBest]:
        """Return the best of a period: higher scores first, then earlier ones."""

    async def storm_place(self, period: str, player: str) -> tuple[int, StormBest] | None:
        """Return the place, from 1, and the best storm of a player in a period."""
