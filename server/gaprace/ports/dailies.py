"""What is stored of dailies."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.rules.deal import Deal


class DailyKey(NamedTuple):
    """Which daily: a UTC date (`2026-11-21`) and the name of a variant."""

    date: str
    variant: str


@dataclass(frozen=True, slots=True)
class StoredCertificate:
    """What the solver proved of a deal: it can be won without a shuffle."""

    par: int
    """Moves of the line."""
    harder: int
    """How many candidates of a thousand were harder."""
    line: str
    """The moves of a win, as in a transcript without times: `6D@27 7D@28 ...`."""


@dataclass(frozen=True, slots=True)
class StoredDaily:
    """A daily: its deal lasts for ever, whoever stored it first."""

    key: DailyKey
    deal: Deal
    certificate: StoredCertificate | None = None


@dataclass(frozen=True, slots=True)
class StoredAttempt:
    """A player's one ranked game of a daily."""

    daily: DailyKey
    game: str
    room: str
    ended: bool


class AttemptTaken(Exception):
    """A player has had the ranked game of this daily already. Nothing was stored."""


class CertifiedDeal(NamedTuple):
    """A deal code with what the solver proved of it."""

    code: str
    certificate: StoredCertificate


class Certifier(Protocol):
    """Finds deals that are worth a day of everybody's time."""

    async def certified(self, variant: str) -> CertifiedDeal | None:
        """Find a deal of a variant, however long it takes: whoever asks stops waiting when the date has come.

        None if there will be none.
        """


class DailyStore(Protocol):
    """The dailies' part of the store."""

    async def add_daily(self, daily: StoredDaily) -> StoredDaily:
        """Add a daily, unless there is one of this date and variant; give the one that is stored."""

    async def dailies(self, first: str, last: str) -> list[StoredDaily]:
        """Return the dailies from one date to another, both included, by date and variant."""

    async def attempt(self, daily: DailyKey, player: str) -> StoredAttempt | None:
        """Return a player's ranked game of a daily, which may still run."""
