"""Finding puzzles: positions in which exactly one move keeps a proven win, and every other one is proven to lose.

Nothing here rests on a search that failed to find something: a move counts as lost when all boards that can be reached
after it were expanded and none of them is won (`BestFirstSearch` with `locks_at_once=False`), and as winning when a
line wins. Everything is limited by numbers of boards, so that the same position gives the same puzzle on every machine.

A puzzle goes on for as long as one move alone wins, `MAX_LINE` moves at most.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from gaprace.rules.board import Board, Move
from gaprace.solver.answers import Mistake, Puzzle, Refutation, Step
from gaprace.solver.evaluation import Evaluation
from gaprace.solver.search import BestFirstSearch, Policy
from gaprace.solver.solve import solve

MAX_LINE = 5
"""Moves to find at most."""
MIN_REFUTATION_BOARDS = 8
"""Boards of the largest refutation: with fewer, one sees at a glance that the other moves lose. A guess."""
MAX_REFUTATION_BOARDS = 100_000
"""Boards that may be enumerated after one move: some 0.05 s."""
MAX_WIN_BOARDS = 100_000
"""Boards within which a position has to be won."""
MAX_LINE_BOARDS = 600_000
"""Boards that are enumerated along one winning line: some 0.3 s. The rest of the line is left out."""
OPEN_STEP_BOARDS = MAX_REFUTATION_BOARDS // 20
"""The boards that a position counts for where another move was not refuted: its search ended when it was won or at the
maximum, mostly early. A guess."""


def puzzles_of_deal(board: Board, evaluation: Evaluation) -> list[Puzzle]:
    """Return the puzzles along the line that wins an opening, if one is found."""
    return puzzles_along(board, solve(board, evaluation, boards=MAX_WIN_BOARDS).line, evaluation)


def puzzles_along(board: Board, line: Sequence[Move], evaluation: Evaluation) -> list[Puzzle]:
    """Return the puzzles along a line that wins: one for each run of only moves."""
    walked, steps = [board], list[Step | None]()
    boards = 0
    for move in line:
        step = _step(walked[-1], move, evaluation) if boards < MAX_LINE_BOARDS else None
        boards += sum(each.boards for each in step.refutations) if step else OPEN_STEP_BOARDS
        steps.append(step)
        walked.append(walked[-1].after(move))
    return [puzzle for at in _starts(steps) if (puzzle := _puzzle(walked[at], steps[at:], line[at:]))]


def mistakes_of(runs: Sequence[Sequence[Board]], evaluation: Evaluation) -> list[Mistake]:
    """Return the puzzles in which a game was lost. Each of its `runs` has boards of which moves led to the next."""
    found = (_mistake(run, evaluation) for run in runs)
    return [mistake for mistake in found if mistake]


def _starts(steps: Sequence[Step | None]) -> Iterator[int]:
    """Yield where each run of only moves begins, forced ones left out."""
    at = 0
    for is_only, run in groupby(steps, key=lambda step: step is not None):
        length = len([*run])
        choices = [each for each in range(at, at + length) if is_only and (step := steps[each]) and step.refutations]
        yield from choices[:1]
        at += length


def _puzzle(board: Board, steps: Sequence[Step | None], line: Sequence[Move]) -> Puzzle | None:
    """Return the puzzle that begins with these steps, if it is worth the time."""
    only = list[Step]()
    for step in steps[:MAX_LINE]:
        if step is None:
            break
        only.append(step)
    while only and not only[-1].refutations:
        only.pop()
    puzzle = Puzzle(board, tuple(only), tuple(line[len(only) :]))
    largest = max((each.boards for step in only for each in step.refutations), default=0)
    return puzzle if largest >= MIN_REFUTATION_BOARDS else None


def _step(board: Board, move: Move, evaluation: Evaluation) -> Step | None:
    """Return a step if a move that wins is the only one; None if another one is not proven to lose."""
    refutations = list[Refutation]()
    for other in board.legal_moves():
        if other != move:
            refutation = _refutation(board, other, evaluation)
            if refutation is None:
                return None
            refutations.append(refutation)
    return Step(move, tuple(refutations))


def _refutation(board: Board, move: Move, evaluation: Evaluation) -> Refutation | None:
    """Enumerate all boards after a move; None if one of them is won, or if there are too many."""
    search = BestFirstSearch(board.after(move), evaluation, Policy(locks_at_once=False))
    search.run(MAX_REFUTATION_BOARDS)
    if not search.is_exhausted:
        return None
    locked, line = search.most_locked()
    return Refutation(move, search.boards, locked, tuple(line))


def _mistake(run: Sequence[Board], evaluation: Evaluation) -> Mistake | None:
    """Return the puzzle at the board of a run from which no win was possible any more after the next move."""
    won, lost = 0, len(run) - 1
    first = solve(run[won], evaluation, boards=MAX_WIN_BOARDS)
    if first.verdict != "winnable" or solve(run[lost], evaluation, boards=MAX_WIN_BOARDS).verdict != "unwinnable":
        return None
    line = first.line
    while lost - won > 1:
        middle = (won + lost) // 2
        found = solve(run[middle], evaluation, boards=MAX_WIN_BOARDS)
        if found.verdict == "unknown":
            return None
        won, lost, line = (middle, lost, found.line) if found.verdict == "winnable" else (won, middle, line)
    puzzles = puzzles_along(run[won], line[:MAX_LINE], evaluation)
    if not puzzles or puzzles[0].board != run[won]:
        return None
    whole = puzzles[0]._replace(win=tuple(line[len(puzzles[0].steps) :]))
    return Mistake(whole, next(move for move in run[won].legal_moves() if run[won].after(move) == run[lost]))
