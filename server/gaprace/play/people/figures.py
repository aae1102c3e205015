"""A player's totals over all ended ranked games with a move. Pure.

Games are added one by one, in the order in which they ended, so the totals of many games need not be recomputed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class BestGame(NamedTuple):
    """A best value, and the game it comes from."""

    value: int
    game: str


class Milestone(NamedTuple):
    """A game that was the first of its kind."""

    game: str
    ended_at: int


class CountedResult(NamedTuple):
    """The counted facts of a ranked game that has ended with a move."""

    game: str
    ended_at: int
    variant: str
    won: bool
    score: int
    time_ms: int
    shuffles: int
    is_giant: bool
    """Whether it is ranked 1 in an ended race of many people."""


class VariantFigures(NamedTuple):
    """The figures of one variant."""

    games: int = 0
    wins: int = 0
    score: int = 0
    """The sum of all scores."""
    time_ms: int = 0
    """The sum of all times."""
    fastest: BestGame | None = None
    """The win that took the least time, in ms; None without a win."""
    best: BestGame | None = None
    """The highest score; of equal ones, the game that took less time."""
    best_ms: int = 0

    def add(self, result: CountedResult) -> "VariantFigures":
        """Return the figures with one more game, which ended after all others."""
        is_fastest = result.won and (self.fastest is None or result.time_ms < self.fastest.value)
        is_best = self.best is None or (-result.score, result.time_ms) < (-self.best.value, self.best_ms)
        return VariantFigures(
            games=self.games + 1,
            wins=self.wins + result.won,
            score=self.score + result.score,
            time_ms=self.time_ms + result.time_ms,
            fastest=BestGame(result.time_ms, result.game) if is_fastest else self.fastest,
            best=BestGame(result.score, result.game) if is_best else self.best,
            best_ms=result.time_ms if is_best else self.best_ms,
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a player."""

    variants: Mapping[str, VariantFigures] = field(default_factory=dict)
    """By the name of the variant; only those that were played."""
    win: Milestone | None = None
    """The first win."""
    without_shuffle: Milestone | None = None
    """The first win without a shuffle."""
    giant: Milestone | None = None
    """The first win ranked 1 in a race of many people."""

    @property
    def totals(self) -> "Totals":
        """The totals of all games."""
        each = self.variants.values()
        return Totals(*(sum(getattr(of, name) for of in each) for name in Totals._fields))

    def add(self, results: Iterable[CountedResult]) -> "Figures":
        """Return the figures with more games, which ended after all others, in the order in which they ended."""
        variants = dict(self.variants)
        win, without_shuffle, giant = self.win, self.without_shuffle, self.giant
        for each in results:
            variants[each.variant] = variants.get(each.variant, VariantFigures()).add(each)
            if each.won:
                milestone = Milestone(each.game, each.ended_at)
                win = win or milestone
                without_shuffle = without_shuffle or (None if each.shuffles else milestone)
                giant = giant or (milestone if each.is_giant else None)
        return Figures(dict(sorted(variants.items())), win, without_shuffle, giant)


class Totals(NamedTuple):
    """The totals of all games. A game that becomes void or valid changes them."""

    games: int
    wins: int
    score: int
    time_ms: int
