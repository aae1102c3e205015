"""The command `gaprace`.

Results go to standard output: for people by default, as one JSON object on a line with `--json`. An error is one
sentence with a stable code, on standard error or, with `--json`, as `{"error": ...}` on standard output.

Exit status: 0 success; 1 a record is not valid, a check of the server failed, or a race could not be played; 2 bad
usage, or a server that cannot run with its settings; 130 interrupted.
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from gaprace.cli.admin import ADMIN_COMMANDS
from gaprace.cli.bot import BOT_COMMANDS
from gaprace.cli.command import Command, Result
from gaprace.cli.data import DATA_COMMANDS
from gaprace.cli.rules import RULES_COMMANDS
from gaprace.cli.server import SERVER_COMMANDS
from gaprace.cli.solver import SOLVER_COMMANDS
from gaprace.cli.survey import SURVEY_COMMANDS
from gaprace.cli.update import UPDATE_COMMANDS
from gaprace.cli.webhooks import WEBHOOK_COMMANDS
from gaprace.errors import (
    INSTALL_SCALE,
    INSTALL_SOLVER,
    SCALE_MODULES,
    SOLVER_MODULES,
    BotError,
    GapraceError,
    UsageError,
)
from gaprace.outgoing_text import for_terminal

DONE, FAILED, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130
# A command imports what it needs when it runs: `gaprace deal` takes a tenth of the time that the server takes to load.
COMMANDS = (
    *SERVER_COMMANDS,
    *UPDATE_COMMANDS,
    *DATA_COMMANDS,
    *ADMIN_COMMANDS,
    *WEBHOOK_COMMANDS,
    *BOT_COMMANDS,
    *RULES_COMMANDS,
    *SOLVER_COMMANDS,
    *SURVEY_COMMANDS,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command and return its exit status."""
    _print_any_text()
    arguments = sys.argv[1:] if arguments is None else arguments
    as_json = "--json" in arguments
    try:
        if not arguments:
            parser().print_help()
            return DONE
        return _run(parser().parse_args([_protect_board(argument) for argument in arguments]))
    except GapraceError as error:
        _print_error(error, as_json=as_json)
        return FAILED if isinstance(error, BotError) and error.code != "bad_address" else BAD_USAGE
    except ModuleNotFoundError as error:
        if error.name not in SOLVER_MODULES | SCALE_MODULES:
            raise
        install = INSTALL_SOLVER if error.name in SOLVER_MODULES else INSTALL_SCALE
        sentence = f"This needs {error.name}, which is missing: {install}."
        _print_error(UsageError(sentence), as_json=as_json)
        return BAD_USAGE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python reports the pipe again at exit
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _print_any_text() -> None:
    """Let letters that the terminal's encoding lacks be written as escapes: names are in every script."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _run(options: argparse.Namespace) -> int:
    command: Command = options.command
    result = command.run(options)
    text = json.dumps(result) if options.json and result else command.show(result)
    if text:
        print(text if options.json else for_terminal(text), flush=True)
    return DONE if result.get("ok", True) else FAILED


# Errors


def _print_error(error: GapraceError, *, as_json: bool) -> None:
    if as_json:
        result: Result = {"error": {"code": error.code, "message": error.message}}
        print(json.dumps(result), flush=True)
    else:
        print(for_terminal(f"gaprace: {error.message} [{error.code}]"), file=sys.stderr)


# The command line


class _Parser(argparse.ArgumentParser):
    """A parser whose errors look like all others of this command."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:]
        raise UsageError(f"{sentence} (see: {self.prog} --help)")


class _PrintVersion(argparse.Action):
    """`--version`; the version is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"gaprace {version('gaprace')}", flush=True)
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    top = _Parser(prog="gaprace", description="The race server for Addiction Solitaire, and its rules as commands.")
    top.add_argument("--version", action=_PrintVersion, nargs=0, help="print the version and exit")
    subparsers = top.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    for command in COMMANDS:
        _add_command(subparsers, command)
    return top


def _add_command(subparsers: "argparse._SubParsersAction[_Parser]", command: Command) -> None:
    parser = subparsers.add_parser(command.name, help=command.run.__doc__, description=command.run.__doc__)
    parser.set_defaults(command=command)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    for add in command.options:
        add(parser)


def _protect_board(argument: str) -> str:
    """Keep a board that begins with a gap, `--2C...`, from being parsed as an option; options are in lower case."""
    begins_with_gap = argument.startswith("--") and argument[2:] and not argument[2].islower()
    return f" {argument}" if begins_with_gap else argument


if __name__ == "__main__":
    sys.exit(main())
