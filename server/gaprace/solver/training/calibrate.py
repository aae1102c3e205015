"""The scale of difficulty: the efforts of random deals. `gaprace.solver.effort` has the result."""

from collections.abc import Iterator

from gaprace.solver.effort import PARTS
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.solve import solve
from gaprace.solver.training.deals import board_of

MAX_BOARDS = 400_000
"""Deals that are not decided within this budget, about a third, count as the hardest."""


def efforts(deals: int, evaluation: Evaluation) -> list[int | None]:
    """Return the effort of each deal that is not proven unwinnable, or None where it was not decided."""
    return list(_efforts(deals, evaluation))


def _efforts(deals: int, evaluation: Evaluation) -> Iterator[int | None]:
    for number in range(deals):
        solution = solve(board_of(number, "calibration", evaluation.columns), evaluation, boards=MAX_BOARDS)
        if solution.verdict != "unwinnable":
            yield solution.boards if solution.verdict == "winnable" else None


def scale(found: list[int | None]) -> tuple[int, ...]:
    """Return the efforts that 1, 2, 3 ... of `PARTS` parts of the deals do not exceed, as far as deals were decided."""
    won = sorted(effort for effort in found if effort is not None)
    places = [part * len(found) // PARTS for part in range(1, PARTS + 1)]
    return tuple(won[place - 1] for place in places if 0 < place <= len(won))
