"""What is stored of what the solver found: certified deals kept ready, and analyses of finished games."""

from dataclasses import dataclass
from typing import Protocol

from gaprace.ports.dailies import CertifiedDeal, StoredCertificate


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """The analysis of a game: asked for once, then made by one process at a time."""

    game: str
    findings: bytes = b""
    """What was found so far: JSON, made and read by `play.analysis`."""
    is_begun: bool = False
    is_done: bool = False


class FindingStore(Protocol):
    """The part of the store for what the solver found."""

    # Certified deals, by the name of a variant

    async def add_certified(self, variant: str, deal: CertifiedDeal, found_at: int) -> None:
        """Keep a deal ready, unless it is known already."""

    async def certified_ready(self) -> dict[str, int]:
        """Return how many deals are ready, by variant; those without any are missing."""

    async def take_certified(self, variant: str, taken_at: int) -> CertifiedDeal | None:
        """Take the deal that was ready first, for good: nobody else gets it. None if there is none."""

    async def certificate(self, variant: str, code: str) -> StoredCertificate | None:
        """Return what was proved of a deal, taken or not."""

    # Analyses

    async def ask_analysis(self, game: str, asked_at: int) -> None:
        """Ask for the analysis of a finished game, unless that was done before."""

    async def analysis(self, game: str) -> StoredAnalysis | None:
        """Return an analysis that was asked for."""

    async def claim_analysis(self, owner: str, now: int, until: int) -> StoredAnalysis | None:
        """Take on the analysis asked for first that is not done and nobody's, or whose owner let the time pass.

        Until an instant it is the owner's, whom nobody else has the name of.
        """

    async def save_analysis(self, owner: str, analysis: StoredAnalysis, until: int) -> bool:
        """Store what was found so far, and keep the analysis until a later instant; say whether it was the owner's."""
