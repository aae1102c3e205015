"""Stored analyses of finished games."""

from dataclasses import dataclass
from typing import Protocol

from gaprace.wire.http import AccuracyPoint


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """The analysis of a game. It is requested once, and made by one server at a time."""

    game: str
    findings: bytes = b""
    """What was found so far: JSON, written and read by `play.study.analysis`."""
    is_begun: bool = False
    is_done: bool = False
    accuracy: int | None = None
    """The share of the chance that the player kept, 0 to 100, once that is found."""


class AnalysisStore(Protocol):
    """The store of analyses."""

    async def ask_analysis(self, game: str, asked_at: int, share: str = "", turn_ms: int = 0) -> None:
        """Request the analysis of a finished game, unless it was requested before.

        Its turn comes `turn_ms` after that of the last open request with the same `share`, if it names one,
        but not before `asked_at`.
        """

    async def open_analyses(self, share: str | None = None) -> int:
        """Return the number of requests that are not done, of all or of one `share`."""

    async def analysis(self, game: str) -> StoredAnalysis | None:
        """Return a requested analysis."""

    async def accuracies(self, player: str, limit: int) -> list[AccuracyPoint]:
        """Return the accuracy of a player's last games that have one, the oldest first."""

    async def claim_analysis(self, owner: str, now: int, until: int) -> StoredAnalysis | None:
        """Claim the request whose turn is next and that is neither done nor claimed. None if there is none.

        The claim is held by `owner` (a name unique to the server) until `until`, and lapses then.
        """

    async def save_analysis(self, owner: str, analysis: StoredAnalysis, until: int) -> bool:
        """Store what was found so far and extend the claim; return False if another server holds it by now."""
