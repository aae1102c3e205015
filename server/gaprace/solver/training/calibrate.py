"""The scale of difficulty: what effort random deals cost. It prints the numbers of `server/solver/effort.py`."""

from collections.abc import Iterator

from gaprace.solver.effort import PARTS
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.training.deals import board_of
from gaprace.solver.verdict import Kind, decide

MAX_BOARDS = 400_000
"""Deals that are not decided with so many boards count as the hardest: about a third."""


def efforts(deals: int, evaluation: Evaluation) -> list[int | None]:
    """Return the effort of each deal that is not proven unwinnable; None where it was not decided."""
    return list(_efforts(deals, evaluation))


def _efforts(deals: int, evaluation: Evaluation) -> Iterator[int | None]:
    for number in range(deals):
        verdict = decide(board_of(number, "calibration", evaluation.columns), evaluation, boards=MAX_BOARDS)
        if verdict.kind is not Kind.UNWINNABLE:
            yield verdict.effort if verdict.kind is Kind.WINNABLE else None


def scale(found: list[int | None]) -> tuple[int, ...]:
    """Return the effort that 1, 2, 3 ... of `PARTS` parts of the deals do not exceed, as far as deals were decided."""
    won = sorted(effort for effort in found if effort is not None)
    places = [part * len(found) // PARTS for part in range(1, PARTS + 1)]
    return tuple(won[place - 1] for place in places if 0 < place <= len(won))
