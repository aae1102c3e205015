"""The commands on the rules alone: `deal`, `moves`, `redeal` and `verify`."""

import argparse
import json
import secrets
import sys
from pathlib import Path

from gaprace.cli.command import VARIANT, Command, Result, option
from gaprace.cli.daily import DEFAULT_SERVER, show_daily, verify_daily
from gaprace.errors import BadText, UsageError, quoted, reason_of
from gaprace.rules.board import TEXT_OF, Board, parse_board
from gaprace.rules.codes import CODES, code_of, parse_code
from gaprace.rules.deal import opening, parse_secret
from gaprace.rules.record import verify as verify_record
from gaprace.rules.shuffle import redealt
from gaprace.rules.variants import MAX_SHUFFLES, variant_named

# deal


def deal(options: argparse.Namespace) -> Result:
    """Print the opening of a deal code; without a code, of a new one."""
    variant = variant_named(options.variant)
    code = code_of(secrets.randbelow(CODES)) if options.code is None else parse_code(options.code)
    return {"variant": variant.name, "code": code, "board": opening(variant, code).text}


def _show_deal(result: Result) -> str:
    return f"{result['variant']} {result['code']}\n{_board_lines(result['board'])}"


# moves


def moves(options: argparse.Namespace) -> Result:
    """Print the legal moves, the locked cards and the dead gaps of a board."""
    board, fill = _board(options), options.right_fill
    return {
        "moves": [{"card": TEXT_OF[card], "to": slot} for card, slot in board.legal_moves(right_fill=fill)],
        "locked": board.locked,
        "stuck": board.is_stuck(right_fill=fill),
        "won": board.is_won,
        "dead": board.dead_gaps(right_fill=fill),
    }


def _show_moves(result: Result) -> str:
    texts = [f"{move['card']} to slot {move['to']}" for move in result["moves"]]
    status = "won" if result["won"] else "stuck" if result["stuck"] else "moves: " + ", ".join(texts)
    dead = ", ".join(map(str, result["dead"])) or "none"
    return f"{status}\nlocked: {result['locked']}\ndead gaps: {dead}"


# redeal


def redeal(options: argparse.Namespace) -> Result:
    """Print the board after a shuffle."""
    secret = parse_secret(options.secret)
    return {"board": redealt(variant_named(options.variant), _board(options), secret, options.k).text}


def _shuffle_number(text: str) -> int:
    if text not in map(str, range(1, MAX_SHUFFLES + 1)):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not the number of a shuffle, 1 to {MAX_SHUFFLES}")
    return int(text)


def _show_redeal(result: Result) -> str:
    return _board_lines(result["board"])


# verify


def verify(options: argparse.Namespace) -> Result:
    """Verify a game record, or the choice of a daily: commitment, layout, every action and every shuffle."""
    if options.daily:
        return verify_daily(options.daily, options.server)
    if options.file is None:
        raise UsageError("Name a FILE with a game record, or --daily DATE.")
    try:
        record = _read_record(options.file)
    except BadText as error:
        return {"ok": False, "error": {"code": error.code, "message": error.message, "at": error.at}}
    return verify_record(record)


def _read_record(file: str) -> object:
    """Return the record in a file of JSON, or on standard input for `-`: bare, or inside a response of the API.

    Raises UsageError `unreadable_file`; `no_record`: it is a refusal of the API, as for a game that still runs.
    Raises BadText `bad_record`: it is not JSON.
    """
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"{quoted(file)} cannot be read: {reason_of(error)}.", "unreadable_file") from None
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise BadText("bad_record", f"{quoted(file)} is not a game record: it is not JSON ({error}).") from None
    if isinstance(found, dict) and {"status", "code", "message"} <= found.keys():
        raise UsageError(f"The server gave no game record: {found['message']}", "no_record")
    return found["record"] if isinstance(found, dict) and "record" in found else found


def _show_fault(result: Result) -> str:
    error = result["error"]
    where = f"action {error['at']}: " if error["at"] else ""
    return f"does not hold: {where}{error['message']} [{error['code']}]"


def _show_verify(result: Result) -> str:
    if "dailies" in result:
        return show_daily(result)
    if not result["ok"]:
        return _show_fault(result)
    outcome = "won" if result["won"] else "not won"
    return (
        f"holds: {outcome}, {result['locked']} locked, score {result['score']}, {result['moves']} moves,"
        f" {result['shuffles']} shuffles, {result['time_ms'] / 1000:.3f} s\n{_board_lines(result['board'])}"
    )


def _board(options: argparse.Namespace) -> Board:
    return parse_board(options.board, variant_named(options.variant).columns)


def _board_lines(text: str) -> str:
    rows = text.split("/")
    return "\n".join("  ".join(row[at : at + 2] for at in range(0, len(row), 2)) for row in rows)


_CODE = option("code", nargs="?", metavar="CODE", help="deal code of ten characters (default: a new one)")
_BOARD = option("board", type=str.lstrip, metavar="BOARD", help="board text, such as 3S--2D.../.../.../...")
_RIGHT_FILL = option("--right-fill", action="store_true", help="allow the right-neighbour fill of a custom room")
_OLD_BOARD = option("board", type=str.lstrip, metavar="BOARD", help="board text before the shuffle")
_KEY = option(
    *("--key", "--secret"),
    dest="secret",
    required=True,
    metavar="HEX",
    help="key of the deal's shuffles, 64 hexadecimal digits",
)
_NUMBER = option(
    "-k", required=True, type=_shuffle_number, metavar="N", help=f"number of the shuffle, 1 to {MAX_SHUFFLES}"
)
_FILE = option(
    "file",
    nargs="?",
    metavar="FILE",
    help="a game record, or a response of the API that contains one, as JSON; - for standard input",
)
_DAILY = option(
    "--daily",
    metavar="DATE",
    help="check instead how the dailies of a date, such as 2026-11-21, were chosen; runs the solver",
)
_SERVER = option(
    "--server", metavar="URL", default=DEFAULT_SERVER, help="the server of the dailies (default: %(default)s)"
)
RULES_COMMANDS = (
    Command("deal", deal, _show_deal, (_CODE, VARIANT)),
    Command("moves", moves, _show_moves, (_BOARD, _RIGHT_FILL, VARIANT)),
    Command("redeal", redeal, _show_redeal, (_OLD_BOARD, _KEY, _NUMBER, VARIANT)),
    Command("verify", verify, _show_verify, (_FILE, _DAILY, _SERVER)),
)
