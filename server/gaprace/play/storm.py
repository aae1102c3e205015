"""Storm: as many puzzles as possible in three minutes. Pure; instants are ms since 1970 on the server's clock.

The clock starts when the first puzzle is given and runs on between puzzles. A wrong move costs time and leads to the
next puzzle, so that guessing does not pay. Puzzles get harder with each one that is solved.
"""

from dataclasses import dataclass, replace

from gaprace.play.calendar import date_of, week_of
from gaprace.play.puzzles import Played

STORM_MS = 180_000
PENALTY_MS = 10_000
"""What a wrong move costs."""
FIRST_RATING, RATING_STEP = 800.0, 40.0
"""The rating of the first puzzle that is looked for, and how much harder each next one is."""
ALL_TIME = "all"


@dataclass(frozen=True, slots=True)
class Storm:
    """A storm of one player."""

    id: str
    player: str
    begun_at: int
    ends_at: int
    puzzle: str
    """The id of the puzzle on the board; empty if there was none left."""
    n: int = 0
    """The number of moves so far, in all puzzles."""
    found: str = ""
    """The moves found of the puzzle on the board, as text."""
    solved: int = 0
    """Its score."""
    failed: int = 0

    @classmethod
    def begin(cls, storm_id: str, player: str, puzzle: str, now: int) -> "Storm":
        """Return a new storm."""
        return cls(storm_id, player, now, now + STORM_MS, puzzle)

    def is_over(self, now: int) -> bool:
        """Whether its time is up, or there was no puzzle left."""
        return now >= self.ends_at or not self.puzzle

    @property
    def periods(self) -> tuple[str, str]:
        """The leaderboards on which it counts: all time, and the week in which it began."""
        return ALL_TIME, week_of(date_of(self.begun_at))

    def after(self, move: Played, found: str, next_puzzle: str) -> "Storm":
        """Return the storm after a move; `found` are the moves found so far, as text."""
        if move.state == "open":
            return replace(self, n=self.n + 1, found=found)
        is_solved = move.state == "solved"
        return replace(
            self,
            n=self.n + 1,
            found="",
            puzzle=next_puzzle,
            solved=self.solved + is_solved,
            failed=self.failed + (not is_solved),
            ends_at=self.ends_at if is_solved else self.ends_at - PENALTY_MS,
        )


def wanted_rating(solved: int) -> float:
    """Return the rating of the puzzle to look for after some were solved."""
    return FIRST_RATING + RATING_STEP * solved
