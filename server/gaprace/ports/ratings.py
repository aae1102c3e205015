"""Stored ratings."""

from dataclasses import dataclass
from typing import Protocol

from gaprace.play.people.rating import Rating


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating after a race."""

    at: int
    race: str
    value: float


class RatingStore(Protocol):
    """The store of ratings."""

    async def ratings(self, player: str) -> dict[str, Rating]:
        """Return a player's current ratings, by variant."""

    async def rating_history(self, player: str, variant: str, limit: int) -> list[RatingChange]:
        """Return a player's last ratings, oldest first."""
