"""The command `gaprace`.

Results go to standard output: for people by default, one JSON object a line with `--json`. What is wrong is one
sentence with a stable code. Exit status: 0 done, 1 a record that does not hold or a server that lacks something, 2 bad
usage, or a server that cannot run as it stands.
"""

import argparse
import json
import os
import secrets
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from gaprace.cli.solver import add_solver_commands
from gaprace.errors import BadSetting, RulesError, UsageError, quoted
from gaprace.rules.board import Board, parse_board
from gaprace.rules.cards import TEXT_OF
from gaprace.rules.deal import CODES, code_of, opening, parse_code, parse_secret, redealt
from gaprace.rules.record import verify
from gaprace.rules.variants import DEFAULT_VARIANT, MAX_SHUFFLES, VARIANTS, Variant, variant_named
from gaprace.settings import ServerSettings, read_settings

DONE, DOES_NOT_HOLD, BAD_USAGE = 0, 1, 2
Data = dict[str, Any]
Outcome = TypeVar("Outcome")


class _Parser(argparse.ArgumentParser):
    """A parser whose objections are one sentence, as all others of this command are."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:]
        raise UsageError(f"{sentence} (see: {self.prog} --help)")


# Commands over the rules


def deal_command(options: argparse.Namespace) -> Data:
    """Return the opening of a deal code, or of a fresh one."""
    variant: Variant = variant_named(options.variant)
    code = code_of(secrets.randbelow(CODES)) if options.code is None else parse_code(options.code)
    return {"variant": variant.name, "code": code, "board": opening(variant, code).text}


def moves_command(options: argparse.Namespace) -> Data:
    """Return what can be done on a board."""
    board, fill = _board_option(options), options.right_fill
    return {
        "moves": [{"card": TEXT_OF[card], "to": slot} for card, slot in board.legal_moves(right_fill=fill)],
        "locked": board.locked,
        "stuck": board.is_stuck(right_fill=fill),
        "won": board.is_won,
        "dead": board.dead_gaps(right_fill=fill),
    }


def redeal_command(options: argparse.Namespace) -> Data:
    """Return the board after a shuffle."""
    secret = parse_secret(options.secret)
    return {"board": redealt(variant_named(options.variant), _board_option(options), secret, options.k).text}


def verify_command(options: argparse.Namespace) -> Data:
    """Verify a game record."""
    try:
        content = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        raise UsageError(f"{quoted(options.file)} cannot be read: {error.strerror}.", "unreadable_file") from None
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        message = f"{quoted(options.file)} is not a game record: it is not JSON ({error})."
        return {"ok": False, "error": {"code": "bad_record", "message": message, "at": 0}}
    return verify(data)


def _board_option(options: argparse.Namespace) -> Board:
    return parse_board(options.board, variant_named(options.variant).columns)


# Commands of the server. What they need is loaded when they run: the others start in a tenth of the time.
# ruff: noqa: PLC0415


def serve_command(options: argparse.Namespace) -> Data:
    """Serve races until told to stop."""
    from gaprace import logs
    from gaprace.lan import EVERYWHERE
    from gaprace.wiring import serve, shown_url
    from gaprace.workers import supervise

    host = EVERYWHERE if options.lan else options.host
    settings = _settings(host=host, port=options.port, database_url=options.database_url, workers=options.workers)
    logs.set_up(settings.log_format, settings.log_level)

    def announce(address: str) -> None:
        database = shown_url(settings.database_url)
        listening = f"Gaprace listens on {address} (database: {database})"
        _print(json.dumps({"url": address, "database": database}) if options.json else listening)
        if options.lan and not options.json:
            _print(_lan_invitation(address))

    _run(serve(settings, announce) if settings.workers == 1 else supervise(settings, announce))
    return {}


def _lan_invitation(address: str) -> str:
    from gaprace.lan import lan_links, qr_code

    links = lan_links(int(address.rstrip("/").rpartition(":")[2]))
    if not links:
        return "This machine is on no network: nobody else can reach it."
    return "\n".join(["Others on this network open:", *[f"  {link}" for link in links], qr_code(links[0])])


def doctor_command(options: argparse.Namespace) -> Data:
    """Look at settings, database, migrations, clock and bus, and say what to do."""
    from gaprace.doctor import examine
    from gaprace.loops import run

    findings = run(examine(os.environ, host=options.host, port=options.port, database_url=options.database_url))
    ok = not any(finding.status == "failed" for finding in findings)
    return {"ok": ok, "findings": [asdict(finding) for finding in findings]}


def _show_doctor(result: Data) -> str:
    return "\n".join(f"{each['status']:8} {each['subject']:11} {each['message']}" for each in result["findings"])


def migrate_command(options: argparse.Namespace) -> Data:
    """Bring the tables of the database to the newest state; the data in them stays."""
    from gaprace.wiring import migrate_database, shown_url

    url = _settings(database_url=options.database_url).database_url
    return {"migrated": _run(migrate_database(url)), "database": shown_url(url)}


def schema_command(_: argparse.Namespace) -> Data:
    """Return the JSON Schema and the AsyncAPI document of the socket."""
    from gaprace.web.api.schemas import asyncapi, json_schema

    return {"json_schema": json_schema(), "asyncapi": asyncapi()}


def bot_command(options: argparse.Namespace) -> int:
    """Let bots join a room, and race."""
    from gaprace.cli.bot import run
    from gaprace.engine.greedy import GreedyEngine
    from gaprace.engine.searching import SearchingEngine

    searches = options.level is not None and options.level > 1
    return run(options, SearchingEngine(1) if searches else GreedyEngine())


def _settings(**options: object) -> ServerSettings:
    with _server_objections():
        return read_settings(os.environ, **options)


@contextmanager
def _server_objections() -> Iterator[None]:
    from gaprace.errors import CannotServe

    try:
        yield
    except (BadSetting, CannotServe) as error:
        raise UsageError(error.message, error.code) from None


def _run(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    from gaprace.loops import run

    with _server_objections():
        return run(work)


# Output for people


def _board_lines(text: str) -> str:
    rows = text.split("/")
    return "\n".join("  ".join(row[at : at + 2] for at in range(0, len(row), 2)) for row in rows)


def _show_deal(result: Data) -> str:
    return f"{result['variant']} {result['code']}\n{_board_lines(result['board'])}"


def _show_moves(result: Data) -> str:
    moves = [f"{move['card']} to slot {move['to']}" for move in result["moves"]]
    standing = "won" if result["won"] else "stuck" if result["stuck"] else "moves: " + ", ".join(moves)
    dead = ", ".join(map(str, result["dead"])) or "none"
    return f"{standing}\nlocked: {result['locked']}\ndead gaps: {dead}"


def _show_redeal(result: Data) -> str:
    return _board_lines(result["board"])


def _show_verify(result: Data) -> str:
    if not result["ok"]:
        error = result["error"]
        where = f"action {error['at']}: " if error["at"] else ""
        return f"does not hold: {where}{error['message']} [{error['code']}]"
    outcome = "won" if result["won"] else "not won"
    return (
        f"holds: {outcome}, {result['locked']} locked, score {result['score']}, {result['moves']} moves,"
        f" {result['shuffles']} shuffles, {result['time_ms'] / 1000:.3f} s\n{_board_lines(result['board'])}"
    )


def _show_nothing(_: Data) -> str:
    return ""


def _show_migrate(result: Data) -> str:
    return f"The tables of {result['database']} {'are current now' if result['migrated'] else 'were current already'}."


def _show_schema(result: Data) -> str:
    return json.dumps(result, indent=2)


# The command line


def _parser(chosen: str) -> argparse.ArgumentParser:
    parser = _Parser(prog="gaprace", description="The race server for Addiction Solitaire, and its rules as commands.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    deal = _command(commands, "deal", deal_command, _show_deal)
    deal.add_argument("code", nargs="?", metavar="CODE", help="deal code of ten characters; without it a fresh one")

    moves = _command(commands, "moves", moves_command, _show_moves)
    moves.add_argument("board", type=str.lstrip, metavar="BOARD", help="board text, such as 3S--2D.../.../.../...")
    moves.add_argument("--right-fill", action="store_true", help="with the right-neighbour fill of a custom room")

    redeal = _command(commands, "redeal", redeal_command, _show_redeal)
    redeal.add_argument("board", type=str.lstrip, metavar="BOARD", help="board text before the shuffle")
    redeal.add_argument("--secret", required=True, metavar="HEX", help="the deal's secret, 64 hexadecimal digits")
    redeal.add_argument(
        "-k",
        required=True,
        type=_shuffle_number,
        metavar="N",
        help=f"the shuffle's number, 1 to {MAX_SHUFFLES}",
    )

    check = _command(commands, "verify", verify_command, _show_verify, with_variant=False)
    check.add_argument("file", metavar="FILE", help="a game record as JSON; - for standard input")

    add_solver_commands(partial(_command, commands))
    _add_server_commands(commands)
    _add_bot_command(commands, chosen)
    return parser


def _add_server_commands(commands: "argparse._SubParsersAction[_Parser]") -> None:
    serve = _command(commands, "serve", serve_command, _show_nothing, with_variant=False)
    serve.add_argument("--host", help="address to listen on (default: $GAPRACE_HOST, or 127.0.0.1)")
    serve.add_argument("--lan", action="store_true", help="let others on this network in: listen on all addresses")
    serve.add_argument("--port", help="port to listen on, 0 for any (default: $GAPRACE_PORT, or 8000)")
    serve.add_argument("--workers", metavar="N", help="how many processes (default: $GAPRACE_WORKERS, or 1)")
    _add_database_option(serve)

    doctor = _command(commands, "doctor", doctor_command, _show_doctor, with_variant=False)
    doctor.add_argument("--host", help="address to listen on (default: $GAPRACE_HOST, or 127.0.0.1)")
    doctor.add_argument("--port", help="port to listen on (default: $GAPRACE_PORT, or 8000)")
    _add_database_option(doctor)

    migrate = _command(commands, "migrate", migrate_command, _show_migrate, with_variant=False)
    _add_database_option(migrate)

    _command(commands, "schema", schema_command, _show_schema, with_variant=False)


def _add_database_option(parser: argparse.ArgumentParser) -> None:
    where = "sqlite:///FILE or postgresql://... (default: $GAPRACE_DATABASE_URL, or sqlite:///gaprace.db)"
    parser.add_argument("--database-url", metavar="URL", help=where)


def _add_bot_command(commands: "argparse._SubParsersAction[_Parser]", chosen: str) -> None:
    bot = _command(commands, "bot", bot_command, _show_nothing, with_variant=False)
    if chosen == "bot":
        from gaprace.cli.bot import add_arguments

        add_arguments(bot)


def _command(
    commands: "argparse._SubParsersAction[_Parser]",
    name: str,
    carry_out: Callable[[argparse.Namespace], Data | int],
    show: Callable[[Data], str],
    *,
    with_variant: bool = True,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=carry_out.__doc__, description=carry_out.__doc__)
    parser.set_defaults(carry_out=carry_out, show=show)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    if with_variant:
        parser.add_argument(
            "--variant",
            default=DEFAULT_VARIANT,
            metavar="V",
            help=f"one of {', '.join(VARIANTS)} (default: %(default)s)",
        )
    return parser


def _shuffle_number(text: str) -> int:
    if text not in map(str, range(1, MAX_SHUFFLES + 1)):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a shuffle's number, 1 to {MAX_SHUFFLES}")
    return int(text)


def _kept_from_options(argument: str) -> str:
    """Keep a board that begins with a gap, `--2C...`, from being taken for an option: those are in lower case."""
    begins_with_gap = argument.startswith("--") and argument[2:] and not argument[2].islower()
    return f" {argument}" if begins_with_gap else argument


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command and give its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        options = _parser(next(iter(arguments), "")).parse_args(
            [_kept_from_options(argument) for argument in arguments]
        )
        result: Data | int = options.carry_out(options)
        if isinstance(result, int):
            return result
        if result:
            _print(json.dumps(result) if options.json else options.show(result))
    except (UsageError, RulesError) as error:
        _object(error, as_json="--json" in arguments)
        return BAD_USAGE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the exit would object once more
        return DOES_NOT_HOLD
    except KeyboardInterrupt:
        return 130
    return DONE if result.get("ok", True) else DOES_NOT_HOLD


def _object(error: UsageError | RulesError, *, as_json: bool) -> None:
    if as_json:
        _print(json.dumps({"error": {"code": error.code, "message": str(error)}}))
    else:
        print(f"gaprace: {error} [{error.code}]", file=sys.stderr)  # noqa: T201


def _print(text: str) -> None:
    print(text, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
