"""The ranker: a listwise softmax over groups of boards, linear in the evaluation's table entries.

    P(board) = exp(score) / sum over its group of exp(score),   score = sum of its entries

The weights minimise the mean of -log P(first board), plus a penalty on the change from the initial weights
(`sharing`), by Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015) with mini-batches.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from gaprace.solver.encoding import Bytes
from gaprace.solver.evaluation import Evaluation
from tools.training.sharing import Sharing

Weights = NDArray[np.float64]

BATCH_SIZE = 256
"""Groups per step."""
LEARNING_RATE = 0.01
"""Adam's initial step size, which falls linearly. Anything from 0.003 to 0.02 works."""
MEAN_SHARE, SQUARE_SHARE, DIVISION_GUARD = 0.1, 0.001, 1e-8
"""Adam's other constants, as its paper has them: the share of the newest gradient in the means, and what keeps it from
dividing by 0."""
LAST_RATE = 0.05
"""The fraction of the step size that is left at the end."""
MIN_STEPS = 600
"""Small sets of groups get more epochs, until this many steps are made. This and the next two numbers are guesses."""
MIN_EPOCHS, MAX_EPOCHS = 4, 20
"""Bounds of the number of epochs. More than the maximum would overfit."""
PROBABILITY_STEP = 2.0**-24
"""Probabilities are rounded to multiples of this: processors differ in the last bits of an exponential, and the tables
must not."""
MIN_PROBABILITY = 1e-12
"""Added before a logarithm, which 0 has not."""


class Groups(NamedTuple):
    """Groups of boards. The first board of each group is better than the others."""

    features: NDArray[np.uint16]
    """Shape group x board x entry: the indices of the table entries that sum to a board's score."""

    @classmethod
    def of(cls, rows: Bytes, shape: tuple[int, ...], evaluation: Evaluation) -> Self:
        """Make groups from encoded boards, one group after the other; `shape` is groups x boards per group."""
        pairs, follows = evaluation.features(rows)
        features = np.concatenate([pairs, follows + evaluation.pairs.size], axis=1).astype(np.uint16)
        return cls(features.reshape(*shape, features.shape[1]))

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Concatenate groups."""
        return cls(np.concatenate([part.features for part in parts]))

    def take(self, numbers: NDArray[np.intp]) -> Self:
        """Return the groups with some numbers."""
        return type(self)(self.features[numbers])

    @property
    def size(self) -> int:
        """The number of groups."""
        return len(self.features)


class FitQuality(NamedTuple):
    """The quality of a fit of weights to groups."""

    loss: float
    """The mean of -log P(first board)."""
    accuracy: float
    """The fraction of groups whose first board has the highest score."""


def scores(weights: Weights, groups: Groups) -> NDArray[np.float64]:
    """Return the scores, of the shape group x board."""
    total: NDArray[np.float64] = weights.take(groups.features).sum(axis=2)
    return total


def probabilities(weights: Weights, groups: Groups) -> NDArray[np.float64]:
    """Return the probabilities P, of the shape group x board."""
    score = scores(weights, groups)
    powers = np.exp(score - score.max(axis=1, keepdims=True))
    share: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return share


def fit_quality(weights: Weights, groups: Groups) -> FitQuality:
    """Return how well weights rank groups."""
    share = probabilities(weights, groups)
    return FitQuality(float(-np.log(share[:, 0] + MIN_PROBABILITY).mean()), float((share.argmax(axis=1) == 0).mean()))


def gradient(weights: Weights, groups: Groups) -> Weights:
    """Return the gradient of the mean loss (without the penalty)."""
    error = np.rint(probabilities(weights, groups) / PROBABILITY_STEP) * PROBABILITY_STEP
    error[:, 0] -= 1
    entries = groups.features.shape[2]
    share = np.repeat(error.ravel() / len(error), entries)
    total: Weights = np.bincount(groups.features.ravel(), weights=share, minlength=len(weights)).astype(np.float64)
    return total


def fitted(sharing: Sharing, groups: Groups, first: Weights, *, deals: int, seed: int) -> Weights:
    """Return weights fitted to groups that come from `deals` deals, starting from `first`."""
    penalties = sharing.penalties / max(deals, 1)
    numbers = np.zeros_like(sharing.penalties)
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    steps = list(_steps(groups.size, np.random.default_rng(seed)))
    for step, chosen in enumerate(steps, 1):
        loss_gradient = gradient(first + sharing.spread(numbers), groups.take(chosen))
        change = sharing.gathered(loss_gradient) + penalties * numbers
        mean = (1 - MEAN_SHARE) * mean + MEAN_SHARE * change
        square = (1 - SQUARE_SHARE) * square + SQUARE_SHARE * change**2
        unbiased_mean = mean / (1 - (1 - MEAN_SHARE) ** step)
        unbiased_square = square / (1 - (1 - SQUARE_SHARE) ** step)
        rate = LEARNING_RATE * (1 - (1 - LAST_RATE) * step / len(steps))
        numbers -= rate * unbiased_mean / (np.sqrt(unbiased_square) + DIVISION_GUARD)
    weights: Weights = first + sharing.spread(numbers)
    return weights


def _steps(groups: int, rng: np.random.Generator) -> Iterator[NDArray[np.intp]]:
    epochs = min(max(MIN_STEPS * BATCH_SIZE // max(groups, 1), MIN_EPOCHS), MAX_EPOCHS)
    for _ in range(epochs):
        order = rng.permutation(groups)
        for begin in range(0, groups, BATCH_SIZE):
            yield order[begin : begin + BATCH_SIZE]
