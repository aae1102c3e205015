"""The estimate of a strong player's chance to win, where nothing is proven.

A player wins either without a further shuffle, or after one. Each of the two chances is a logistic regression on the
features of the board and their squares (`gaprace.solver.features`):

    win = now + (1 - now) * later

`now` is the chance of a win without a shuffle, given that the short search found none; `later` is that of a win after a
shuffle, given that there is none without: for each number of shuffles left, the same coefficients but for the first.

The coefficients are in `chances.json`, fitted to games of bots by `python -m tools.training chances`. How well
they hold is in `docs/evaluation.md`.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

from gaprace.solver.features import Floats

MAX_LOGIT = 30.0
"""Larger logits count as this one: the chance is 1 within 1e-13."""


class VariantModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The coefficients for one variant: each row has one for 1, each feature, and each feature's square."""

    positions: int
    """How many it was fitted to."""
    mean: list[float]
    """The mean of each feature."""
    scale: list[float]
    """Its standard deviation."""
    now: list[float]
    """The logit of a win without a shuffle."""
    later: list[float]
    """The logit of a win after a shuffle, without its coefficient for 1: that depends on the shuffles left."""
    later_first: list[float]
    """The coefficient of `later` for 1, by shuffles left, from 1."""
    locked: list[list[float]]
    """The share of cards that are locked at the end of a game that is not won, by shuffles left, from 0."""


class ModelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `chances.json`."""

    origin: str
    """The command that makes it."""
    features: list[str]
    """The names of the features, in order."""
    variants: dict[str, VariantModel]


@dataclass(frozen=True, eq=False)
class WinModel:
    """The estimates of one variant."""

    coefficients: VariantModel

    def now(self, features: Floats) -> float:
        """Return the chance of a win without a shuffle."""
        return logistic(self._sum(self.coefficients.now, features))

    def later(self, features: Floats, shuffles_left: int) -> float:
        """Return the chance of a win after a shuffle: that of the nearest number of shuffles that is known."""
        known = self.coefficients.later_first
        if not (shuffles_left and known):
            return 0.0
        first = known[min(shuffles_left, len(known)) - 1]
        return logistic(self._sum([first, *self.coefficients.later], features))

    def lost_share(self, features: Floats, shuffles_left: int) -> float:
        """Return the share of cards that are locked at the end, if the game is not won."""
        known = self.coefficients.locked
        return min(max(self._sum(known[min(shuffles_left, len(known) - 1)], features), 0.0), 1.0)

    def _sum(self, row: list[float], features: Floats) -> float:
        terms = terms_of(features[None], np.array(self.coefficients.mean), np.array(self.coefficients.scale))
        return float(terms[0] @ np.array(row))


def terms_of(features: Floats, mean: Floats, scale: Floats) -> Floats:
    """Return what the coefficients are multiplied by, for boards x features: boards x (1 + 2 x features)."""
    standard = (features - mean) / scale
    return np.hstack([np.ones((len(features), 1)), standard, standard**2])


def logistic(logit: float) -> float:
    """Return the probability of a logit."""
    return float(1 / (1 + np.exp(-np.clip(logit, -MAX_LOGIT, MAX_LOGIT))))


@cache
def win_model(variant: str) -> WinModel:
    """Return the estimates of a variant, read from the package on first use."""
    text = files("gaprace.solver").joinpath("chances.json").read_bytes()
    return WinModel(msgspec.json.decode(text, type=ModelFile).variants[variant])
