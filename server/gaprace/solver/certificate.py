"""Deals with a certificate: proven winnable without a shuffle, with a par and a difficulty."""

from typing import NamedTuple

from gaprace.errors import IllegalAction
from gaprace.rules.board import Board, Move
from gaprace.rules.deal import opening
from gaprace.rules.variants import Variant
from gaprace.solver.effort import harder_of_thousand
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.search import Search
from gaprace.solver.stopping import ShouldStop, never
from gaprace.solver.verdict import MAX_BOARDS, Kind, Verdict, decide, replayed

DEAR_CHARGES = 16, 24
"""Charges a move at which the search, where it still finds a win, finds a shorter one: by 10 % in one deal of four."""
MORE_EFFORT = 4
"""It may look into so many times the boards that the first win took."""


class Certificate(NamedTuple):
    """What is proven of a deal."""

    code: str
    verdict: Verdict
    line: tuple[Move, ...]
    """The shortest winning line known; empty unless the deal is winnable."""

    @property
    def is_winnable(self) -> bool:
        """Whether the deal is proven winnable without a shuffle."""
        return self.verdict.kind is Kind.WINNABLE

    @property
    def par(self) -> int:
        """How many moves the line has: nobody needs more, and somebody may need fewer."""
        return len(self.line)

    @property
    def harder_of_thousand(self) -> int:
        """Its difficulty: how many of a thousand random deals are harder (see `gaprace.solver.effort`)."""
        return harder_of_thousand(self.verdict.effort)


def certify(
    code: str,
    variant: Variant,
    evaluation: Evaluation,
    *,
    boards: int = MAX_BOARDS,
    should_stop: ShouldStop = never,
) -> Certificate:
    """Decide the opening of a deal, and shorten the line that wins it."""
    board = opening(variant, code)
    verdict = decide(board, evaluation, boards=boards, should_stop=should_stop)
    line = shorter_line(board, verdict, evaluation, should_stop) if verdict.kind is Kind.WINNABLE else ()
    return Certificate(code, verdict, line)


def shorter_line(board: Board, verdict: Verdict, evaluation: Evaluation, should_stop: ShouldStop) -> tuple[Move, ...]:
    """Search again where moves are dear, leave out detours, and give the shortest line of all."""
    lines = [verdict.line]
    for charge in DEAR_CHARGES:
        search = Search(board, evaluation, charge=charge)
        search.run(verdict.effort * MORE_EFFORT, should_stop)
        lines += [tuple(search.line)] if search.line is not None else []
    return min((without_detours(board, line) for line in lines), key=len)


def without_detours(board: Board, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """Leave out moves that the win does not need: one or two at a time, as long as the rest still wins."""
    at = 0
    while at < len(line):
        shorter = next((each for each in _left_out(line, at) if _wins_from(board, each[at:])), None)
        if shorter is None:
            board = board.after(line[at])
            at += 1
        else:
            line = shorter
    return line


def _left_out(line: tuple[Move, ...], at: int) -> list[tuple[Move, ...]]:
    """Leave out the move `at`, alone or with a later move of the same card: one there and the other back."""
    without = line[:at] + line[at + 1 :]
    later = [number for number in range(at, len(without)) if without[number].card == line[at].card]
    return [without, *[without[:number] + without[number + 1 :] for number in later]]


def _wins_from(board: Board, rest: tuple[Move, ...]) -> bool:
    try:
        return replayed(board, rest).is_won
    except IllegalAction:
        return False
