"""Make the solver's numbers: its tables (`train`), the scale of difficulty (`effort`), the chances (`chances`).

All are reproducible on every machine: their random numbers are seeded, and nothing depends on time. Without options,
`train` and `chances` make the files of the solver.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from zipfile import BadZipFile

import msgspec
import numpy as np

from gaprace.rules.variants import VARIANTS
from gaprace.solver.evaluation import Evaluation, Table
from gaprace.solver.features import FEATURES
from gaprace.solver.shuffle_chance import ValueFile
from gaprace.solver.tables import evaluation_for
from gaprace.solver.win_model import ModelFile
from tools.training.chances import POSITIONS, fitted_model
from tools.training.effort_scale import efforts, scale
from tools.training.shuffles import SAMPLES, fitted_values
from tools.training.train import TEST_DEALS, Round, TrainingPlan, rounds

MAX_COLUMNS = 13
ORIGIN = "python -m tools.training chances FILE --variant V --positions N"
SHUFFLES_ORIGIN = "python -m tools.training shuffles FILE --variant V --samples N"


def train(options: argparse.Namespace) -> None:
    """Train tables and write them to a file after every round. Tables of other widths in the file are kept."""
    plan = TrainingPlan(options.columns, options.rounds, options.deals, options.width)
    kept = _tables_in(options.file)  # first, so that a bad file is an error before minutes of work
    with ProcessPoolExecutor(options.processes) as workers:
        for done in rounds(plan, workers):
            _report(done)
            _write(kept | _named(done.evaluation), options.file)


def _tables_in(file: Path) -> dict[str, Table]:
    if not file.parent.is_dir():
        raise ValueError(f"the folder {file.parent} for {file.name} does not exist: create it first")
    if not file.exists():
        return {}
    try:
        with file.open("rb") as stream, np.load(stream) as tables:
            return dict(tables)
    except (ValueError, EOFError, TypeError, BadZipFile, AttributeError):
        raise ValueError(f"{file} does not contain tables: choose another file, or delete this one first") from None


def _named(evaluation: Evaluation) -> dict[str, Table]:
    columns = evaluation.columns
    return {f"pairs_{columns}": evaluation.pairs, f"follows_{columns}": evaluation.follows}


def _write(tables: dict[str, Table], file: Path) -> None:
    with file.open("wb") as stream:  # NumPy would add .npz to a name without it
        np.savez_compressed(stream, allow_pickle=False, **tables)


def _report(done: Round) -> None:
    print(
        f"round {done.number}: {done.won} deals won, {done.groups} groups; the previous tables on them:"
        f" loss {done.before.loss:.3f}, accuracy {done.before.accuracy:.1%}; test: {done.tested} of {TEST_DEALS} won",
        flush=True,
    )


def effort(options: argparse.Namespace) -> None:
    """Print the efforts that divide random deals into parts of equal size."""
    print(scale(efforts(options.deals, evaluation_for(MAX_COLUMNS))))


def chances(options: argparse.Namespace) -> None:
    """Fit the coefficients of the win probability to games of bots. Other variants in the file are kept."""
    names, kept = options.variant or [*VARIANTS], {}
    if options.file.exists():
        kept = msgspec.json.decode(options.file.read_bytes(), type=ModelFile).variants
    with ProcessPoolExecutor(options.processes) as workers:
        models = [*workers.map(partial(fitted_model, positions=options.positions), names)]
    found = ModelFile(ORIGIN, [*FEATURES], kept | dict(zip(names, models, strict=True)))
    options.file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


def shuffles(options: argparse.Namespace) -> None:
    """Fit the chance to win by a shuffle to shuffles that the strong player plays out. Other variants are kept."""
    names, kept = options.variant or [*VARIANTS], {}
    if options.file.exists():
        kept = msgspec.json.decode(options.file.read_bytes(), type=ValueFile).variants
    with ProcessPoolExecutor(options.processes) as workers:
        found = [*workers.map(partial(fitted_values, count=options.samples), names)]
    values = ValueFile(SHUFFLES_ORIGIN, kept | dict(zip(names, found, strict=True)))
    options.file.write_bytes(msgspec.json.format(msgspec.json.encode(values), indent=1) + b"\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.training", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    training = commands.add_parser("train", help=train.__doc__)
    training.add_argument("file", type=Path, metavar="FILE", help="file to write, such as tables.npz")
    widths = sorted({variant.columns for variant in VARIANTS.values()})
    training.add_argument(
        "--columns", type=int, choices=widths, default=MAX_COLUMNS, help=f"width of the boards ({MAX_COLUMNS})"
    )
    numbers = {"rounds": (6, "number of rounds"), "deals": (6_000, "deals per round")}
    numbers["width"] = (256, "boards that a beam keeps per deal and ply")
    for name, (default, meaning) in numbers.items():
        training.add_argument(f"--{name}", type=_count, default=default, metavar="N", help=f"{meaning} ({default})")
    training.add_argument(
        "--processes", type=_count, metavar="N", help="worker processes (one per core); they do not change the tables"
    )
    training.set_defaults(run=train)
    difficulty = commands.add_parser("effort", help=effort.__doc__)
    difficulty.add_argument("--deals", type=_count, default=400, metavar="N", help="number of deals (400)")
    difficulty.set_defaults(run=effort)
    probability = commands.add_parser("chances", help=chances.__doc__)
    probability.add_argument("file", type=Path, metavar="FILE", help="file to write, such as chances.json")
    probability.add_argument(
        "--positions", type=_count, default=POSITIONS, metavar="N", help=f"positions of each variant ({POSITIONS})"
    )
    probability.set_defaults(run=chances)
    redeals = commands.add_parser("shuffles", help=shuffles.__doc__)
    redeals.add_argument("file", type=Path, metavar="FILE", help="file to write, such as shuffle_chances.json")
    redeals.add_argument(
        "--samples", type=_count, default=SAMPLES, metavar="N", help=f"shuffles of each variant ({SAMPLES})"
    )
    redeals.set_defaults(run=shuffles)
    for fitting in probability, redeals:
        fitting.add_argument("--variant", action="append", choices=VARIANTS, help="one of several (default: all)")
        fitting.add_argument("--processes", type=_count, metavar="N", help="worker processes (one per core)")
    return parser


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive whole number")
    return int(text)


def main(arguments: Sequence[str]) -> None:
    """Run one command."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except (ValueError, OSError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main(sys.argv[1:])
