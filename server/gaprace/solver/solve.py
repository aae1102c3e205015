"""Decide whether a position can be won without a shuffle, within a budget of boards.

Two searches take turns. A cyclic search locks at once and finds most wins; an enumeration proves that there is none
when it ends, and finds other wins on the way. What they leave open goes to cyclic searches with slightly modified
evaluations, one after the other, and then to the rest of the enumeration.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gaprace.rules.board import Board, Move
from gaprace.solver.answers import Verdict
from gaprace.solver.cyclic_search import CyclicSearch
from gaprace.solver.enumeration import MAX_REMEMBERED, Enumeration
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.lines import Line, replayed
from gaprace.solver.search import ShouldStop, never
from gaprace.solver.style import to_taste

MAX_BOARDS = 50_000_000
"""The usual budget, some 40 seconds: all searches of any position, and the enumeration up to `MAX_REMEMBERED`."""
CYCLIC_BOARDS = 2_500_000
"""Boards that a cyclic search expands, some 3 seconds' work, in 400 MB. Of 400 deals, it wins 323 with 600 000 boards,
and 332 with 2.5 million."""
TASTES = 1, 0, 2
"""The tastes of the further cyclic searches (`gaprace.solver.style`). Of nine deals that took the first one more than
600 000 boards, they win seven, five and five."""
FIRST_BOARDS = 2_000
"""Budget of the cyclic search in the first round; each round doubles it. Neither search then waits long while the other
could soon end. The number is a guess."""
PROOF_SHARE, LATE_PROOF_SHARE, LATE_BOARDS = 0.25, 2, 500_000
"""The enumeration gets this part of the cyclic search's budget on top: a quarter, and twice as much once the latter has
expanded `LATE_BOARDS`. After that, most wins are found, and proofs take millions of boards. Computed from the boards
that each search needs alone, of 400 deals 294, 343, 371 and 378 are decided within 0.1, 1, 5 and 10 s; with equal parts
at the end 366 within 5 s, with a half at the beginning 292 within 0.1 s."""
PROVING_BOARDS = 8_000_000
"""Boards that are enumerated before the further cyclic searches begin, some six seconds' work."""


class Proof(NamedTuple):
    """The extent of an enumeration that has ended. It depends on the position and the evaluation alone."""

    reached: int
    """Number of boards that it reached, as it tells them apart."""
    digest: int
    """The sum of their keys, modulo 2**64."""


class Solution(NamedTuple):
    """A verdict on a position, with the line that proves a win and the cost of finding it."""

    verdict: Verdict
    line: Line
    """Moves that win, not always the fewest. Empty unless winnable, and for a board that is already won."""
    boards: int
    """Number of boards that all searches expanded."""
    proof: Proof | None = None
    """Of an unwinnable position."""


def solve(
    board: Board,
    evaluation: Evaluation,
    *,
    right_fill: bool = False,
    boards: int = MAX_BOARDS,
    should_stop: ShouldStop = never,
) -> Solution:
    """Decide a position, expanding at most `boards` boards.

    The enumeration takes half a gigabyte, and as much for each `MAX_BOARDS` of a larger budget. The result is
    deterministic as long as `should_stop` never returns true.
    Raises ValueError if the evaluation is for boards of another width.
    """
    if evaluation.columns != board.columns:
        raise ValueError(f"an evaluation for {evaluation.columns} columns cannot judge {board.columns}")
    searches = _Searches(board, evaluation, right_fill=right_fill, boards=boards)
    searches.take_turns(should_stop)
    searches.prove(PROVING_BOARDS, should_stop)
    searches.try_tastes(should_stop)
    searches.prove(boards, should_stop)
    return searches.solution()


class _Searches:
    """The searches of a position, with one budget for all."""

    def __init__(self, board: Board, evaluation: Evaluation, *, right_fill: bool, boards: int) -> None:
        self._board, self._evaluation, self._right_fill, self._boards = board, evaluation, right_fill, boards
        remembered = MAX_REMEMBERED * max(1, boards // MAX_BOARDS)
        self._enumeration = Enumeration(board, evaluation, right_fill=right_fill, remembered=remembered)
        self._line: Sequence[Move] | None = None
        self._spent = 0
        """Boards that the cyclic searches have expanded."""
        self._is_exhausted = False
        """Whether it is proven that there is no win."""
        self._needs_all_moves = False
        """Whether no line wins on which every card locks at once."""

    def take_turns(self, should_stop: ShouldStop) -> None:
        """Let a cyclic search and the enumeration take turns, each twice as long as the one before."""
        cyclic, share = CyclicSearch(self._board, self._evaluation, right_fill=self._right_fill), FIRST_BOARDS
        while self._goes_on(should_stop) and cyclic.boards < CYCLIC_BOARDS and not cyclic.is_over:
            part = PROOF_SHARE if cyclic.boards < LATE_BOARDS else LATE_PROOF_SHARE
            boards = self._search(cyclic, min(share, max(1, int(self._left / (1 + part)))), should_stop)
            if self._line is None:
                self.prove(self._enumeration.boards + int(part * boards), should_stop)
            share *= 2
        self._needs_all_moves = cyclic.is_exhausted

    def try_tastes(self, should_stop: ShouldStop) -> None:
        """Search with one slightly modified evaluation after the other.

        These searches lock at once, too: where the first one has ended, they are left out.
        """
        for taste in () if self._needs_all_moves else TASTES:
            if self._goes_on(should_stop):
                evaluation = to_taste(self._evaluation, taste)
                cyclic = CyclicSearch(self._board, evaluation, right_fill=self._right_fill)
                self._search(cyclic, self._left, should_stop)

    def prove(self, boards: int, should_stop: ShouldStop) -> None:
        """Continue the enumeration until it has looked into this many boards."""
        if self._goes_on(should_stop):
            self._enumeration.run(min(boards - self._enumeration.boards, self._left), should_stop)
            self._line, self._is_exhausted = self._enumeration.line, self._enumeration.is_exhausted

    def _search(self, cyclic: CyclicSearch, boards: int, should_stop: ShouldStop) -> int:
        """Continue a cyclic search, up to `CYCLIC_BOARDS`; return how many boards it has expanded."""
        before = cyclic.boards
        cyclic.run(min(boards, CYCLIC_BOARDS - before), should_stop)
        self._spent += cyclic.boards - before
        self._line = cyclic.line
        return cyclic.boards - before

    def _goes_on(self, should_stop: ShouldStop) -> bool:
        return not self._is_decided and self._left > 0 and not should_stop()

    def solution(self) -> Solution:
        """Return what was found, a line replayed by the rules."""
        line, boards = self._line, self._boards - self._left
        if self._is_exhausted:
            return Solution("unwinnable", (), boards, Proof(self._enumeration.reached, self._enumeration.digest))
        if line is None:
            return Solution("unknown", (), boards)
        if not replayed(self._board, line, right_fill=self._right_fill).is_won:
            raise AssertionError(f"the line found for {self._board} does not win")
        return Solution("winnable", tuple(line), boards)

    @property
    def _left(self) -> int:
        return self._boards - self._spent - self._enumeration.boards

    @property
    def _is_decided(self) -> bool:
        return self._line is not None or self._is_exhausted
