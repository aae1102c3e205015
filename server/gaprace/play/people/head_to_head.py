"""Two players against each other: wins of races and dailies, and the mean of their comparisons. Pure."""

from collections.abc import Iterable
from typing import NamedTuple

from gaprace.play.events.duplicate import imps
from gaprace.play.standings import ranks_of
from gaprace.rules.results import Result
from gaprace.rules.variants import Variant


class Meeting(NamedTuple):
    """A race in which both played, or a daily that both have played."""

    variant: Variant
    mine: Result
    theirs: Result
    is_daily: bool = False

    @property
    def lead(self) -> int:
        """1 if mine is the better game, -1 if theirs is, 0 if they are level."""
        ranks = ranks_of({"mine": self.mine, "theirs": self.theirs}, "daily" if self.is_daily else "race")
        return ranks["theirs"] - ranks["mine"]

    @property
    def imps(self) -> int:
        """How many IMPs mine is better (`play.events.duplicate`)."""
        return imps(self.mine, self.theirs, self.variant)


class Balance(NamedTuple):
    """The result of several meetings."""

    meetings: int
    wins: int
    losses: int
    mean_imps: float

    @classmethod
    def of(cls, meetings: Iterable[Meeting]) -> "Balance":
        """Return the balance of meetings; the mean of none is 0."""
        all_of_them = list(meetings)
        leads = [each.lead for each in all_of_them]
        total = sum(each.imps for each in all_of_them)
        return cls(len(leads), leads.count(1), leads.count(-1), total / max(1, len(leads)))
