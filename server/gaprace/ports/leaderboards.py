"""Stored leaderboards and ratings. `play.events.leaderboards` has the kinds of leaderboards and the meaning of keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.people.rating import Rating
from gaprace.rules.results import Result
from gaprace.wire.http import RatingPoint


class Cursor(NamedTuple):
    """A position in a leaderboard: right after the row of this key and player, which need not exist any more."""

    key: int
    player: str


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The rows of a leaderboard to return: `limit` rows after a cursor, before a cursor, or around the caller's row.

    Without any of these, and if the caller has no row, the first rows.
    """

    limit: int
    after: Cursor | None = None
    before: Cursor | None = None
    around: bool = False


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """A row of a leaderboard, with the player's current name and the game behind it."""

    rank: int
    player: str
    name: str
    key: int
    game: str
    result: Result
    ended_at: int
    """When the game ended (ms since 1970)."""
    rating: Rating | None = None
    """The player's rating, on a leaderboard of ratings."""
    flags: bytes | None = None
    """JSON of the flags of a noted game."""


@dataclass(frozen=True, slots=True)
class StoredPage:
    """Some rows of a leaderboard, all read at one instant."""

    size: int
    """Rows of the whole leaderboard."""
    rows: tuple[StoredPlace, ...]
    has_before: bool
    has_after: bool
    mine: StoredPlace | None
    """The caller's row, wherever it is."""


class LeaderboardStore(Protocol):
    """The store of leaderboards. Rows are ordered by (key, player); equal keys share a rank."""

    async def leaderboard_page(
        self, leaderboard: Leaderboard, request: PageRequest, me: str | None = None
    ) -> StoredPage:
        """Return some rows of a leaderboard, and the row of the player `me`."""

    async def places_of(self, leaderboard: Leaderboard, players: Sequence[str], limit: int) -> list[StoredPlace]:
        """Return the first rows of some players, at most `limit`, in order, with their ranks among these players."""

    async def leaderboard_sizes(self, leaderboards: Sequence[Leaderboard]) -> dict[Leaderboard, int]:
        """Return how many rows each of these leaderboards has."""


class RatingStore(Protocol):
    """The store of ratings."""

    async def ratings(self, player: str) -> dict[str, Rating]:
        """Return a player's current ratings, by variant."""

    async def rating_history(self, player: str, variant: str, limit: int) -> list[RatingPoint]:
        """Return a player's last ratings, oldest first."""
