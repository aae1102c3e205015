"""Stored puzzles, the tries of them, and the mistakes by which players lost a win."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.study.puzzles import TryState


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
    """JSON of `play.study.puzzles.Proof`."""
    boards: int
    """The boards that prove it."""
    made_at: int
    tries: int = 0
    """Of all players."""
    date: str | None = None
    """The date whose puzzle it is."""


class MistakeSearch(NamedTuple):
    """A player whose games are to be searched for mistakes."""

    player: str
    asked_at: int


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """A player's one try of a puzzle that is remembered: the first."""

    player: str
    puzzle: str
    begun_at: int
    found: str = ""
    """The moves that were found, as text."""
    wrong: str = ""
    """The move that lost, or `resign`."""
    state: TryState = "open"
    ended_at: int | None = None


class StoredMistake(NamedTuple):
    """A position in which a player lost a win, as a puzzle."""

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

    async def next_puzzle(self, player: str | None) -> StoredPuzzle | None:
        """Return the oldest puzzle that a player has not ended, from no own game and of no day."""

    async def puzzle_of_day(self, date: str) -> str | None:
        """Return the id of the puzzle of a date, if one is chosen."""

    async def choose_puzzle_of_day(self, date: str) -> str | None:
        """Choose the oldest untried puzzle for a date, unless one is chosen; return its id, None without any."""

    # Tries

    async def begin_puzzle_try(self, attempt: PuzzleTry) -> PuzzleTry:
        """Add a try, unless the player has one of this puzzle; return the one that is stored."""

    async def puzzle_try(self, player: str, puzzle: str) -> PuzzleTry | None:
        """Return a player's try of a puzzle."""

    async def save_puzzle_try(self, known: PuzzleTry, changed: PuzzleTry) -> bool:
        """Replace a try; return False, and change nothing, if it has changed since."""

    async def puzzle_tries(self, player: str) -> list[PuzzleTry]:
        """Return all tries of a player, the earliest first."""

    # Mistakes

    async def ask_mistakes(self, player: str, at: int) -> None:
        """Request a search of a player's games for mistakes."""

    async def claim_mistakes(self, now: int, until: int) -> MistakeSearch | None:
        """Claim the player who has waited longest to be searched, until then."""

    async def is_searching(self, player: str) -> bool:
        """Whether the games of a player are still to be searched."""

    async def games_to_search(self, player: str, limit: int) -> list[str]:
        """Return those of the last `limit` played games of a player that were not searched, the latest first."""

    async def add_mistakes(self, game: str, mistakes: Sequence[StoredMistake]) -> None:
        """Store the mistakes that the search of a game has found."""

    async def end_mistakes(self, known: MistakeSearch) -> None:
        """Mark the search as done, unless it was requested again."""

    async def mistakes(self, player: str, limit: int) -> list[StoredMistake]:
        """Return the mistakes of a player, the latest first."""

    async def is_mistake(self, player: str, puzzle: str) -> bool:
        """Whether a puzzle is from a game of a player."""
