"""Decide whether a position can be won without a shuffle, by two searches that take turns within a budget.

One locks at once and finds most wins; the other tries every move, and so proves that there is none when it ends.
"""

from typing import NamedTuple

from gaprace.rules.board import Board
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.lines import Line, replayed
from gaprace.solver.search import BestFirstSearch, ShouldStop, never
from gaprace.solver.verdict import Verdict

MAX_BOARDS = 5_000_000
"""The largest budget, some five seconds. A larger one would need more than 1 GB for both searches together."""
FIRST_BOARDS = 2_000
"""Budget of the first search in the first round; each round doubles it. Neither search then waits long while the other
could soon end. The number is a guess."""
PROOF_SHARE = 4
"""The search that tries every move gets this part of the other one's budget on top: a quarter. Of 200 random deals it
proves 8 unwinnable within 0.1 s, and 3 more within 10 s."""


class Solution(NamedTuple):
    """A verdict on a position, with the line that proves a win and the cost of finding it."""

    verdict: Verdict
    line: Line
    """Moves that win, not always the fewest. Empty unless winnable, and for a board that is already won."""
    boards: int
    """Number of boards that both searches expanded."""


def solve(
    board: Board,
    evaluation: Evaluation,
    *,
    right_fill: bool = False,
    boards: int = MAX_BOARDS,
    should_stop: ShouldStop = never,
) -> Solution:
    """Decide a position, expanding at most `boards` boards.

    The result is deterministic as long as `should_stop` never returns true.

    Raises:
        ValueError: the evaluation is for boards of another width.

    """
    if evaluation.columns != board.columns:
        raise ValueError(f"an evaluation for {evaluation.columns} columns cannot judge {board.columns}")
    quick = BestFirstSearch(board, evaluation, right_fill=right_fill)
    complete = BestFirstSearch(board, evaluation, right_fill=right_fill, locks_at_once=False)
    end, share = min(boards, MAX_BOARDS), FIRST_BOARDS
    while not (_is_decided(quick, complete) or should_stop()):
        left = end - quick.boards - complete.boards
        if left <= 0:
            break
        quick.run(min(share, left - left // (PROOF_SHARE + 1)), should_stop)
        if quick.line is None:
            proof_share = share if quick.is_over else -(-share // PROOF_SHARE)
            complete.run(min(proof_share, end - quick.boards - complete.boards), should_stop)
        share *= 2
    return _solution(board, quick, complete, right_fill=right_fill)


def _is_decided(quick: BestFirstSearch, complete: BestFirstSearch) -> bool:
    return quick.line is not None or complete.is_over


def _solution(board: Board, quick: BestFirstSearch, complete: BestFirstSearch, *, right_fill: bool) -> Solution:
    line, boards = quick.line if quick.line is not None else complete.line, quick.boards + complete.boards
    if line is None:
        return Solution("unwinnable" if complete.is_exhausted else "unknown", (), boards)
    if not replayed(board, line, right_fill=right_fill).is_won:
        raise AssertionError(f"the line found for {board} does not win")
    return Solution("winnable", tuple(line), boards)
