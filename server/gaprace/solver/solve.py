"""Decide whether a position can be won without a shuffle, within a budget of boards.

Two searches take turns. A best-first search locks at once and finds most wins; an enumeration proves that there is none
when it ends, and finds other wins on the way. What they leave open goes to wide beams, in turns with the rest of the
enumeration.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gaprace.rules.board import Board, Move
from gaprace.solver.beam import BeamSearch
from gaprace.solver.enumeration import Enumeration
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.lines import Line, replayed
from gaprace.solver.search import BestFirstSearch, Policy, ShouldStop, never
from gaprace.solver.style import to_taste
from gaprace.solver.verdict import Verdict

MAX_BOARDS = 80_000_000
"""The largest budget, some 40 seconds: all beams of any position, and the enumeration up to `MAX_REMEMBERED`."""
BEST_FIRST_BOARDS = 2_000_000
"""Boards that are expanded before the beams, some 0.9 seconds' work. Of 90 deals that a best-first search without
turns and an enumeration had left open after 100 000 boards, the two won 53 within a million boards and 57 within three.
Of what two million had left open, beams of 8 000 win two deals within a million boards each, and of 32 000 six within
3 million. Boards of the best-first search take some 180 bytes each, 200 MB in all."""
BEAMS: tuple[tuple[int, int | None], ...] = ((32_000, None), (64_000, 0), (64_000, 1), (64_000, 2), (64_000, 3))
"""The beams, one after the other: the boards that each keeps of a ply, and its taste (`gaprace.solver.style`). An
evaluation that is slightly changed loses other boards."""
BEAM_TURN = 250_000
"""Boards that a beam expands in its turn, and that are enumerated in the next one."""
PROVING_BOARDS = 15_000_000
"""Boards that are enumerated before the second beam begins, some five seconds' work: what one beam has not won can
hardly be won. Of 35 deals that were open after a second, 20 are then decided within 10 seconds; with all beams one
after the other 17. (Computed from the cost of each search alone, when that work was 10 million boards.)"""
FIRST_BOARDS = 2_000
"""Budget of the best-first search in the first round; each round doubles it. Neither search then waits long while the
other could soon end. The number is a guess."""
PROOF_SHARE, LATE_PROOF_SHARE, LATE_BOARDS = 4, 1, 500_000
"""The enumeration gets this part of the best-first search's budget on top: a quarter, and as much again once the latter
has expanded `LATE_BOARDS`. Of 400 deals, a quarter decided 293, 325 and 332 within 0.1, 0.5 and 1 s, and a half 291,
323 and 332. After that, most wins are found, and proofs take millions of boards: of 64 hard deals, a tenth, a fifth
and a half of the time for the enumeration decided 48, 48 and 49 within 10 s."""


class Solution(NamedTuple):
    """A verdict on a position, with the line that proves a win and the cost of finding it."""

    verdict: Verdict
    line: Line
    """Moves that win, not always the fewest. Empty unless winnable, and for a board that is already won."""
    boards: int
    """Number of boards that all searches expanded."""


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
    searches = _Searches(board, evaluation, right_fill=right_fill, boards=min(boards, MAX_BOARDS))
    searches.take_turns(should_stop)
    searches.widen(should_stop)
    return searches.solution()


class _Searches:
    """The searches of a position, with one budget for all."""

    def __init__(self, board: Board, evaluation: Evaluation, *, right_fill: bool, boards: int) -> None:
        self._board, self._evaluation, self._right_fill, self._boards = board, evaluation, right_fill, boards
        self._enumeration = Enumeration(board, evaluation, right_fill=right_fill)
        self._line: Sequence[Move] | None = None
        self._spent = 0
        """Boards that were expanded by searches that are over."""
        self._is_exhausted = False
        """Whether it is proven that there is no win."""
        self._needs_all_moves = False
        """Whether no line wins on which every card locks at once."""

    def take_turns(self, should_stop: ShouldStop) -> None:
        """Let the best-first search and the enumeration take turns, each twice as long as the one before."""
        quick = BestFirstSearch(self._board, self._evaluation, Policy(right_fill=self._right_fill, by_ply=True))
        end, share = min(self._boards, BEST_FIRST_BOARDS), FIRST_BOARDS
        while not (self._is_decided or should_stop()):
            left = end - quick.boards - self._enumeration.boards
            if left <= 0:
                break
            part = PROOF_SHARE if quick.boards < LATE_BOARDS else LATE_PROOF_SHARE
            quick.run(min(share, left - left // (part + 1)), should_stop)
            self._line = quick.line
            if self._line is None:
                proof_share = share if quick.is_over else -(-share // part)
                self._enumerate(min(proof_share, end - quick.boards - self._enumeration.boards), should_stop)
            share *= 2
        self._spent += quick.boards
        self._needs_all_moves = quick.is_exhausted

    def widen(self, should_stop: ShouldStop) -> None:
        """Let one beam after the other and the enumeration take turns.

        The enumeration goes on alone after the first beam, up to `PROVING_BOARDS`, and after the last one.
        """
        for width, taste in () if self._needs_all_moves else BEAMS:
            if not self._goes_on(should_stop):
                return
            evaluation = self._evaluation if taste is None else to_taste(self._evaluation, taste)
            beam = BeamSearch(self._board, evaluation, width, right_fill=self._right_fill)
            while not beam.is_over and self._goes_on(should_stop):
                before = beam.boards
                beam.run(min(BEAM_TURN, self._left), should_stop)
                self._spent += beam.boards - before
                self._line = beam.line
                if self._line is None:
                    self._enumerate(beam.boards - before, should_stop)
            if self._goes_on(should_stop):
                self._enumerate(max(0, PROVING_BOARDS - self._enumeration.boards), should_stop)
        if not self._is_decided:
            self._enumerate(self._left, should_stop)

    def _goes_on(self, should_stop: ShouldStop) -> bool:
        return not self._is_decided and self._left > 0 and not should_stop()

    def _enumerate(self, boards: int, should_stop: ShouldStop) -> None:
        self._enumeration.run(min(boards, self._left), should_stop)
        self._line, self._is_exhausted = self._enumeration.line, self._enumeration.is_exhausted

    def solution(self) -> Solution:
        """Return what was found, a line replayed by the rules."""
        line, boards = self._line, self._boards - self._left
        if line is None:
            return Solution("unwinnable" if self._is_exhausted else "unknown", (), boards)
        if not replayed(self._board, line, right_fill=self._right_fill).is_won:
            raise AssertionError(f"the line found for {self._board} does not win")
        return Solution("winnable", tuple(line), boards)

    @property
    def _left(self) -> int:
        return self._boards - self._spent - self._enumeration.boards

    @property
    def _is_decided(self) -> bool:
        return self._line is not None or self._is_exhausted
