"""Whether a position can be won without a shuffle: both searches in turn, within a budget."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from gaprace.rules.board import Board, Move
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.exhaustive import Enumeration
from gaprace.solver.search import Search
from gaprace.solver.stopping import ShouldStop, never

MAX_BOARDS = 5_000_000
"""The largest budget, some ten seconds: beyond, both searches together would need more than 1 GB."""
FIRST_BOARDS = 2_000
"""What the search for a win looks into in the first round; each round has twice the boards of the one before. So the
two take turns, and none waits long for the other where it would soon end; the number itself is a guess."""
PROOF_PART = 4
"""A fourth of that more goes into the enumeration. Of 200 random deals it proves 8 within 0.1 s and 3 more in 10."""


class Kind(StrEnum):
    """What is known of a position."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"


class Verdict(NamedTuple):
    """What is known of a position, and how."""

    kind: Kind
    line: tuple[Move, ...]
    """The moves that win: not always the fewest. Empty unless winnable (or already won)."""
    boards: int
    """How many boards were looked into, by both searches."""
    effort: int
    """How many of them by the search for a win."""


def decide(
    board: Board, evaluation: Evaluation, *, boards: int = MAX_BOARDS, should_stop: ShouldStop = never
) -> Verdict:
    """Decide a position under the rules without right-neighbour fill, looking into so many boards at most.

    The same arguments give the same verdict, as long as `should_stop` never says so.

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
        attempt.run(min(share, left * PROOF_PART // (PROOF_PART + 1) + 1), should_stop)
        share *= 2
    return attempt.verdict()


class _Attempt:
    """Both searches. When the one that locks at once ends without a win, another that makes every move follows."""

    def __init__(self, board: Board, evaluation: Evaluation) -> None:
        self._board, self._evaluation = board, evaluation
        self._search, self._enumeration = Search(board, evaluation), Enumeration(board)
        self._effort_before = 0
        self._is_thorough = False

    @property
    def boards(self) -> int:
        return self._effort + self._enumeration.boards

    @property
    def _effort(self) -> int:
        return self._effort_before + self._search.boards

    @property
    def _is_unwinnable(self) -> bool:
        return self._enumeration.is_exhausted or (self._is_thorough and self._search.is_exhausted)

    @property
    def is_over(self) -> bool:
        return self._search.line is not None or self._is_unwinnable

    def run(self, boards: int, should_stop: ShouldStop) -> None:
        self._search.run(boards, should_stop)
        if self._search.line is not None:
            return
        if self._search.is_exhausted and not self._is_thorough:
            self._effort_before, self._is_thorough = self._search.boards, True
            self._search = Search(self._board, self._evaluation, locks_at_once=False)
        self._enumeration.run(-(-boards // PROOF_PART), should_stop)

    def verdict(self) -> Verdict:
        line = tuple(self._search.line or ())
        kind = Kind.UNKNOWN
        if self._search.line is not None:
            kind = Kind.WINNABLE
            if not replayed(self._board, line).is_won:
                raise AssertionError(f"the line found for {self._board} does not win")
        elif self._is_unwinnable:
            kind = Kind.UNWINNABLE
        return Verdict(kind, line, self.boards, self._effort)


def replayed(board: Board, line: Iterable[Move]) -> Board:
    """Make moves one after the other, by the rules.

    Raises:
        Refused: `illegal_move`.

    """
    for move in line:
        board = board.after(move)
    return board
