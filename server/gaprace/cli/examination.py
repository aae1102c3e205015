"""The command `gaprace examine`: signs in a game record that somebody other than the player made the moves."""

import argparse
from collections.abc import Iterator, Mapping

from gaprace.cli.command import Command, Result
from gaprace.cli.rules import read_record, show_fault
from gaprace.errors import BadText, RulesError
from gaprace.rules.actions import parse_action
from gaprace.rules.board import Move
from gaprace.rules.deal import Deal
from gaprace.rules.examination import boards_of_line, cells_of, examine, standing_boards
from gaprace.rules.game import Game
from gaprace.rules.record import GameRecord


def run(options: argparse.Namespace) -> Result:
    """Examine a game record for signs of a program. A flag is a reason to look, not a verdict."""
    try:
        game = _game_of(options.file)
        lines = dict(_lines(options, game.deal))
    except RulesError as error:
        return {"ok": False, "error": {"code": error.code, "message": error.message, "at": error.at}}
    found = examine(game, lines)
    return {"ok": True, "flags": [{**flag._asdict(), "message": flag.sentence} for flag in found]}


def _lines(options: argparse.Namespace, deal: Deal) -> Iterator[tuple[str, frozenset[bytes]]]:
    """Yield the lines to compare the game with, by name."""
    for file in options.earlier:
        earlier = _game_of(file)
        if (earlier.deal.variant, earlier.deal.code) != (deal.variant, deal.code):
            raise BadText("bad_record", f"{file} is a game on another deal, {earlier.deal.code}.")
        yield file, cells_of(standing_boards(earlier))
    if options.line:
        moves = [move for move in map(parse_action, options.line.split()) if isinstance(move, Move)]
        boards = boards_of_line(deal.opening(), moves, right_fill=deal.variant.right_fill)
        yield "line", cells_of(boards)


def _game_of(file: str) -> Game:
    """Return the game of a record, or of a finished game with its record, as the server returns it."""
    data = read_record(file)
    if isinstance(data, Mapping) and "record" in data:
        data = data["record"]
    return GameRecord.from_data(data).replay()


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game record as JSON; - for standard input")
    parser.add_argument(
        "--earlier",
        metavar="FILE",
        action="append",
        default=[],
        help="the record of an earlier game on the same deal to compare with; may be repeated",
    )
    parser.add_argument("--line", metavar="MOVES", help='a known line, such as "6D@27 7D@28", to compare with')


def _show(result: Result) -> str:
    if not result["ok"]:
        return show_fault(result)
    return "\n".join(f"{flag['rule']}: {flag['message']}" for flag in result["flags"]) or "nothing unusual"


EXAMINATION_COMMANDS = (Command("examine", run, _show, _add_options),)
