"""The command `gaprace survey`: how many deals of a variant can be won without a shuffle.

The deals of a survey are fixed: deal n of a variant has the code that `survey_code` returns. Each gets a line of JSON
in a file, and a deal that is searched again, with a larger budget, another one: the last line of a code counts.
"""

import argparse
import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import sqrt
from pathlib import Path

from gaprace.cli.command import VARIANT, Command, Result, jobs_option, option, parse_count
from gaprace.errors import UsageError, quoted, reason_of
from gaprace.rules.actions import action_text
from gaprace.rules.codes import CODES, code_of
from gaprace.rules.deal import opening
from gaprace.rules.variants import Variant, variant_named

DEFAULT_DEALS, DEFAULT_BOARDS = 1_000, 1_000_000
MAX_DEALS, MAX_BOARDS = 1_000_000, 10**12
DEVIATIONS = 1.96
"""An interval of so many standard deviations contains the true share in 95 of 100 surveys."""


def survey(options: argparse.Namespace) -> Result:
    """Search many deals, also in several runs, and tell how many of them can be won without a shuffle."""
    from gaprace.cli.many import Bar, answers
    from gaprace.engine.jobs import prepare
    from gaprace.settings import read_settings

    variant, file = variant_named(options.variant), Path(options.file)
    codes = [survey_code(variant, number) for number in range(options.deals)]
    rows = _read(file, variant)
    open_codes = [code for code in codes if _is_open(rows.get(code), options.boards)]
    search = partial(surveyed, variant=variant, boards=options.boards)
    bar = Bar(len(open_codes) if sys.stderr.isatty() else 0)
    with file.open("a", encoding="ascii") as lines:
        for row in answers(search, open_codes, options.jobs, partial(prepare, read_settings(os.environ).cache_dir)):
            code = row.pop("position")
            rows[code] = {"code": code} | row
            bar.clear()
            print(json.dumps(rows[code]), file=lines, flush=True)
            bar.step()
    bar.clear()
    return summary([rows[code]["verdict"] for code in codes])


def survey_code(variant: Variant, number: int) -> str:
    """Return the code of a deal of a survey: the last 50 bits of the SHA-256 of `gaprace survey VARIANT NUMBER`."""
    digest = hashlib.sha256(f"gaprace survey {variant.name} {number}".encode()).digest()
    return code_of(int.from_bytes(digest) % CODES)


def surveyed(code: str, *, variant: Variant, boards: int) -> Result:
    """Return the verdict on a deal and its certificate: a line that wins, or what an enumeration to the end reached."""
    from gaprace.solver.solve import solve
    from gaprace.solver.tables import evaluation_for

    evaluation, board = evaluation_for(variant.columns), opening(variant, code)
    found = solve(board, evaluation, right_fill=variant.right_fill, boards=boards)
    row: Result = {"verdict": found.verdict, "boards": found.boards}
    if found.verdict == "winnable":
        return row | {"line": " ".join(map(action_text, found.line))}
    if found.proof:
        return row | {"reached": found.proof.reached, "digest": f"{found.proof.digest:016x}"}
    return row | {"budget": boards}


def summary(verdicts: list[str]) -> Result:
    """Return the counts, and the bounds of the share of winnable deals, undecided ones counted either way."""
    count, deals = Counter(verdicts), len(verdicts)
    low, _ = wilson(count["winnable"], deals)
    _, high = wilson(deals - count["unwinnable"], deals)
    kinds = ("winnable", "unwinnable", "unknown")
    return {"deals": deals} | {kind: count[kind] for kind in kinds} | {"low": round(low, 4), "high": round(high, 4)}


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return the interval that a share lies in with 95 % confidence (Wilson 1927)."""
    square = DEVIATIONS**2
    middle = (hits + square / 2) / (of + square)
    reach = DEVIATIONS / (of + square) * sqrt(hits * (of - hits) / of + square / 4)
    return middle - reach, middle + reach


def _read(file: Path, variant: Variant) -> dict[str, Result]:
    """Return the rows of a survey by code. A last line without an end was being written when the survey was stopped.

    Raises UsageError.
    """
    try:
        file.touch()
        text = file.read_text(encoding="ascii", errors="replace")
    except OSError as error:
        message = f"{quoted(str(file))} cannot be read and written: {reason_of(error)}."
        raise UsageError(message, "unreadable_file") from None
    whole, _, cut = text.rpartition("\n")
    rows = dict(_rows(whole, file, variant))
    os.truncate(file, len(text) - len(cut))
    return rows


def _rows(text: str, file: Path, variant: Variant) -> Iterator[tuple[str, Result]]:
    for number, line in enumerate(text.splitlines(), 1):
        try:
            row = json.loads(line)
            yield row["code"], {"verdict": row["verdict"], "budget": row.get("budget", 0)}
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f"Line {number} of {quoted(str(file))} is not a line of a survey: remove it, or give another file."
            ) from error
        if number == 1 and row["code"] != survey_code(variant, 0):
            raise UsageError(
                f"{quoted(str(file))} has a survey of another variant: give its --variant, or another file."
            )


def _is_open(row: Result | None, boards: int) -> bool:
    return row is None or (row["verdict"] == "unknown" and row["budget"] < boards)


def _show(result: Result) -> str:
    return (
        f"{result['deals']} deals: {result['winnable']} winnable, {result['unwinnable']} unwinnable, "
        f"{result['unknown']} undecided\n"
        f"{result['low']:.2%} to {result['high']:.2%} of all deals can be won without a shuffle (95 % confidence, "
        f"undecided deals counted either way)"
    )


_FILE = option("file", metavar="FILE", help="lines of JSON, one a search; a file that exists is continued")
_DEALS = option(
    "--deals",
    type=partial(parse_count, most=MAX_DEALS, what="deals"),
    default=DEFAULT_DEALS,
    metavar="N",
    help="number of deals (default: %(default)s)",
)
_BOARDS = option(
    "--boards",
    type=partial(parse_count, most=MAX_BOARDS, what="boards"),
    default=DEFAULT_BOARDS,
    metavar="N",
    help="boards that a search may expand, a second's work for a million (default: %(default)s); a search process"
    " takes a gigabyte up to 50 million, and half a gigabyte for each 50 million more",
)
SURVEY_COMMANDS = (
    Command("survey", survey, _show, (_FILE, _DEALS, _BOARDS, jobs_option("search processes"), VARIANT)),
)
