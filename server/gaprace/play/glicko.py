"""Glicko-2: the rating of one side after one game.

Source: M. E. Glickman, "Example of the Glicko-2 system", 2022 (http://www.glicko.net/glicko/glicko2.pdf), whose steps
are numbered here; its worked example is a test. Each game is a rating period of its own. (The common
Python package uses the rating instead of the deviation in step 5.2, so its volatilities are wrong.)
"""

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

_SCALE, _CENTRE = 173.7178, 1500.0
_TAU = 0.5
"""The system constant: how much volatilities change over time."""
_TOLERANCE = 0.000001
MIN_DEVIATION, MAX_DEVIATION = 45.0, 350.0
"""Below, nothing more would be learnt; above, nothing is known."""


class Glicko(NamedTuple):
    """An estimated strength. A new player has 1500."""

    rating: float = _CENTRE
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


NEWCOMER = Glicko()


class Opponent(NamedTuple):
    """The other side of a game, and its result: 1 for a win, 0 for a loss, seen from this side."""

    rating: float
    deviation: float
    result: float


def after_games(mine: Glicko, games: Sequence[Opponent]) -> Glicko:
    """Return a rating after one period with one game or more."""
    mu, phi = (mine.rating - _CENTRE) / _SCALE, mine.deviation / _SCALE  # step 2
    lessons = [_lesson(mu, game) for game in games]
    variance = 1 / sum(g * g * chance * (1 - chance) for g, chance, _ in lessons)  # step 3
    surprise = sum(g * (result - chance) for g, chance, result in lessons)
    volatility = _volatility(phi, mine.volatility, variance, variance * surprise)  # steps 4 and 5
    before = sqrt(phi * phi + volatility * volatility)  # step 6
    after = 1 / sqrt(1 / (before * before) + 1 / variance)  # step 7
    deviation = min(MAX_DEVIATION, max(MIN_DEVIATION, after * _SCALE))
    return Glicko((mu + after * after * surprise) * _SCALE + _CENTRE, deviation, volatility)  # step 8


def _lesson(mu: float, game: Opponent) -> tuple[float, float, float]:
    """Return the weight of a game (g), the chance to win it (E), and its result."""
    phi = game.deviation / _SCALE
    weight = 1 / sqrt(1 + 3 * phi * phi / (pi * pi))
    return weight, 1 / (1 + exp(-weight * (mu - (game.rating - _CENTRE) / _SCALE))), game.result


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility, by the Illinois algorithm (step 5)."""
    start = log(sigma * sigma)

    def f(x: float) -> float:
        rest = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - rest) / (2 * rest * rest) - (x - start) / (_TAU * _TAU)

    a, b = start, _other_end(phi, start, variance, delta, f)
    f_a, f_b = f(a), f(b)
    while abs(b - a) > _TOLERANCE:
        c = a + (a - b) * f_a / (f_b - f_a)
        f_c = f(c)
        a, f_a = (b, f_b) if f_c * f_b <= 0 else (a, f_a / 2)
        b, f_b = c, f_c
    return exp(a / 2)


def _other_end(phi: float, start: float, variance: float, delta: float, f: Callable[[float], float]) -> float:
    """Return the other end of the interval in which the new volatility lies."""
    if delta * delta > phi * phi + variance:
        return log(delta * delta - phi * phi - variance)
    steps = 1
    while f(start - steps * _TAU) < 0:
        steps += 1
    return start - steps * _TAU
