"""The scale of difficulty: the efforts of random deals. `gaprace.solver.certificate` has the result."""

from gaprace.solver.certificate import PARTS
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.solve import solve
from tools.training.deals import board_of

MAX_EFFORT = 400_000
"""Deals that are not decided within this many boards, about a third, count as the hardest."""


def efforts(deals: int, evaluation: Evaluation) -> list[int | None]:
    """Return the effort of each deal that is not proven unwinnable, or None where it was not decided."""
    boards = (board_of(number, "calibration", evaluation.columns) for number in range(deals))
    solutions = [solve(board, evaluation, boards=MAX_EFFORT) for board in boards]
    return [each.boards if each.verdict == "winnable" else None for each in solutions if each.verdict != "unwinnable"]


def scale(found: list[int | None]) -> tuple[int, ...]:
    """Return the efforts that 1, 2, 3 ... of `PARTS` parts of the deals do not exceed, as far as deals were decided."""
    won = sorted(effort for effort in found if effort is not None)
    places = [part * len(found) // PARTS for part in range(1, PARTS + 1)]
    return tuple(won[place - 1] for place in places if 0 < place <= len(won))
