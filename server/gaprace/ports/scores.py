"""Stored scores of closed dailies. `play.events.closed_daily` computes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gaprace.play.events.closed_daily import DailyScore, EnteredGame
from gaprace.play.events.strength import Estimate
from gaprace.ports.dailies import DailyKey


@dataclass(frozen=True, slots=True)
class StoredClosing:
    """How far the scores of a daily are stored."""

    daily: DailyKey
    version: int
    """The number of times it was begun."""
    cursor: str
    """The id of the last player whose score is stored; empty before the first one."""


@dataclass(frozen=True, slots=True)
class StoredField:
    """The difficulty of a closed daily, by its games."""

    games: int
    difficulty: Estimate


class ScoreStore(Protocol):
    """The store of scores. `ports.transaction` writes them."""

    async def add_closings(self, last: str) -> None:
        """Queue the closing of all dailies up to a date that are not queued yet."""

    async def claim_closing(self, now: int, until: int) -> StoredClosing | None:
        """Claim a daily that is to be closed until then; None if there is none that is not claimed.

        Of each variant, only the oldest one can be claimed: strengths follow from those of the date before.
        """

    async def field_page(self, daily: DailyKey, after: str, limit: int) -> list[EnteredGame]:
        """Return some games of the field of a daily, by player: those after a player."""

    async def fields(self, keys: Sequence[DailyKey]) -> dict[DailyKey, StoredField]:
        """Return the fields of those of some dailies that are closed and were played."""

    async def daily_scores(self, daily: DailyKey, players: Sequence[str]) -> dict[str, DailyScore]:
        """Return the scores of players on a daily, by player."""

    async def form(self, player: str, limit: int) -> dict[DailyKey, DailyScore]:
        """Return a player's last scores in each variant, the oldest date first."""
