"""Storm: as many puzzles as possible in three minutes. Pure; instants are ms since 1970 on the server's clock.

The clock starts when the first puzzle is shown and does not stop between puzzles. A wrong move costs time and leads to
the next puzzle, so that guessing does not pay. Puzzles get harder with each solved one.

Others can play the sequence of puzzles of a storm, too, at any time, as a race. Only the first storm of a sequence is
ranked, since all of its puzzles are new to its player.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from gaprace.play.calendar import date_of, week_of
from gaprace.play.puzzles import Played, TryState
from gaprace.rules.examination import THOUGHT_MS, Rule, Step, even, fast

STORM_MS = 180_000
PENALTY_MS = 10_000
"""What a wrong move costs."""
FIRST_RATING, RATING_STEP = 800.0, 40.0
"""The rating of the first puzzle that is looked for, and how much harder each next one is."""
ALL_TIME = "all"
MIN_THOUGHTLESS = 10
"""Puzzles solved in a row, each begun within `THOUGHT_MS`: nobody looks at so many boards so fast."""


class StormMove(NamedTuple):
    """A move of a storm."""

    ms: int
    """When it was made, since the beginning."""
    state: TryState
    """What it came to."""


@dataclass(frozen=True, slots=True)
class Storm:
    """A storm of one player."""

    id: str
    player: str
    sequence: str
    """The sequence of puzzles: the id of the first storm that met them."""
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
    log: str = ""
    """All moves as text: `1532:open 2044:solved`."""
    flags: str | None = None
    """The rules that flag it, as text; None until it was examined, which is when it is over."""
    cleared_by: str | None = None
    """The name of the moderator who lets it count in spite of its flags."""
    voided_by: str | None = None
    """The decision that made it void."""

    @classmethod
    def begin(cls, storm_id: str, player: str, puzzle: str, now: int, sequence: str = "") -> "Storm":
        """Return a new storm, on a sequence of its own or on that of another one."""
        return cls(storm_id, player, sequence or storm_id, now, now + STORM_MS, puzzle)

    @property
    def is_ranked(self) -> bool:
        """Whether it can count for the leaderboards: it is the first on its puzzles."""
        return self.sequence == self.id

    @property
    def rules(self) -> list[str]:
        """The rules that flag it, unless a moderator has cleared it."""
        return [] if self.cleared_by else (self.flags or "").split()

    @property
    def counts(self) -> bool:
        """Whether it counts for the leaderboards. Until it is examined, none does."""
        return self.is_ranked and self.solved > 0 and self.flags is not None and not (self.rules or self.voided_by)

    @property
    def position(self) -> int:
        """The number of puzzles before the one on the board."""
        return self.solved + self.failed

    @property
    def moves(self) -> list[StormMove]:
        """All moves."""
        parts = (each.split(":") for each in self.log.split())
        return [StormMove(int(ms), state) for ms, state in parts]  # type: ignore[arg-type]  # as `after` has written it

    @property
    def scored_at(self) -> int:
        """When it reached its score."""
        return self.begun_at + max((each.ms for each in self.moves if each.state == "solved"), default=0)

    def is_over(self, now: int) -> bool:
        """Whether its time is up, or there was no puzzle left."""
        return now >= self.ends_at or not self.puzzle

    @property
    def periods(self) -> tuple[str, str]:
        """The leaderboards on which it counts: all time, and the week in which it began."""
        return ALL_TIME, week_of(date_of(self.begun_at))

    def after(self, move: Played, found: str, next_puzzle: str, now: int) -> "Storm":
        """Return the storm after a move; `found` are the moves found so far, as text."""
        log = f"{self.log} {now - self.begun_at}:{move.state}".lstrip()
        moved = replace(self, n=self.n + 1, log=log, found=found)
        if move.state == "open":
            return moved
        is_solved = move.state == "solved"
        return replace(
            moved,
            found="",
            puzzle=next_puzzle,
            solved=self.solved + is_solved,
            failed=self.failed + (not is_solved),
            ends_at=self.ends_at if is_solved else self.ends_at - PENALTY_MS,
        )


def wanted_rating(solved: int) -> float:
    """Return the wanted rating of the next puzzle after a number of solved ones."""
    return FIRST_RATING + RATING_STEP * solved


def shows_results(mine: Storm | None, now: int) -> bool:
    """Whether a player may see the results of others on the same puzzles: once the own storm is over."""
    return mine is not None and mine.is_over(now)


def best_storms(storms: Iterable[Storm]) -> dict[str, Storm]:
    """Return the best of a player's storms that count, by period: of equal scores, the one that was reached first."""
    best = dict[str, Storm]()
    for storm in sorted((each for each in storms if each.counts), key=lambda each: (-each.solved, each.scored_at)):
        for period in storm.periods:
            best.setdefault(period, storm)
    return best


# Examined


def examine(storm: Storm) -> list[Rule]:
    """Return the rules that flag a storm: the rules for games that use only times, and `no_thought` for puzzles."""
    steps = [*_steps(storm)]
    flags = [flag.rule for flag in (fast(steps), even(steps)) if flag]
    return [*flags, "no_thought"] if _is_thoughtless(storm) else flags


def _steps(storm: Storm) -> Iterator[Step]:
    before = 0
    for move in storm.moves:
        yield Step(move.ms, move.ms - before, gained=0, is_choice=True, follows_move=True)
        before = move.ms


def _is_thoughtless(storm: Storm) -> bool:
    rows = (sum(row) for _, row in groupby(_solved_at_once(storm)))
    return max(rows, default=0) >= MIN_THOUGHTLESS


def _solved_at_once(storm: Storm) -> Iterator[bool]:
    """Yield for each puzzle that is over whether it was solved, and its first move made without a thought."""
    shown_ms, moves = 0, list[StormMove]()
    for move in storm.moves:
        moves.append(move)
        if move.state != "open":
            yield move.state == "solved" and moves[0].ms - shown_ms <= THOUGHT_MS
            shown_ms, moves = move.ms, []
