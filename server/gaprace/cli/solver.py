"""The commands `gaprace solve` and `gaprace rate`: they give the solver its tables and keep the time for it."""

import argparse
from collections.abc import Callable, Iterable
from math import isfinite
from time import monotonic
from typing import Any

from gaprace.errors import quoted
from gaprace.rules.board import Board, Move, parse_board
from gaprace.rules.cards import TEXT_OF
from gaprace.rules.deal import opening, parse_code
from gaprace.rules.variants import variant_named

# The solver is loaded when one of the two runs: the other commands start in a tenth of the time.
# ruff: noqa: PLC0415

Data = dict[str, Any]
DEFAULT_SECONDS = 10.0


def add_solver_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Declare the two commands; `add` takes a name, what carries it out and what shows the result."""
    solve, rate = add("solve", solve_command, _show_solve), add("rate", rate_command, _show_rate)
    solve.add_argument("position", type=str.lstrip, metavar="BOARD|CODE", help="board text, or a deal code")
    rate.add_argument("code", metavar="CODE", help="deal code of ten characters")
    for command in (solve, rate):
        command.add_argument(
            "--seconds",
            type=_parse_seconds,
            default=DEFAULT_SECONDS,
            metavar="S",
            help="how long to search (default: %(default)g)",
        )


def solve_command(options: argparse.Namespace) -> Data:
    """Tell whether moves alone, without a shuffle, win a board or the opening of a deal, and how."""
    from gaprace.solver.solve import solve
    from gaprace.solver.tables import evaluation_for

    board = _board(options.position, options.variant)
    clock = _Stopwatch(options.seconds)
    solution = solve(board, evaluation_for(board.columns), should_stop=clock.is_up)
    moves = _moves(solution.line)
    return {"verdict": solution.verdict, "moves": moves, "nodes": solution.boards, "ms": clock.ms}


def rate_command(options: argparse.Namespace) -> Data:
    """Tell whether moves alone win a deal, in how many moves, and how many of a thousand deals are harder."""
    from gaprace.solver.certificate import certify
    from gaprace.solver.tables import evaluation_for

    code, variant = parse_code(options.code), variant_named(options.variant)
    clock = _Stopwatch(options.seconds)
    certificate = certify(code, variant, evaluation_for(variant.columns), should_stop=clock.is_up)
    return {
        "variant": variant.name,
        "code": code,
        "verdict": certificate.solution.verdict,
        "par": certificate.par if certificate.is_winnable else None,
        "harder_permille": certificate.harder_permille if certificate.is_winnable else None,
        "effort": certificate.solution.effort,
        "moves": _moves(certificate.line),
        "nodes": certificate.solution.boards,
        "ms": clock.ms,
    }


def _show_solve(result: Data) -> str:
    texts = " ".join(f"{move['card']}@{move['to']}" for move in result["moves"])
    line = f" in {len(result['moves'])} moves: {texts}" if result["verdict"] == "winnable" else ""
    return f"{result['verdict']} without a shuffle{line}\n{_cost(result)}"


def _show_rate(result: Data) -> str:
    proven = result["verdict"] == "winnable"
    rating = f", par {result['par']} moves; {result['harder_permille']} deals of 1000 are harder" if proven else ""
    return f"{result['verdict']} without a shuffle{rating}\n{_cost(result)}"


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
        self._began = monotonic()
        self._seconds = seconds

    def is_up(self) -> bool:
        return monotonic() - self._began >= self._seconds

    @property
    def ms(self) -> int:
        return round((monotonic() - self._began) * 1000)


def _board(position: str, variant_name: str) -> Board:
    variant = variant_named(variant_name)
    return parse_board(position, variant.columns) if "/" in position else opening(variant, parse_code(position))


def _moves(line: Iterable[Move]) -> list[Data]:
    return [{"card": TEXT_OF[card], "to": slot} for card, slot in line]


def _cost(result: Data) -> str:
    return f"{result['nodes']} boards in {result['ms'] / 1000:.3f} s"
