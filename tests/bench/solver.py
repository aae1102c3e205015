"""How strong the solver is: one core, CPU seconds of this process (`solver=200`: with 200 deals).

`solver --long=200` only searches, for up to 60 s a deal, and prints the memory of the process, too.
"""

import os
from collections.abc import Callable, Sequence
from random import Random
from resource import RUSAGE_SELF, getrusage
from time import process_time

from gaprace.cli.survey import wilson
from gaprace.engine.jobs import prepare
from gaprace.rules.variants import VARIANTS
from gaprace.settings import read_settings
from gaprace.solver.lines import replayed
from gaprace.solver.solve import solve
from gaprace.solver.tables import evaluation_for
from tests.positions import random_deal, solvitaire_deals

STRICT = VARIANTS["strict"]
BUDGETS_S = (0.1, 1.0, 10.0)
LONG_BUDGETS_S = (*BUDGETS_S, 60.0)
PUBLISHED_WINNABLE = 0.86
"""Blake and Gent 2019."""


def stop_after(seconds: float) -> Callable[[], bool]:
    end = process_time() + seconds
    return lambda: process_time() >= end


def strength(random: Random, deals: int, budgets_s: Sequence[float]) -> None:
    found: list[tuple[str, float]] = []
    for _ in range(deals):
        board, began = random_deal(random, STRICT).opening(), process_time()
        solution = solve(board, evaluation_for(13), should_stop=stop_after(budgets_s[-1]))
        found.append((solution.verdict, process_time() - began))
        assert replayed(board, solution.line).is_won is (solution.verdict == "winnable")
    for budget in budgets_s:
        kinds = [kind if seconds <= budget else "unknown" for kind, seconds in found]
        won, lost = kinds.count("winnable"), kinds.count("unwinnable")
        low, _ = wilson(won, deals)
        _, high = wilson(deals - lost, deals)
        print(
            f"within {budget:4} s: {(won + lost) / deals:6.1%} of {deals} decided, {won} winnable, {lost} unwinnable;"
            f" so {low:.1%} to {high:.1%} can be won (95 %, unknowns both ways; published: {PUBLISHED_WINNABLE:.0%})"
        )


def against_another_solver() -> None:
    deals = solvitaire_deals()
    same = different = 0
    for board, expected in deals:
        kind = solve(board, evaluation_for(13), should_stop=stop_after(10)).verdict
        same += kind == expected
        different += kind not in {expected, "unknown"}
    print(f"Solvitaire's verdicts: {same} of {len(deals)} found too, {different} contradicted")


def run(deals: int = 20) -> None:
    prepare(read_settings(os.environ).cache_dir)
    strength(Random("solver benchmark"), deals, BUDGETS_S)
    against_another_solver()


def run_long(deals: int = 100) -> None:
    prepare(read_settings(os.environ).cache_dir)
    strength(Random("solver benchmark"), deals, LONG_BUDGETS_S)
    print(f"memory: {getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")
