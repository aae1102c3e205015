"""What is stored of leaderboards and ratings. `play.leaderboards` says which boards there are and what keys mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.leaderboards import DailyGame
from gaprace.play.rating import Rating


class Cursor(NamedTuple):
    """A place between two rows of a board: that of this key and player, who may be gone from there."""

    key: int
    player: str


@dataclass(frozen=True, slots=True)
class Slice:
    """Which part of a board: `limit` rows right after a cursor, or right before one, or around the asker's own.

    Without any of these, and where the asker has no row to look around, the first rows.
    """

    limit: int
    after: Cursor | None = None
    before: Cursor | None = None
    around: bool = False


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """A row of a board, with the player's name of now and the game behind it, and with the rating that is its own."""

    rank: int
    player: str
    name: str
    key: int
    game: str
    won: bool
    score: int
    locked: int
    time_ms: int
    moves: int
    shuffles: int
    rating: Rating | None = None
    """On a board of ratings."""


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A part of a board, as it was at one instant."""

    size: int
    """Rows of the whole board."""
    rows: tuple[StoredPlace, ...]
    has_before: bool
    has_after: bool
    mine: StoredPlace | None
    """The row of who asks, wherever it is."""


@dataclass(frozen=True, slots=True)
class RatingAfter:
    """A rating after a race."""

    at: int
    race: str
    rating: Rating


class BoardStore(Protocol):
    """The leaderboards' part of the store. Rows are in the order of (key, player); equal keys share a rank."""

    async def board_page(self, board: str, part: Slice, me: str | None = None) -> StoredPage:
        """Return a part of a board, and the row of `me`."""

    async def board_sizes(self, boards: Sequence[str]) -> dict[str, int]:
        """Return how many rows boards have."""

    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        """Return a player's ranked games of dailies that have ended, by date."""

    async def ratings(self, player: str) -> dict[str, Rating]:
        """Return a player's ratings, by variant."""

    async def rating_history(self, player: str, variant: str, most: int) -> list[RatingAfter]:
        """Return a player's last ratings, oldest first."""
