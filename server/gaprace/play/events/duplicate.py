"""Duplicate scoring: every game on a deal is compared with every other game on it, as in duplicate bridge.

`duplicate_scores(field: Sequence[Compared], variant: Variant) -> list[float]` returns one score for each game of a
field, in its order. A field is any number of games on one deal: those of a race, of a group, of the world. A `Result`
is a `Compared`. Games without a move have to be excluded.

Each pair is compared once, and the difference is expressed in points:

| one | other | points |
| --- | --- | --- |
| won | won | `TIME_POINTS` times the logarithm of the ratio of their times, less than `WIN_POINTS` |
| won | lost | `WIN_POINTS`, and `DECK_POINTS` times the share of the deck that the loser has not locked |
| lost | lost | `DECK_POINTS` times the share of the deck by which they differ |

Points are converted to IMPs (international match points) by the table of bridge, which is concave: large differences
count more than small ones, but less than proportionally. Source: World Bridge Federation, Laws of Duplicate Bridge
(2017), law 78 B. The score of a game is the mean of its IMPs against all other games of the field ("cross-IMPs"): +3.1
means that it is 3.1 IMPs better than a game of this field on average. The scores of a field add up to 0, so neither an
easy deal nor a lucky shuffle helps anyone.

Every IMP is one step of the table, so the IMPs of a game are the number of steps that its comparisons reach. With
sorted times, one binary search counts the comparisons of a step, so a field of n games takes n log n time instead of
n^2.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from math import exp
from typing import Protocol

from gaprace.rules.board import ROWS
from gaprace.rules.variants import Variant

IMP_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The smallest difference in points for 1, 2, ... 24 IMPs."""
TIME_POINTS = 400
"""Twice as fast is 277 points or 7 IMPs; 6 % faster is the first IMP."""
WIN_POINTS = 750
"""At least 13 IMPs for a win over a loss."""
DECK_POINTS = 480
"""10 points a card in a deck of 48."""
_PERMILLE = 1000
_RATIOS = tuple(round(_PERMILLE * exp(step / TIME_POINTS)) for step in IMP_STEPS if step < WIN_POINTS)
"""The ratios of times that reach the steps, in thousandths: integers, so that all machines agree. They end below those
of a win, so that a slow win never costs more than none."""


class Compared(Protocol):
    """The facts by which games are compared."""

    @property
    def won(self) -> bool:
        """Whether all cards are locked."""

    @property
    def locked(self) -> int:
        """The number of locked cards at the end."""

    @property
    def time_ms(self) -> int:
        """The time of the last action in ms since the start."""


def imps(one: Compared, other: Compared, variant: Variant) -> int:
    """Return the IMPs of a game against another one on the same deal; negative if it is worse."""
    cards = _cards_of(variant)
    if one.won and other.won:
        return _imps_of_times(one.time_ms, other.time_ms)
    if one.won or other.won:
        loser = other if one.won else one
        swing = _imps_of_win(loser.locked, cards)
        return swing if one.won else -swing
    return _imps_of_locked(one.locked, other.locked, cards)


def duplicate_scores(field: Sequence[Compared], variant: Variant) -> list[float]:
    """Return the score of each game of a field, in its order: the mean of its IMPs against all others; 0 if alone."""
    compared = Field(field, variant)
    return [compared.score(game) for game in field]


class Field:
    """The games on one deal, ordered for fast comparisons."""

    def __init__(self, games: Sequence[Compared], variant: Variant) -> None:
        self.size, self._cards = len(games), _cards_of(variant)
        self._times = sorted(max(1, game.time_ms) for game in games if game.won)
        """The times of the won games."""
        self._lost = Counter(game.locked for game in games if not game.won)
        """The lost games by their locked cards."""
        self._winner_over_losers = sum(n * _imps_of_win(locked, self._cards) for locked, n in self._lost.items())
        self._totals = dict[tuple[bool, int], int]()
        """The totals computed before: many games of a large field are equal."""

    def score(self, game: Compared) -> float:
        """Return the score of one of the games of this field, or of a game with the same result; 0 if it is alone."""
        return self._total(game) / max(1, self.size - 1)

    def _total(self, game: Compared) -> int:
        """Return the sum of a game's IMPs against all games of this field. Against itself, it has none."""
        known = game.won, game.time_ms if game.won else game.locked
        if known not in self._totals:
            self._totals[known] = self._won(max(1, game.time_ms)) if game.won else self._lost_with(game.locked)
        return self._totals[known]

    def _won(self, time_ms: int) -> int:
        return self._winner_over_losers + self._over_winners(time_ms)

    def _lost_with(self, locked: int) -> int:
        over_losers = sum(n * _imps_of_locked(locked, other, self._cards) for other, n in self._lost.items())
        return over_losers - len(self._times) * _imps_of_win(locked, self._cards)

    def _over_winners(self, time_ms: int) -> int:
        """Return the IMPs of a time against all times: per step, the number of slower minus that of faster ones."""
        # Rounded up.
        slower = sum(len(self._times) - bisect_left(self._times, -(-time_ms * at // _PERMILLE)) for at in _RATIOS)
        faster = sum(bisect_right(self._times, time_ms * _PERMILLE // at) for at in _RATIOS)
        return slower - faster


def _cards_of(variant: Variant) -> int:
    return ROWS * (variant.columns - 1)


def _imps_of_times(time_ms: int, other_ms: int) -> int:
    fast, slow = sorted((max(1, time_ms), max(1, other_ms)))
    steps = sum(slow * _PERMILLE >= fast * at for at in _RATIOS)
    return steps if time_ms < other_ms else -steps


def _imps_of_win(locked: int, cards: int) -> int:
    """Return the IMPs of a winner over a loser with this number of locked cards."""
    return bisect_right(IMP_STEPS, WIN_POINTS + DECK_POINTS * (cards - locked) // cards)


def _imps_of_locked(locked: int, other: int, cards: int) -> int:
    steps = bisect_right(IMP_STEPS, DECK_POINTS * abs(locked - other) // cards)
    return steps if locked > other else -steps
