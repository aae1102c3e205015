"""The commands `gaprace solve` and `gaprace rate`: they load the solver's tables and keep its time."""

import argparse
from collections.abc import Iterable
from math import isfinite
from time import monotonic

from gaprace.cli.command import Command, Result, add_variant_option
from gaprace.errors import quoted
from gaprace.rules.board import Board, Move, parse_board
from gaprace.rules.cards import TEXT_OF
from gaprace.rules.codes import parse_code
from gaprace.rules.deal import opening
from gaprace.rules.variants import variant_named

DEFAULT_SECONDS = 10.0

# solve


def solve(options: argparse.Namespace) -> Result:
    """Find moves that win a board, or the opening of a deal, without a shuffle; or prove that there are none."""
    from gaprace.solver.solve import solve as solve_board
    from gaprace.solver.tables import evaluation_for

    board = _board(options.position, options.variant)
    stopwatch = _Stopwatch(options.seconds)
    solution = solve_board(board, evaluation_for(board.columns), should_stop=stopwatch.is_up)
    moves = _moves(solution.line)
    return {"verdict": solution.verdict, "moves": moves, "nodes": solution.boards, "ms": stopwatch.ms}


def _add_solve_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", type=str.lstrip, metavar="BOARD|CODE", help="board text, or a deal code")
    _add_shared_options(parser)


def _show_solve(result: Result) -> str:
    texts = " ".join(f"{move['card']}@{move['to']}" for move in result["moves"])
    line = f" in {len(result['moves'])} moves: {texts}" if result["verdict"] == "winnable" else ""
    return f"{result['verdict']} without a shuffle{line}\n{_cost(result)}"


# rate


def rate(options: argparse.Namespace) -> Result:
    """Rate a deal: whether it can be won without a shuffle, its par, and how many of 1000 deals are harder."""
    from gaprace.solver.certificate import certify
    from gaprace.solver.tables import evaluation_for

    code, variant = parse_code(options.code), variant_named(options.variant)
    stopwatch = _Stopwatch(options.seconds)
    certificate = certify(code, variant, evaluation_for(variant.columns), should_stop=stopwatch.is_up)
    return {
        "variant": variant.name,
        "code": code,
        "verdict": certificate.solution.verdict,
        "par": certificate.par if certificate.is_winnable else None,
        "harder_permille": certificate.harder_permille if certificate.is_winnable else None,
        "effort": certificate.solution.effort,
        "moves": _moves(certificate.line),
        "nodes": certificate.solution.boards,
        "ms": stopwatch.ms,
    }


def _add_rate_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="deal code of ten characters")
    _add_shared_options(parser)


def _show_rate(result: Result) -> str:
    is_proven = result["verdict"] == "winnable"
    rating = f", par {result['par']} moves; {result['harder_permille']} of 1000 deals are harder" if is_proven else ""
    return f"{result['verdict']} without a shuffle{rating}\n{_cost(result)}"


# Both


def _add_shared_options(parser: argparse.ArgumentParser) -> None:
    time_limit = "time limit of the search (default: %(default)g)"
    parser.add_argument("--seconds", type=_parse_seconds, default=DEFAULT_SECONDS, metavar="S", help=time_limit)
    add_variant_option(parser)


def _parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not (isfinite(seconds) and seconds > 0):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of seconds above 0")
    return seconds


class _Stopwatch:
    def __init__(self, seconds: float) -> None:
        self._started = monotonic()
        self._seconds = seconds

    def is_up(self) -> bool:
        return monotonic() - self._started >= self._seconds

    @property
    def ms(self) -> int:
        return round((monotonic() - self._started) * 1000)


def _board(position: str, variant_name: str) -> Board:
    variant = variant_named(variant_name)
    return parse_board(position, variant.columns) if "/" in position else opening(variant, parse_code(position))


def _moves(line: Iterable[Move]) -> list[Result]:
    return [{"card": TEXT_OF[card], "to": slot} for card, slot in line]


def _cost(result: Result) -> str:
    return f"{result['nodes']} boards in {result['ms'] / 1000:.3f} s"


SOLVER_COMMANDS = (
    Command("solve", solve, _show_solve, _add_solve_options),
    Command("rate", rate, _show_rate, _add_rate_options),
)
