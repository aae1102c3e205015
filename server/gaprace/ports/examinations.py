"""Stored examinations of finished games: what was found, and whether it keeps the game out of the ranks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.rules.deal import Deal
from gaprace.rules.results import Result


@dataclass(frozen=True, slots=True)
class StoredExamination:
    """The examination of a game. It is asked for when the race ends, and made once."""

    game: str
    leaderboard: Leaderboard
    """Where the game counts."""
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
