"""The coefficients of the win probability, fitted to the outcomes of games that bots play to their end.

Logistic regressions by Newton's method (iteratively reweighted least squares: Hastie, Tibshirani and Friedman, "The
Elements of Statistical Learning", 4.4.1), with a ridge that keeps rare features from running away.
"""

from itertools import islice
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaprace.rules.board import ROWS
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver.features import Floats, short_search
from gaprace.solver.tables import evaluation_for
from gaprace.solver.win_model import VariantModel, terms_of
from tools.training.rollouts import samples

POSITIONS = 20_000
"""Of each variant."""
RIDGE = 5.0
"""Of the squares of coefficients; the features have a standard deviation of 1."""
MAX_STEPS, PRECISION = 50, 1e-8
"""Newton's method ends when no coefficient changes by more than the precision; mostly after ten steps."""
DIGITS = 6
"""Decimal places of the coefficients in the file."""

Flags = NDArray[np.bool_]


class Outcomes(NamedTuple):
    """The positions of a variant, one a row, and what became of them."""

    features: Floats
    shuffles_left: NDArray[np.intp]
    found: Flags
    """Whether the short search found a win: then there is nothing to estimate."""
    needs_shuffle: Flags
    won: Flags
    locked: Floats
    """The share of cards that were locked at the end."""


def fitted_model(variant_name: str, positions: int = POSITIONS) -> VariantModel:
    """Play games of a variant until there are enough positions, and fit its coefficients to them."""
    return fit(outcomes(VARIANTS[variant_name], positions), VARIANTS[variant_name].shuffles)


def outcomes(variant: Variant, positions: int) -> Outcomes:
    """Return the first positions of the games for the fitting."""
    evaluation = evaluation_for(variant.columns)
    taken = [*islice(samples(variant, evaluation, Random(f"train/{variant.name}")), positions)]  # noqa: S311  # not for play
    searches = [short_search(each.board, variant, evaluation) for each in taken]
    return Outcomes(
        np.array([each.features for each in searches]),
        np.array([each.shuffles_left for each in taken]),
        np.array([each.line is not None for each in searches]),
        np.array([each.needs_shuffle for each in taken]),
        np.array([each.won for each in taken]),
        np.array([each.locked for each in taken]) / (ROWS * (variant.columns - 1)),
    )


def fit(given: Outcomes, shuffles: int) -> VariantModel:
    """Return the coefficients that fit some positions of a variant with a number of shuffles."""
    mean, scale = given.features.mean(axis=0), given.features.std(axis=0) + PRECISION
    terms = terms_of(given.features, mean, scale)
    open_, after, lost = ~given.found, given.needs_shuffle & (given.shuffles_left > 0), ~given.won
    left = given.shuffles_left
    later, later_first = later_fit(terms[after], given.won[after], left[after], shuffles)
    return VariantModel(
        len(given.won),
        _rounded(mean),
        _rounded(scale),
        _rounded(logistic_fit(terms[open_], ~given.needs_shuffle[open_])),
        _rounded(later),
        _rounded(later_first),
        [
            _rounded(linear_fit(terms[lost & (left == each)], given.locked[lost & (left == each)]))
            for each in range(shuffles + 1)
        ],
    )


def later_fit(terms: Floats, won: Flags, shuffles_left: NDArray[np.intp], shuffles: int) -> tuple[Floats, Floats]:
    """Return the coefficients of a win after a shuffle: those of the features, and the first, by shuffles left.

    In five-fold cross-validation that fits better than coefficients of their own for each number of shuffles.
    """
    if not shuffles:
        return np.empty(0), np.empty(0)
    count = terms.shape[1]
    further = (shuffles_left[:, None] >= np.arange(2, shuffles + 1)).astype(np.float64)
    found = logistic_fit(np.hstack([terms, further]), won)
    return found[1:count], found[0] + np.concatenate([[0.0], np.cumsum(found[count:])])


def logistic_fit(terms: Floats, outcomes: Flags) -> Floats:
    """Return the coefficients of the logistic regression of outcomes on terms; the first term, 1, has no ridge."""
    coefficients = np.zeros(terms.shape[1])
    for _ in range(MAX_STEPS):
        chances = 1 / (1 + np.exp(-terms @ coefficients))
        slope = terms.T @ (chances - outcomes) + RIDGE * _without_first(coefficients)
        curvature = (terms * (chances * (1 - chances))[:, None]).T @ terms + _ridge(terms.shape[1])
        step = np.linalg.solve(curvature, slope)
        coefficients = np.asarray(coefficients - step, dtype=np.float64)
        if np.abs(step).max() < PRECISION:
            break
    return coefficients


def linear_fit(terms: Floats, values: Floats) -> Floats:
    """Return the coefficients of the linear regression of values on terms."""
    return np.asarray(np.linalg.solve(terms.T @ terms + _ridge(terms.shape[1]), terms.T @ values), dtype=np.float64)


def _ridge(count: int) -> Floats:
    return np.diag(_without_first(np.full(count, RIDGE))) + PRECISION * np.eye(count)


def _without_first(values: Floats) -> Floats:
    return np.concatenate([[0.0], values[1:]])


def _rounded(values: Floats) -> list[float]:
    return [round(float(each), DIGITS) for each in values]
