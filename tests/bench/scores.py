"""How well leaderboards order simulated players of known strength (`tests.score_simulation`)."""

from collections.abc import Sequence
from random import Random
from time import perf_counter

from tests import score_simulation as simulation

BOARDS = {
    "best": simulation.best,
    "wins": simulation.wins,
    "a week's score": simulation.best_week,
    "a month's score": simulation.duplicate,
}
GROUP_SIZE = 12


def run(months: int = 2_000) -> None:
    """Print Kendall's tau of each leaderboard: `best` and `wins` are those that there were before."""
    order([simulation.a_month(Random(f"levels {seed}")) for seed in range(months)], "8 players of 4 strengths")
    spread = [Random(f"spread {seed}") for seed in range(months // 4)]
    mixed = [simulation.a_month(random, [random.gauss(1.5, 1.1) for _ in range(GROUP_SIZE)]) for random in spread]
    order(mixed, f"{GROUP_SIZE} players, normally distributed")


def order(months: Sequence[simulation.Month], name: str) -> None:
    started = perf_counter()
    taus = "  ".join(f"{board} {simulation.mean_tau(rank, months):.3f}" for board, rank in BOARDS.items())
    print(f"{name}, {len(months)} months: tau of {taus}  ({perf_counter() - started:.0f} s)")
