"""The commands `gaprace solve`, `rate` and `evaluate`, for one position or for many from standard input."""

import argparse
import os
import sys
from collections.abc import Iterable
from functools import partial
from math import isfinite
from time import process_time
from typing import Protocol

from gaprace.cli.command import VARIANT, Command, Option, Result, jobs_option, option
from gaprace.errors import quoted
from gaprace.rules.board import TEXT_OF, Board, Move, parse_board
from gaprace.rules.codes import parse_code
from gaprace.rules.deal import opening
from gaprace.rules.variants import Variant, variant_named

DEFAULT_SECONDS = 10.0
DEFAULT_EVALUATION_SECONDS = 0.045
"""The time of the search; with the estimate on top, some 50 ms."""
STANDARD_INPUT = "-"


class Search(Protocol):
    """Answers a position, in a process of its own if there are many."""

    def __call__(self, position: str, *, variant: Variant, seconds: float) -> Result:
        """Return the findings of some seconds of CPU."""


# solve


def solve(options: argparse.Namespace) -> Result:
    """Find the moves that win a board or a deal without a shuffle, or prove that there are none."""
    return _answers(options, solved)


def solved(position: str, *, variant: Variant, seconds: float) -> Result:
    """Return the verdict on a board or deal code."""
    from gaprace.solver.solve import solve as solve_board
    from gaprace.solver.tables import evaluation_for

    board, stopwatch = _board(position, variant), _Stopwatch(seconds)
    evaluation = evaluation_for(board.columns)
    solution = solve_board(board, evaluation, right_fill=variant.right_fill, should_stop=stopwatch.is_up)
    moves = _moves(solution.line)
    return {"verdict": solution.verdict, "moves": moves, "nodes": solution.boards, "ms": stopwatch.ms}


def _show_solve(result: Result) -> str:
    if not result:
        return ""
    texts = " ".join(f"{move['card']}@{move['to']}" for move in result["moves"])
    line = f" in {len(result['moves'])} moves: {texts}" if result["verdict"] == "winnable" else ""
    return f"{result['verdict']} without a shuffle{line}\n{_cost(result)}"


# rate


def rate(options: argparse.Namespace) -> Result:
    """Rate a deal: whether it can be won without a shuffle, its par, and how many of 1000 whole decks are harder."""
    return _answers(options, rated)


def rated(position: str, *, variant: Variant, seconds: float) -> Result:
    """Return the rating of a deal code; `harder_permille` is None for a variant without a scale of difficulty."""
    from gaprace.solver.certificate import certify, is_measured
    from gaprace.solver.tables import evaluation_for

    code, stopwatch = parse_code(position), _Stopwatch(seconds)
    certificate = certify(code, variant, evaluation_for(variant.columns), should_stop=stopwatch.is_up)
    has_difficulty = certificate.is_winnable and is_measured(variant)
    return {
        "variant": variant.name,
        "code": code,
        "verdict": certificate.solution.verdict,
        "par": certificate.par if certificate.is_winnable else None,
        "harder_permille": certificate.harder_permille if has_difficulty else None,
        "effort": certificate.solution.boards,
        "moves": _moves(certificate.line),
        "nodes": certificate.solution.boards,
        "ms": stopwatch.ms,
    }


def _show_rate(result: Result) -> str:
    if not result:
        return ""
    par = f", par {result['par']} moves" if result["par"] is not None else ""
    return f"{result['verdict']} without a shuffle{par}{_difficulty(result['harder_permille'])}\n{_cost(result)}"


def _difficulty(harder: int | None) -> str:
    if harder is None:
        return ""
    # The scale has 40 parts: below its first entry, it cannot tell.
    return f"; {harder} of 1000 deals are harder" if harder < 1000 else "; nearly all deals are harder"  # noqa: PLR2004


# evaluate


def evaluate(options: argparse.Namespace) -> Result:
    """Evaluate a board: the probability that a strong player wins, and whether a win or a loss is proven."""
    return _answers(options, partial(evaluated, shuffles=options.shuffles))


def evaluated(position: str, *, variant: Variant, seconds: float, shuffles: int | None) -> Result:
    """Return the win probability of a board or deal code with a number of shuffles left; None: all of the variant."""
    from gaprace.solver.answers import Position
    from gaprace.solver.chance import chance_of
    from gaprace.solver.solve import solve as solve_board
    from gaprace.solver.tables import evaluation_for

    board, stopwatch = _board(position, variant), _Stopwatch(seconds)
    evaluation, left = evaluation_for(board.columns), variant.customised(shuffles=shuffles).shuffles
    solution = solve_board(board, evaluation, right_fill=variant.right_fill, should_stop=stopwatch.is_up)
    chance = chance_of(Position(board, left, solution.verdict), variant, evaluation, solution.line)
    return {
        "win": round(chance.win, 4),
        "proven": chance.proven,
        "locked": round(chance.locked, 1),
        "par": chance.par,
        "ms": stopwatch.ms,
    }


def _show_evaluate(result: Result) -> str:
    if not result:
        return ""
    proof = f" (proven: {result['proven']})" if result["proven"] else ""
    line = f", {result['par']} moves" if result["par"] is not None else ""
    return f"{result['win']:.0%} to win{proof}{line}; {result['locked']:g} cards in place at the end"


# All


def _answers(options: argparse.Namespace, search: Search) -> Result:
    from gaprace.cli.many import answer_lines
    from gaprace.engine.compiled_code import problem_of
    from gaprace.engine.jobs import prepare
    from gaprace.settings import read_settings

    variant, cache_dir = variant_named(options.variant), read_settings(os.environ).cache_dir
    if options.right_fill:
        variant = variant.customised(right_fill=True)
    if problem := problem_of(cache_dir):
        print(f"gaprace: {problem}", file=sys.stderr)
    searching = partial(search, variant=variant, seconds=options.seconds)
    if options.position == STANDARD_INPUT:
        answer_lines(searching, options.jobs, partial(prepare, cache_dir))
        return {}
    prepare(cache_dir)
    return searching(options.position)


def _parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not (isfinite(seconds) and seconds > 0):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of seconds above 0")
    return seconds


class _Stopwatch:
    """Counts CPU time, so that an answer does not depend on what else the machine does."""

    def __init__(self, seconds: float) -> None:
        self._started = process_time()
        self._seconds = seconds

    def is_up(self) -> bool:
        return process_time() - self._started >= self._seconds

    @property
    def ms(self) -> int:
        return round((process_time() - self._started) * 1000)


def _board(position: str, variant: Variant) -> Board:
    return parse_board(position, variant.columns) if "/" in position else opening(variant, parse_code(position))


def _moves(line: Iterable[Move]) -> list[Result]:
    return [{"card": TEXT_OF[card], "to": slot} for card, slot in line]


def _cost(result: Result) -> str:
    return f"{result['nodes']} boards in {result['ms'] / 1000:.3f} s"


def _options(metavar: str, meaning: str, seconds: float = DEFAULT_SECONDS) -> tuple[Option, ...]:
    many = f"{meaning}; - reads one from each line of standard input, and prints a JSON object for each"
    time_limit = "limit of CPU time for a search, in seconds (default: %(default)g)"
    return (
        option("position", type=str.lstrip, metavar=metavar, help=many),
        option("--seconds", type=_parse_seconds, default=seconds, metavar="S", help=time_limit),
        option("--right-fill", action="store_true", help="with the right-neighbour fill"),
        jobs_option("number of search processes for many positions"),
        VARIANT,
    )


_POSITION = "BOARD|CODE", "board text, or a deal code"
_SHUFFLES = option(
    "--shuffles", type=int, metavar="K", help="number of shuffles left, 0 to 9 (default: all that the variant has)"
)
SOLVER_COMMANDS = (
    Command("solve", solve, _show_solve, _options(*_POSITION)),
    Command("rate", rate, _show_rate, _options("CODE", "deal code of ten characters")),
    Command("evaluate", evaluate, _show_evaluate, (*_options(*_POSITION, DEFAULT_EVALUATION_SECONDS), _SHUFFLES)),
)
