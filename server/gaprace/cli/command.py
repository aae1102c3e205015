"""The parts of a command of `gaprace`."""

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from gaprace.errors import quoted
from gaprace.rules.variants import DEFAULT_VARIANT, VARIANTS

Result = dict[str, Any]
"""The object that `--json` prints. `"ok": False` in it makes the exit status 1."""

MAX_JOBS = 256


def no_options(_: argparse.ArgumentParser) -> None:
    """Add nothing to a parser."""


def show_nothing(_: Result) -> str:
    """Return an empty text: the command has printed what there was to print."""
    return ""


def show_fields(response: Result) -> str:
    """Format the response of a server for a person: a line for each field that is not empty, times in UTC."""
    return "\n".join(_lines(response)) or "Nothing."


def _lines(response: Mapping[str, Any]) -> Iterator[str]:
    for name, value in response.items():
        many = value if isinstance(value, list) else [value]
        if many and isinstance(many[0], Mapping):
            yield f"{name}:"
            for each in many:
                yield from (f"{'  ' if at else '- '}{line}" for at, line in enumerate(_lines(each)))
        elif many and value is not None and value is not False and value != "":
            yield f"{name}: {', '.join(_shown(name, each) for each in many)}"


def _shown(name: str, value: object) -> str:
    if name.rpartition("_")[2] in {"at", "until"} and isinstance(value, int):
        return f"{datetime.fromtimestamp(value / 1000, UTC):%Y-%m-%d %H:%M}"
    return " ".join(str(value).split())


@dataclass(frozen=True, slots=True)
class Command:
    """A command, as data."""

    name: str
    run: Callable[[argparse.Namespace], Result]
    """Carries the command out. Its docstring is the command's help. May raise `GapraceError`."""
    show: Callable[[Result], str] = show_nothing
    """Formats the result for a person."""
    add_options: Callable[[argparse.ArgumentParser], None] = no_options
    """Adds options and arguments to the command's parser; all commands have `--json`."""


def parse_count(text: str, most: int, what: str) -> int:
    """Return a number of things, from 1 on. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of {what}, 1 to {most}")
    return int(text)


def add_jobs_option(parser: argparse.ArgumentParser, what: str) -> None:
    """Add `--jobs`: the number of search processes."""
    processes = partial(parse_count, most=MAX_JOBS, what="processes")
    parser.add_argument("--jobs", type=processes, default=1, metavar="N", help=f"{what} (default: %(default)s)")


def add_variant_option(parser: argparse.ArgumentParser) -> None:
    """Add `--variant`."""
    names = ", ".join(VARIANTS)
    parser.add_argument(
        "--variant", default=DEFAULT_VARIANT, metavar="V", help=f"one of {names} (default: %(default)s)"
    )
