"""The parts of a command of `gaprace`."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from gaprace.errors import quoted
from gaprace.rules.variants import DEFAULT_VARIANT, VARIANTS

Result = dict[str, Any]
"""The object that `--json` prints. `"ok": False` in it makes the exit status 1."""

MAX_JOBS = 256


Option = Callable[[argparse.ArgumentParser], object]
"""Adds an option, or an argument, to the parser of a command."""


def option(*names: str, **described: Any) -> Option:  # noqa: ANN401 - as argparse takes it
    """Return an option, or an argument, as `ArgumentParser.add_argument` describes it."""
    return lambda parser: parser.add_argument(*names, **described)


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
    options: Sequence[Option] = ()
    """Its options and arguments; all commands have `--json`."""


def parse_count(text: str, most: int, what: str) -> int:
    """Return a number of things, from 1 on. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of {what}, 1 to {most}")
    return int(text)


def jobs_option(what: str) -> Option:
    """Return `--jobs`: the number of search processes."""
    processes = partial(parse_count, most=MAX_JOBS, what="processes")
    return option("--jobs", type=processes, default=1, metavar="N", help=f"{what} (default: %(default)s)")


VARIANT = option(
    "--variant", default=DEFAULT_VARIANT, metavar="V", help=f"one of {', '.join(VARIANTS)} (default: %(default)s)"
)
DATABASE = option("--database-url", metavar="URL", help="as for gaprace migrate")
