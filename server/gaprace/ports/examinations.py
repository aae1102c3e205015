"""Stored analyses of finished games, and examinations: their flags, and whether these keep a game out of the ranks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.rules.deal import Deal
from gaprace.rules.results import Result
from gaprace.wire.http import AccuracyPoint


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """The analysis of a game. It is requested once, and made by one server at a time."""

    game: str
    findings: bytes = b""
    """The findings so far: JSON, written and read by `play.study.analysis`."""
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
        """Store the findings so far and extend the claim; return False if another server holds it by now."""


@dataclass(frozen=True, slots=True)
class StoredExamination:
    """The examination of a game. It is asked for when the race ends, and made once."""

    game: str
    leaderboard: Leaderboard
    """The leaderboard on which the game counts."""
    flags: bytes = b"[]"
    """JSON of the flags."""
    is_done: bool = False
    is_noted: bool = False
    """Whether it has flags, and nobody has cleared it."""
    is_flagged: bool = False
    """Whether the game is left out of the ranks for its flags."""
    cleared_by: str | None = None
    """The name of the moderator who cleared it."""
    cleared_at: int | None = None


@dataclass(frozen=True, slots=True)
class FlaggedGame:
    """A game that is left out of the ranks of a leaderboard."""

    game: str
    player: str
    name: str
    """The player's current name."""
    flags: bytes
    result: Result
    ended_at: int


class EarlierGame(NamedTuple):
    """A game on the same deal that had ended before."""

    id: str
    transcript: str


class ExaminationStore(Protocol):
    """The store of examinations. `ports.transaction` asks for them and saves them."""

    async def scouts(self, event: str, player: str, before: int) -> int:
        """Return how many kin of a player (`Transaction.networks`) have seen an event's cards before, and then left.

        They have never made a move in a game that has ended, nor in this one.
        """

    async def examination(self, game: str) -> StoredExamination | None:
        """Return the examination of a game, done or not."""

    async def claim_examination(self, now: int, until: int) -> StoredExamination | None:
        """Claim the oldest examination that is neither done nor claimed, until then. None if there is none."""

    async def flagged_games(self, leaderboard: Leaderboard, limit: int) -> list[FlaggedGame]:
        """Return games that are left out of the ranks of a leaderboard, the latest first."""

    async def noted_examinations(self, limit: int) -> list[StoredExamination]:
        """Return examinations with flags that nobody has cleared, the oldest first, without those of void results.

        It is the queue of a moderator.
        """

    async def earlier_games(
        self, leaderboard: Leaderboard, deal: Deal, player: str, before: int, limit: int
    ) -> Sequence[EarlierGame]:
        """Return games of others on a deal that ended before a time (ms since 1970): of a daily, the best ones."""
