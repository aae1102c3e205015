"""Decide whether a position can be won without a shuffle, by two searches that take turns within a budget."""

from collections.abc import Iterable
from typing import NamedTuple

from gaprace.rules.board import Board, Move
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.exhaustive import ExhaustiveSearch
from gaprace.solver.search import BestFirstSearch, ShouldStop, never
from gaprace.solver.verdict import Verdict

MAX_BOARDS = 5_000_000
"""The largest budget, some ten seconds. A larger one would need more than 1 GB for both searches together."""
FIRST_BOARDS = 2_000
"""Budget of the best-first search in the first round; each round doubles it. Neither search then waits long while the
other could soon end. The number is a guess."""
PROOF_SHARE = 4
"""The exhaustive search gets a quarter of that on top. Of 200 random deals it proves 8 unwinnable within 0.1 s, and 3
more within 10 s."""


class Solution(NamedTuple):
    """A verdict on a position, with the line that proves a win and the cost of finding it."""

    verdict: Verdict
    line: tuple[Move, ...]
    """Moves that win, not always the fewest. Empty unless winnable, and for a board that is already won."""
    boards: int
    """Number of boards that both searches expanded."""
    effort: int
    """Number of boards that the best-first search expanded."""


def solve(
    board: Board, evaluation: Evaluation, *, boards: int = MAX_BOARDS, should_stop: ShouldStop = never
) -> Solution:
    """Decide a position under the rules without right-neighbour fill, expanding about `boards` boards at most.

    The result is deterministic as long as `should_stop` never returns true.

    Raises:
        ValueError: the evaluation is for boards of another width.

    """
    if evaluation.columns != board.columns:
        raise ValueError(f"an evaluation for {evaluation.columns} columns cannot judge {board.columns}")
    attempt = _Attempt(board, evaluation)
    share = FIRST_BOARDS
    while not attempt.is_over and not should_stop():
        left = min(boards, MAX_BOARDS) - attempt.boards
        if left <= 0:
            break
        attempt.run(min(share, left * PROOF_SHARE // (PROOF_SHARE + 1) + 1), should_stop)
        share *= 2
    return attempt.solution()


class _Attempt:
    """Both searches of one position.

    A best-first search that locks at once may end without a win where there is one; a second, that tries every move,
    then replaces it.
    """

    def __init__(self, board: Board, evaluation: Evaluation) -> None:
        self._board, self._evaluation = board, evaluation
        self._search, self._exhaustive = BestFirstSearch(board, evaluation), ExhaustiveSearch(board)
        self._earlier_effort = 0
        self._tries_every_move = False

    @property
    def boards(self) -> int:
        return self._effort + self._exhaustive.boards

    @property
    def _effort(self) -> int:
        return self._earlier_effort + self._search.boards

    @property
    def _is_unwinnable(self) -> bool:
        return self._exhaustive.is_exhausted or (self._tries_every_move and self._search.is_exhausted)

    @property
    def is_over(self) -> bool:
        return self._search.line is not None or self._is_unwinnable

    def run(self, boards: int, should_stop: ShouldStop) -> None:
        self._search.run(boards, should_stop)
        if self._search.line is not None:
            return
        if self._search.is_exhausted and not self._tries_every_move:
            self._earlier_effort, self._tries_every_move = self._search.boards, True
            self._search = BestFirstSearch(self._board, self._evaluation, locks_at_once=False)
        self._exhaustive.run(-(-boards // PROOF_SHARE), should_stop)

    def solution(self) -> Solution:
        line = tuple(self._search.line or ())
        verdict: Verdict = "unknown"
        if self._search.line is not None:
            verdict = "winnable"
            if not replayed(self._board, line).is_won:
                raise AssertionError(f"the line found for {self._board} does not win")
        elif self._is_unwinnable:
            verdict = "unwinnable"
        return Solution(verdict, line, self.boards, self._effort)


def replayed(board: Board, line: Iterable[Move]) -> Board:
    """Return the board after some moves, without right-neighbour fill.

    Raises:
        IllegalAction: `illegal_move`.

    """
    for move in line:
        board = board.after(move)
    return board
