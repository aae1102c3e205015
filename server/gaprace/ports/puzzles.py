"""Stored puzzles: the puzzles, who has tried them, and where players lost a win."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.glicko import NEWCOMER, Glicko
from gaprace.play.puzzles import TryKind, TryState


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
