"""The ranker: a listwise softmax over groups of boards, linear in the evaluation's table entries.

    P(board) = exp(score) / sum over its group of exp(score),   score = sum of its entries

The weights minimise the mean of -log P(the first board), plus a pull toward the weights to begin with (`sharing`), by
Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015) over small batches.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from gaprace.solver.evaluation import Evaluation
from gaprace.solver.layout import Bytes
from gaprace.solver.training.sharing import Sharing

Weights = NDArray[np.float64]

BATCH = 256
"""Groups a step."""
RATE = 0.01
"""Adam's first step size; it falls in a straight line to a twentieth of it. From 0.003 to 0.02 all serve."""
MIN_STEPS = 600
"""Few groups are gone through more often, until so many batches are done ... (these three are guesses)"""
MIN_EPOCHS, MAX_EPOCHS = 4, 20
"""... but not more often than this: then they would be learnt by heart."""
FINEST = 2.0**-24
"""Chances are rounded to this: processors differ in the last bits of an exponential, and the tables must not."""


class Groups(NamedTuple):
    """Groups of boards: the first of each group is better than its others."""

    features: NDArray[np.uint16]
    """Group x board x entry: which table entries a board sums up."""

    @classmethod
    def of(cls, rows: Bytes, shape: tuple[int, ...], evaluation: Evaluation) -> Self:
        """Make groups of boards, one group after the other; `shape` tells how many, and how many boards in each."""
        pairs, follows = evaluation.features(rows)
        features = np.concatenate([pairs, follows + evaluation.pairs.size], axis=1).astype(np.uint16)
        return cls(features.reshape(*shape, features.shape[1]))

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Put groups together."""
        return cls(np.concatenate([part.features for part in parts]))

    def take(self, numbers: NDArray[np.intp]) -> Self:
        """Return some of the groups."""
        return type(self)(self.features[numbers])

    @property
    def size(self) -> int:
        """How many groups there are."""
        return len(self.features)


class Fit(NamedTuple):
    """How well weights rank groups."""

    loss: float
    """The mean of -log P of the right one."""
    right: float
    """In which part of the groups the right one comes first."""


def scores(weights: Weights, groups: Groups) -> NDArray[np.float64]:
    """Return the score of every board of every group."""
    total: NDArray[np.float64] = weights.take(groups.features).sum(axis=2)
    return total


def chances(weights: Weights, groups: Groups) -> NDArray[np.float64]:
    """Return P of every board of every group."""
    score = scores(weights, groups)
    powers = np.exp(score - score.max(axis=1, keepdims=True))
    share: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return share


def judged(weights: Weights, groups: Groups) -> Fit:
    """Measure how well weights rank groups."""
    share = chances(weights, groups)
    return Fit(float(-np.log(share[:, 0] + 1e-12).mean()), float((share.argmax(axis=1) == 0).mean()))


def slope(weights: Weights, groups: Groups) -> Weights:
    """Return the gradient of the mean loss."""
    error = np.rint(chances(weights, groups) / FINEST) * FINEST
    error[:, 0] -= 1
    entries = groups.features.shape[2]
    share = np.repeat(error.ravel() / len(error), entries)
    total: Weights = np.bincount(groups.features.ravel(), weights=share, minlength=len(weights)).astype(np.float64)
    return total


def fitted(sharing: Sharing, groups: Groups, first: Weights, *, deals: int, seed: int) -> Weights:
    """Learn what to add to the first weights of all entries; the groups come of so many deals."""
    pulls = sharing.pulls / max(deals, 1)
    numbers = np.zeros_like(sharing.pulls)
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    steps = list(_steps(groups.size, np.random.default_rng(seed)))
    for step, chosen in enumerate(steps, 1):
        loss_slope = slope(first + sharing.spread(numbers), groups.take(chosen))
        gradient = sharing.gathered(loss_slope) + pulls * numbers
        mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        rate = RATE * (1 - 0.95 * step / len(steps))
        numbers -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    weights: Weights = first + sharing.spread(numbers)
    return weights


def _steps(groups: int, chance: np.random.Generator) -> Iterator[NDArray[np.intp]]:
    epochs = min(max(MIN_STEPS * BATCH // max(groups, 1), MIN_EPOCHS), MAX_EPOCHS)
    for _ in range(epochs):
        order = chance.permutation(groups)
        for begin in range(0, groups, BATCH):
            yield order[begin : begin + BATCH]
