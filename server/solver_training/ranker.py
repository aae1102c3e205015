"""The ranker: a listwise softmax over groups of boards, linear in the evaluation's table entries.

    P(board) = exp(score) / sum over its group of exp(score),   score = sum of its entries - its charges

The weights minimise the mean of -log P(the board on the way), plus a small pull toward zero, by Adam (Kingma and Ba,
"Adam: a method for stochastic optimization", 2015) over small batches.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.float64]

BATCH = 256
"""Groups a step."""
RATE = 0.02
"""Adam's first step size; it falls in a straight line to a twentieth of it."""
PULL = 1e-6
"""How strongly weights are pulled toward zero."""


class Groups(NamedTuple):
    """Groups of boards: the first of each group lies on the way to a win."""

    features: NDArray[np.uint16]
    """Group x board x entry: which table entries a board sums up."""
    charges: NDArray[np.float32]
    """Group x board: what its moves cost."""

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Put groups together."""
        return cls(np.concatenate([part.features for part in parts]), np.concatenate([part.charges for part in parts]))

    def take(self, numbers: NDArray[np.intp]) -> Self:
        """Give some of the groups."""
        return type(self)(self.features[numbers], self.charges[numbers])

    def __bool__(self) -> bool:
        """Whether there are any."""
        return len(self.charges) > 0


class Fit(NamedTuple):
    """How well weights rank groups."""

    loss: float
    """The mean of -log P of the right one."""
    right: float
    """In which part of the groups the right one comes first."""


def scores(weights: Weights, groups: Groups) -> NDArray[np.float64]:
    """Give the score of every board of every group."""
    total: NDArray[np.float64] = weights.take(groups.features).sum(axis=2) - groups.charges
    return total


def chances(weights: Weights, groups: Groups) -> NDArray[np.float64]:
    """Give P of every board of every group."""
    score = scores(weights, groups)
    powers = np.exp(score - score.max(axis=1, keepdims=True))
    share: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return share


def judged(weights: Weights, groups: Groups) -> Fit:
    """Measure how well weights rank groups."""
    share = chances(weights, groups)
    return Fit(float(-np.log(share[:, 0] + 1e-12).mean()), float((share.argmax(axis=1) == 0).mean()))


def slope(weights: Weights, groups: Groups) -> Weights:
    """Give the gradient of the mean loss."""
    error = chances(weights, groups)
    error[:, 0] -= 1
    entries = groups.features.shape[2]
    share = np.repeat(error.ravel() / len(error), entries)
    total: Weights = np.bincount(groups.features.ravel(), weights=share, minlength=len(weights)).astype(np.float64)
    return total


def fitted(weights: Weights, groups: Groups, *, epochs: int, seed: int) -> Weights:
    """Give better weights."""
    chance = np.random.default_rng(seed)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    steps = list(_steps(len(groups.charges), epochs, chance))
    for number, chosen in enumerate(steps, 1):
        gradient = slope(weights, groups.take(chosen)) + PULL * weights
        mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        rate = RATE * (1 - 0.95 * number / len(steps))
        weights = weights - rate * (mean / (1 - 0.9**number)) / (np.sqrt(square / (1 - 0.999**number)) + 1e-8)
    return weights


def _steps(groups: int, epochs: int, chance: np.random.Generator) -> Iterator[NDArray[np.intp]]:
    for _ in range(epochs):
        order = chance.permutation(groups)
        for begin in range(0, groups, BATCH):
            yield order[begin : begin + BATCH]
