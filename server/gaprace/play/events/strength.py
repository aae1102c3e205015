"""The strength of players and the difficulty of deals, on one scale, from the games on dailies.

An item response model for times: a game is won with a speed, or it is lost, which implies only that winning would have
taken longer than a time R (it is *censored*). With the strength s of the player and the difficulty d of the deal, in
logits, the time T of a win is log-logistic:

    P(T <= t) = 1 / (1 + exp(-(s - d - y(t)))),  y(t) = (ln R - ln t) / `TIME_SPREAD`

So a player as strong as the deal is difficult wins within R every other time, and the scale is that of Elo in chess:
400 points more make the odds ten times better. Times beyond R count as R, so a win is always better than a loss.

Sources: the logarithm of the time as difficulty less skill plus noise: P. Jarusek and R. Pelanek, "Analysis of a simple
model of problem solving times", Intelligent Tutoring Systems 2012; won or lost: G. Rasch's model (1960); one date after
the other, with the uncertainty of the other side as a factor g: M. E. Glickman, "Parameter estimation in large dynamic
paired comparison experiments", Applied Statistics 48 (1999), equations 5 to 11; censored logistic regression: J. D.
Kalbfleisch and R. L. Prentice, "The Statistical Analysis of Failure Time Data" (2002), section 3.4. All of it is
Newton's method for one unknown at a time, so no library is needed.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import exp, log, pi, sqrt, tanh
from typing import NamedTuple

from gaprace.play.events.duplicate import Compared
from gaprace.rules.board import ROWS
from gaprace.rules.variants import Variant

TIME_SPREAD = 0.5
"""The logistic scale of the logarithm of a player's times: twice as fast is 241 points."""
REFERENCE_MS: Mapping[int, int] = {13: 20 * 60_000, 7: 5 * 60_000}
"""R, by the columns of the board."""
MIDDLE = 1500
"""The strength of new players, and of deals that nobody has played."""
NEW_ERROR, NEW_DEAL_ERROR = 300, 200
"""Standard deviations among players and deals, in points."""
DRIFT = 6
"""How much a player changes in a day, in points: it adds up like a random walk."""
LOST, LOST_WITH_NOTHING = -100, -400
"""A lost game is worth this much less than the deal: with nearly all cards locked, and with none. As FIDE's convention
for a performance without points, since a loss alone has no likeliest strength."""
_POINTS = 400 / log(10)
"""Points of a logit."""
_MAX_STEPS, _MAX_STEP, _SMALL_STEP = 30, 2.0, 1e-9


class Estimate(NamedTuple):
    """A strength or a difficulty in points, with its standard deviation."""

    value: float = MIDDLE
    error: float = NEW_ERROR


UNPLAYED_DEAL = Estimate(MIDDLE, NEW_DEAL_ERROR)


class Attempted(NamedTuple):
    """A game on a deal, and its player's strength before."""

    game: Compared
    before: Estimate = Estimate()


class Estimated(NamedTuple):
    """The estimates from the games on a deal: its difficulty, and the players' strengths."""

    difficulty: Estimate
    strengths: list[Estimate]
    """Of the players after it, in their order."""


def later(strength: Estimate, days: int) -> Estimate:
    """Return the estimate of a strength some days later."""
    return Estimate(strength.value, min(NEW_ERROR, sqrt(strength.error**2 + DRIFT**2 * days)))


def performance(game: Compared, difficulty: float, variant: Variant) -> float:
    """Return the performance of a game in points: from its time or, if it is lost, from its locked cards."""
    speed = _speed(game, variant)
    if speed is not None:
        return difficulty + _POINTS * speed
    missing = 1 - game.locked / (ROWS * (variant.columns - 1))
    return difficulty + LOST + (LOST_WITH_NOTHING - LOST) * missing


def estimating(games: Sequence[Attempted], variant: Variant) -> Iterator[Estimated | None]:
    """Yield None during the estimation from the games on a deal, and the estimates at the end.

    The deal is estimated first, from all games. Each player is then rated against the deal as estimated from the other
    games, so that no game counts twice.
    """
    played = [_Played(_speed(game, variant), *_logits(before)) for game, before in games]
    deal = _logits(UNPLAYED_DEAL)
    difficulty, precision = deal.mean, 1 / deal.variance
    for _ in range(_MAX_STEPS):
        gradient, precision = (deal.mean - difficulty) / deal.variance, 1 / deal.variance
        for each in played:
            slope, curvature = each.slope(each.mean - difficulty, _factor(each.variance))
            gradient, precision = gradient - slope, precision + curvature
            yield None
        step = _limited(gradient / precision)
        difficulty += step
        if abs(step) < _SMALL_STEP:
            break
    strengths = []
    for each in played:
        strengths.append(_points(each.rated(difficulty, precision)))
        yield None
    yield Estimated(_points(_Logits(difficulty, 1 / precision)), strengths)


class _Logits(NamedTuple):
    mean: float
    variance: float


class _Played(NamedTuple):
    speed: float | None
    """y(T); None for a loss."""
    mean: float
    variance: float
    """Of the player's strength before, in logits."""

    def slope(self, advantage: float, factor: float) -> tuple[float, float]:
        """Return the derivatives of the log-likelihood by the player's advantage over the deal.

        The first derivative, and the negated second one.
        """
        if self.speed is None:
            chance = 1 / (1 + exp(-factor * advantage))
            return -factor * chance, factor**2 * chance * (1 - chance)
        beyond = tanh(factor * (advantage - self.speed) / 2)
        return -factor * beyond, factor**2 * (1 - beyond**2) / 2

    def rated(self, difficulty: float, precision: float) -> _Logits:
        """Return the player's strength after the game, with the deal as estimated from the other games."""
        slope, curvature = self.slope(self.mean - difficulty, _factor(self.variance))
        others = precision - curvature
        difficulty, factor = difficulty + slope / others, _factor(1 / others)
        strength, known = self.mean, 1 / self.variance
        for _ in range(_MAX_STEPS):
            slope, curvature = self.slope(strength - difficulty, factor)
            known = curvature + 1 / self.variance
            step = _limited((slope + (self.mean - strength) / self.variance) / known)
            strength += step
            if abs(step) < _SMALL_STEP:
                break
        return _Logits(strength, 1 / known)


def _speed(game: Compared, variant: Variant) -> float | None:
    """Return the speed of a win in logits, from 0 on; None for a loss."""
    if not game.won:
        return None
    return max(0.0, log(REFERENCE_MS[variant.columns] / max(1, game.time_ms)) / TIME_SPREAD)


def _factor(variance: float) -> float:
    """Return g: the flattening of the curve by the uncertainty of the other side."""
    return 1 / sqrt(1 + 3 * variance / pi**2)


def _limited(step: float) -> float:
    return max(-_MAX_STEP, min(_MAX_STEP, step))


def _logits(estimate: Estimate) -> _Logits:
    return _Logits((estimate.value - MIDDLE) / _POINTS, (estimate.error / _POINTS) ** 2)


def _points(logits: _Logits) -> Estimate:
    return Estimate(round(MIDDLE + _POINTS * logits.mean, 1), round(_POINTS * sqrt(logits.variance), 1))
