"""The chance to win by a shuffle, fitted to shuffles that the strong player plays out.

A sample is a shuffle of a board that keeps some runs, and what the player finds after it: a win by moves, or else the
runs of all boards on which the next shuffle could be made, the board before the first one among them, since undo
returns to it. With no shuffle left that is a loss; with one more, it is worth as much as the best of those boards. So
the chances follow from one another, from the last shuffle to the first.
"""

from random import Random
from typing import NamedTuple

import numpy as np

from gaprace.rules.board import ROWS, Board, card_of
from gaprace.rules.shuffle import redealt
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver.encoding import Ints
from gaprace.solver.policy import boards_to_shuffle_on, search_win
from gaprace.solver.shuffle_chance import Floats, kept_runs, terms_of_runs, values_of
from gaprace.solver.tables import evaluation_for
from tools.training.chances import DIGITS, logistic_fit
from tools.training.rollouts import STRONG_BOARDS

SAMPLES = 6_000
"""Of each variant."""
MEAN_RUNS = 0.3, 0.3, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0
"""Means of the lengths of kept runs, each as often: short ones matter most, since shuffles are best on them."""


class Sample(NamedTuple):
    """A shuffle, and what follows."""

    runs: tuple[int, ...]
    """The lengths of the runs that it keeps."""
    won: bool
    """Whether moves win after it."""
    next_runs: Ints
    """The runs that the next shuffle could keep, boards x rows, each once."""


def fitted_values(variant_name: str, count: int = SAMPLES) -> list[list[float]]:
    """Play out some shuffles of a variant, and return its coefficients by shuffles left."""
    variant = VARIANTS[variant_name]
    random = Random(f"shuffles/{variant.columns}/{variant.redeal}")  # noqa: S311  # not for play
    return fit([sample(variant, random) for _ in range(count)], variant) if variant.redeal else []


def sample(variant: Variant, random: Random) -> Sample:
    """Return a shuffle that keeps runs of random lengths, played out."""
    mean, longest = random.choice(MEAN_RUNS), variant.columns - 1
    lengths = [min(longest, int(random.expovariate(1 / mean) + 0.3)) for _ in range(ROWS)]
    board, evaluation = board_with(lengths, variant.columns), evaluation_for(variant.columns)
    (own,) = kept_runs(evaluation.encoding.encode(board)[None], variant)
    after = redealt(variant, board, random.randbytes(32), 1)
    search = search_win(after, variant, evaluation, STRONG_BOARDS)
    if search.line is not None:
        return Sample(tuple(own), True, np.empty((0, ROWS), dtype=np.intp))  # noqa: FBT003
    reached = [kept_runs(rows, variant) for rows in boards_to_shuffle_on(search, variant)]
    return Sample(tuple(own), False, np.unique(np.sort(np.vstack([*reached, own]), axis=1), axis=0))  # noqa: FBT003


def board_with(lengths: list[int], columns: int) -> Board:
    """Return a board whose rows begin with runs of these lengths, and then a gap."""
    cells, rest, free = bytearray(ROWS * columns), list[int](), list[int]()
    for row, length in enumerate(lengths):
        suit = [card_of(rank, row) for rank in range(2, columns + 1)]
        cells[row * columns : row * columns + length] = bytes(suit[:length])
        rest += suit[length:]
        free += range(row * columns + length + 1, (row + 1) * columns)
    for slot, card in zip(free, rest, strict=True):
        cells[slot] = card
    return Board(bytes(cells), columns)


def fit(samples: list[Sample], variant: Variant) -> list[list[float]]:
    """Return the coefficients of a variant, from one shuffle left on."""
    runs = np.array([each.runs for each in samples])
    terms, won = terms_of_runs(runs, variant.columns), np.array([each.won for each in samples])
    found: list[list[float]] = []
    for _ in range(variant.shuffles):
        later = _worth(samples, values_of(found, variant.columns)[-1]) if found else np.zeros(len(samples))
        found.append([round(float(each), DIGITS) for each in logistic_fit(terms, np.where(won, 1.0, later))])
    return found


def _worth(samples: list[Sample], values: Floats) -> Floats:
    """Return what the best board is worth on which the next shuffle can be made; nothing after a win."""
    return np.array([values[tuple(each.next_runs.T)].max(initial=0.0) for each in samples])
