"""Certificates: deals proven winnable without a shuffle, with a par and a difficulty.

The scale of difficulty is the effort of random deals: the boards that `gaprace.solver.solve` expands until it has found
a win.
"""

from bisect import bisect_right
from typing import NamedTuple

from gaprace.rules.board import KING, Board
from gaprace.rules.deal import opening
from gaprace.rules.variants import Variant
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.lines import Line, without_detours
from gaprace.solver.search import BestFirstSearch, Policy, ShouldStop, never
from gaprace.solver.solve import MAX_BOARDS, Solution, solve

PARTS = 40
"""The scale divides random deals into this many parts of equal size."""
EFFORTS: tuple[int, ...] = (
    89, 201, 280, 315, 380, 503, 633, 782, 914, 1067, 1307, 1719, 1954, 2572, 2802, 3221, 3834,
    5149, 6145, 7876, 9518, 11490, 12302, 15789, 21569, 26818, 39092, 48627, 63514, 96012,
    114157, 159849, 218573,
)  # fmt: skip
"""Entry k is the effort that k + 1 of the 40 parts of random `strict` deals do not exceed. Deals proven unwinnable are
left out; the parts beyond the last entry were not decided within 400 000 boards. Measured by
`python -m tools.training effort --deals 400` with the tables whose digest follows."""
TABLES_DIGEST = "5b4c0d0392d6c4f3"
"""The first 16 hexadecimal digits of the SHA-256 of `tables.npz` when the scale was measured. Other tables need another
scale."""


def is_measured(variant: Variant) -> bool:
    """Whether the scale is that of a variant's deals: whole decks, dealt at random, each gap filled from the left."""
    return variant.columns == KING and not variant.placed_twos and not variant.right_fill


def harder_permille(effort: int) -> int:
    """Return how many in a thousand random, possibly winnable deals cost more effort than this."""
    return 1000 - 1000 * bisect_right(EFFORTS, effort) // PARTS


HIGH_MOVE_COSTS = 16, 24
"""Costs per move at which the search, where it still finds a win, finds a shorter one: by 10 % in one deal of four."""
VERSION = 1
"""The version of the judgement of candidates for dailies: of the search, its evaluation, `CANDIDATE_BOARDS` and the
scale of difficulty. A change of one of them by which another candidate might be taken makes a new version.
Certificates keep the version that made them."""
CANDIDATE_BOARDS = 21_000
"""Boards within which a candidate for a daily is certified, or passed over: some 25 ms. Part of the scheme. A deal
that takes more would be too hard for the band of any weekday (`gaprace.play.events.difficulty`)."""
EFFORT_FACTOR, MIN_SHORTER_BOARDS, MAX_SHORTER_BOARDS = 12, 200_000, 2_000_000
"""Each search for a shorter line may expand this many times the boards of the first win, at least some 0.1 s, and some
320 MB at most. The minimum is for wins of the enumeration, whose lines go on for as long as it goes down."""


class Certificate(NamedTuple):
    """The proof that a deal can be won, with its par and difficulty."""

    code: str
    solution: Solution
    line: Line
    """The shortest winning line known; empty unless the deal is winnable."""

    @property
    def is_winnable(self) -> bool:
        """Whether the deal is proven winnable without a shuffle."""
        return self.solution.verdict == "winnable"

    @property
    def par(self) -> int:
        """Length of the line in moves: an upper bound of what the deal needs."""
        return len(self.line)

    @property
    def harder_permille(self) -> int:
        """The number of random deals in a thousand that are harder (see `gaprace.solver.certificate`)."""
        return harder_permille(self.solution.boards)


def certify(
    code: str,
    variant: Variant,
    evaluation: Evaluation,
    *,
    boards: int = MAX_BOARDS,
    should_stop: ShouldStop = never,
) -> Certificate:
    """Solve the opening of a deal with a budget of `boards`, and shorten the line that wins it."""
    board = opening(variant, code)
    solution = solve(board, evaluation, right_fill=variant.right_fill, boards=boards, should_stop=should_stop)
    line = (
        shorter_line(board, solution, evaluation, right_fill=variant.right_fill, should_stop=should_stop)
        if solution.verdict == "winnable"
        else ()
    )
    return Certificate(code, solution, line)


def certify_candidate(code: str, variant: Variant, evaluation: Evaluation) -> Certificate:
    """Return the certificate of a candidate for a daily, which any machine finds alike."""
    return certify(code, variant, evaluation, boards=CANDIDATE_BOARDS)


def shorter_line(
    board: Board, solution: Solution, evaluation: Evaluation, *, right_fill: bool, should_stop: ShouldStop
) -> Line:
    """Search again at high move costs, remove detours from every line, and return the shortest."""
    lines = [solution.line]
    for move_cost in HIGH_MOVE_COSTS:
        search = BestFirstSearch(board, evaluation, Policy(right_fill=right_fill, move_cost=move_cost))
        search.run(min(max(solution.boards * EFFORT_FACTOR, MIN_SHORTER_BOARDS), MAX_SHORTER_BOARDS), should_stop)
        lines += [tuple(search.line)] if search.line is not None else []
    longest = 2 * min(map(len, lines))
    return min((without_detours(board, line, right_fill=right_fill) for line in lines if len(line) <= longest), key=len)
