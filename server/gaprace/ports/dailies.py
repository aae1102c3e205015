"""Stored deals that the solver has certified, dailies, and the ranked attempts at them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.events.difficulty import Band
from gaprace.play.events.event import Event, daily_code, daily_event
from gaprace.play.events.leaderboards import DailyGame
from gaprace.rules.deal import Deal


@dataclass(frozen=True, slots=True)
class StoredCertificate:
    """A proof that a deal can be won without a shuffle."""

    par: int
    """Moves of the line."""
    harder_permille: int
    """How many random deals in a thousand are harder, by search effort."""
    line: str
    """The moves of a win, as in a transcript without times: `6D@27 7D@28 ...`."""
    version: int = 1
    """The version of the solver's judgement (`solver.certificate.VERSION`)."""


class CertifiedDeal(NamedTuple):
    """A deal code with its certificate."""

    code: str
    certificate: StoredCertificate


class Candidate(NamedTuple):
    """A certified candidate for a daily."""

    number: int
    """From 0, see `rules.draw.candidate_code`."""
    certificate: StoredCertificate


class Certifier(Protocol):
    """Finds certified deals for dailies."""

    async def first_certified(self, variant: str, secret: bytes, band: Band | None = None) -> Candidate | None:
        """Return the first candidate of a daily's secret that is certified and lies in a band.

        This may take long, and the caller may cancel it. None if none will be found.
        """


class CertifiedDealStore(Protocol):
    """The store of certified deals, by the name of a variant."""

    async def add_certified(self, variant: str, deal: CertifiedDeal, found_at: int) -> None:
        """Add a deal, ready to be taken, unless it is known already."""

    async def certified_ready(self) -> dict[str, int]:
        """Return how many deals are ready, by variant. Variants without any are left out."""

    async def take_certified(self, variant: str, taken_at: int) -> CertifiedDeal | None:
        """Take the deal that was found first. Each deal is taken once. None if none is ready."""

    async def certificate(self, variant: str, code: str) -> StoredCertificate | None:
        """Return the certificate of a deal, taken or not."""


class DailyKey(NamedTuple):
    """The key of a daily: a date (`2026-11-21`) and the name of a variant."""

    date: str
    variant: str

    @property
    def event(self) -> str:
        """The code of its event."""
        return daily_code(*self)


class DailySecret(NamedTuple):
    """The secret and the band that are committed to for a daily to come."""

    secret: bytes
    band: str | None = None
    """The band of its difficulty, as text (`play.events.difficulty`); None for a date without one."""


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
