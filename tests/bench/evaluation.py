"""How well the win probability holds, on positions of bots' games that it was not fitted to (`evaluation=20000` of each
variant, in as many processes as there are cores).

Reliability: the positions are put in order of their estimate and divided into ten parts; in each, the mean estimate
stands beside the share that was won. Behind the worst difference stands what chance alone makes of it: wins are drawn
by the estimates, and in 19 of 20 draws the worst difference is smaller. (Positions of one game share its result, but
seldom lie in one part: counted by game, the standard errors of the parts are at most a fifth larger.)

The Brier score is the mean square of the error; beside it stands that of the share of wins among the positions with as
many cards locked.
"""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from random import Random
from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gaprace.engine.jobs import prepare
from gaprace.rules.variants import VARIANTS
from gaprace.solver.answers import Position
from gaprace.solver.chance import chance_of
from gaprace.solver.tables import evaluation_for
from tools.training.rollouts import samples

PARTS = 10
DRAWS = 400


class Measured(NamedTuple):
    """The positions of a variant, one an entry."""

    estimates: NDArray[np.float64]
    won: NDArray[np.bool_]
    now_locked: NDArray[np.intp]
    locked: NDArray[np.float64]
    """As expected."""
    end_locked: NDArray[np.intp]
    cpu_ms: NDArray[np.float64]


def measured(name: str, positions: int) -> Measured:
    variant, rows = VARIANTS[name], []
    evaluation = evaluation_for(variant.columns)
    for each in islice(samples(variant, evaluation, Random(f"held out/{name}")), positions):
        began = process_time()
        chance = chance_of(Position(each.board, each.shuffles_left), variant, evaluation)
        cpu_ms = 1e3 * (process_time() - began)
        rows.append((chance.win, each.won, each.board.locked, chance.locked, each.locked, cpu_ms))
    return Measured(*(np.array(column) for column in zip(*rows, strict=True)))


def brier(estimates: NDArray[np.float64], won: NDArray[np.bool_]) -> float:
    return float(((estimates - won) ** 2).mean())


def by_locked(found: Measured) -> NDArray[np.float64]:
    """The share of wins among the positions with as many cards locked, itself included, which flatters it."""
    count = np.bincount(found.now_locked)
    wins = np.bincount(found.now_locked, weights=found.won)
    return (wins / np.maximum(count, 1))[found.now_locked]


Parts = list[NDArray[np.intp]]


def worst_part(estimates: NDArray[np.float64], won: NDArray[np.bool_], parts: Parts) -> float:
    """The largest difference between the mean estimate and the share that was won, in points."""
    return max(100 * abs(float(estimates[each].mean() - won[each].mean())) for each in parts)


def worst_by_chance(estimates: NDArray[np.float64], parts: Parts) -> float:
    """What the worst part of estimates that are right stays below in 19 of 20 draws, in points."""
    rng = np.random.default_rng(0)
    draws = [worst_part(estimates, rng.random(len(estimates)) < estimates, parts) for _ in range(DRAWS)]
    return float(np.percentile(draws, 95))


def show(name: str, found: Measured) -> None:
    deciles = np.array_split(np.argsort(found.estimates, kind="stable"), PARTS)
    pairs = [(100 * found.estimates[each].mean(), 100 * found.won[each].mean()) for each in deciles]
    print(
        f"{name}: {len(found.won)} positions, {found.won.mean():.0%} won;"
        f" Brier {brier(found.estimates, found.won):.4f},"
        f" by locked cards alone {brier(by_locked(found), found.won):.4f};"
        f" locked cards: mean error {np.abs(found.locked - found.end_locked).mean():.1f};"
        f" CPU median {np.median(found.cpu_ms):.1f} ms, p95 {np.percentile(found.cpu_ms, 95):.1f} ms"
    )
    print("  estimated " + " ".join(f"{estimate:5.1f}" for estimate, _ in pairs))
    worst, by_chance = worst_part(found.estimates, found.won, deciles), worst_by_chance(found.estimates, deciles)
    print(
        "  won       " + " ".join(f"{won:5.1f}" for _, won in pairs),
        f" worst {worst:.1f} points, by chance up to {by_chance:.1f}",
        flush=True,
    )


def run(positions: int = 20_000) -> None:
    with ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=partial(prepare, "")) as workers:
        for name, found in zip(VARIANTS, workers.map(partial(measured, positions=positions), VARIANTS), strict=True):
            show(name, found)
