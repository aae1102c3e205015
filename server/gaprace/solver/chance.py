"""The win probability of a game: what is proven, and where nothing is, an estimate of a strong player's chance.

A player wins either without a further shuffle, or after one. Each of the two chances is a logistic regression on the
features of the board and their squares (`gaprace.solver.features`):

    win = now + (1 - now) * later

`now` is the chance of a win without a shuffle, given that the short search found none; `later` is that of a win after a
shuffle, given that there is none without: for each number of shuffles left, the same coefficients but for the first. A
proof replaces what it decides: a line that wins makes the chance 1, and where every sequence of moves was tried in
vain, `now` is 0.

The coefficients are in `chances.json`, fitted to games of bots by `python -m gaprace.solver.training chances`. How well
they hold is in `docs/evaluation.md`.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from gaprace.rules.board import ROWS, Move
from gaprace.rules.variants import Variant
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.features import Numbers, ShortSearch, short_search
from gaprace.solver.position import Position

Proven = Literal["win", "loss"]
"""`win`: moves alone win. `loss`: moves alone cannot, and no shuffle is left."""
UNPROVEN_MIN, UNPROVEN_MAX = 0.001, 0.999
"""What is not proven is never quite certain."""


class Chance(NamedTuple):
    """What can be expected of a position."""

    win: float
    """The chance that a strong player wins from here, 0 to 1."""
    proven: Proven | None
    """What is proven; then the chance is 1 or 0. None: it is an estimate."""
    locked: float
    """The number of cards that will be locked at the end, as expected."""
    line: tuple[Move, ...]
    """Moves that win, if such are known; otherwise those to the board with most cards locked that was found."""

    @property
    def par(self) -> int | None:
        """The length of the winning line, an upper bound of what is needed; None if there is none."""
        return len(self.line) if self.proven == "win" else None


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

    def now(self, features: Numbers) -> float:
        """Return the chance of a win without a shuffle."""
        return logistic(self._sum(self.coefficients.now, features))

    def later(self, features: Numbers, shuffles_left: int) -> float:
        """Return the chance of a win after a shuffle: that of the nearest number of shuffles that is known."""
        known = self.coefficients.later_first
        if not (shuffles_left and known):
            return 0.0
        first = known[min(shuffles_left, len(known)) - 1]
        return logistic(self._sum([first, *self.coefficients.later], features))

    def lost_share(self, features: Numbers, shuffles_left: int) -> float:
        """Return the share of cards that are locked at the end, if the game is not won."""
        known = self.coefficients.locked
        return min(max(self._sum(known[min(shuffles_left, len(known) - 1)], features), 0.0), 1.0)

    def _sum(self, row: list[float], features: Numbers) -> float:
        terms = terms_of(features[None], np.array(self.coefficients.mean), np.array(self.coefficients.scale))
        return float(terms[0] @ np.array(row))


def terms_of(features: Numbers, mean: Numbers, scale: Numbers) -> Numbers:
    """Return what the coefficients are multiplied by, for boards x features: boards x (1 + 2 x features)."""
    standard = (features - mean) / scale
    return np.hstack([np.ones((len(features), 1)), standard, standard**2])


def logistic(logit: float) -> float:
    """Return the probability of a logit."""
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))


@cache
def win_model(variant: str) -> WinModel:
    """Return the estimates of a variant, read from the package on first use."""
    text = files("gaprace.solver").joinpath("chances.json").read_bytes()
    return WinModel(msgspec.json.decode(text, type=ModelFile).variants[variant])


def chance_of(position: Position, variant: Variant, evaluation: Evaluation, line: tuple[Move, ...] = ()) -> Chance:
    """Return what can be expected of a position; `line` wins it, if one is known.

    A custom variant counts as the one that it is made of; of that, only the fill and the shuffles left differ.
    """
    board, shuffles_left, verdict = position
    found = short_search(board, variant, evaluation)
    cards = ROWS * (board.columns - 1)
    if verdict == "winnable" or found.line is not None:
        return Chance(1.0, "win", cards, line or found.line or ())
    cannot_win_now = verdict == "unwinnable" or board.is_stuck(right_fill=variant.right_fill)
    if cannot_win_now and not shuffles_left:
        return Chance(0.0, "loss", found.locked, found.toward)
    return _estimate(found, win_model(variant.name), shuffles_left, cards, cannot_win_now=cannot_win_now)


def _estimate(found: ShortSearch, model: WinModel, shuffles_left: int, cards: int, *, cannot_win_now: bool) -> Chance:
    now = 0.0 if cannot_win_now else model.now(found.features)
    win = now + (1 - now) * model.later(found.features, shuffles_left)
    win = min(max(win, UNPROVEN_MIN), UNPROVEN_MAX)
    lost = cards * model.lost_share(found.features, shuffles_left)
    return Chance(win, None, win * cards + (1 - win) * lost, found.toward)
