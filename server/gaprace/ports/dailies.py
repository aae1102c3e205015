"""Stored dailies and the ranked attempts at them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.events.event import Event, daily_code, daily_event
from gaprace.play.events.leaderboards import DailyGame
from gaprace.ports.certified_deals import StoredCertificate
from gaprace.rules.deal import Deal


class DailyKey(NamedTuple):
    """The key of a daily: a date (`2026-11-21`) and the name of a variant."""

    date: str
    variant: str

    @property
    def event(self) -> str:
        """The code of its event."""
        return daily_code(*self)


class DailySecret(NamedTuple):
    """What is committed to for a daily to come."""

    secret: bytes
    band: str | None = None
    """The band of its difficulty, as text (`play.events.ramp`); None for a date without one."""


@dataclass(frozen=True, slots=True)
class StoredDaily:
    """A daily. Its deal never changes once it is stored."""

    key: DailyKey
    deal: Deal
    certificate: StoredCertificate | None = None
    band: str | None = None
    """The band that was stored with its secret."""

    @property
    def event(self) -> Event:
        """The event that it is, without entries."""
        return daily_event(*self.key, self.deal)


class DailyStore(Protocol):
    """The store of dailies."""

    async def add_daily(self, daily: StoredDaily) -> StoredDaily:
        """Add a daily unless there is one of this date and variant; return the stored one."""

    async def commit_dailies(self, secrets: Mapping[DailyKey, DailySecret]) -> None:
        """Add the secrets of dailies to come, except for those that are there: secret and band never change."""

    async def daily_secrets(self, first: str, last: str) -> dict[DailyKey, DailySecret]:
        """Return the secrets of dailies from one date to another, both included, by date and variant."""

    async def dailies(self, first: str, last: str) -> list[StoredDaily]:
        """Return the dailies from one date to another, both included, by date and variant."""

    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        """Return a player's ranked games of dailies that have ended with a move, by date."""
