"""Stored deals that the solver has certified: proven to be winnable without a shuffle."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.events.ramp import Band


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
