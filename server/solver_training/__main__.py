"""Make numbers of the solver: `train` writes tables, `calibrate` prints the scale of difficulty.

Both give the same on every machine: what they draw is seeded, and nothing depends on the time. Without options, `train`
makes the tables of the package.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from server.solver.evaluation import Evaluation
from server.solver_tables import evaluation_for
from server.solver_training.calibrate import efforts, scale
from server.solver_training.train import TEST_DEALS, Plan, Round, rounds

WIDEST = 13
# ruff: noqa: T201 - these programs print


def train(options: argparse.Namespace) -> None:
    """Train tables, and write them to a file (after every round), with those for other widths that it has."""
    plan = Plan(options.columns, options.rounds, options.deals, options.width)
    with ProcessPoolExecutor(options.processes) as workers:
        for done in rounds(plan, workers):
            _report(done)
            _write(done.evaluation, options.file)


def _write(evaluation: Evaluation, file: Path) -> None:
    kept = dict(np.load(file)) if file.exists() else {}
    columns = evaluation.columns
    new = {f"pairs_{columns}": evaluation.pairs, f"follows_{columns}": evaluation.follows}
    np.savez_compressed(file, allow_pickle=False, **(kept | new))


def _report(done: Round) -> None:
    print(
        f"round {done.number}: {done.won} deals won, {done.groups} groups; the tables before on them:"
        f" loss {done.before.loss:.3f}, {done.before.right:.1%} right; tested: {done.tested} of {TEST_DEALS} won",
        flush=True,
    )


def calibrate(options: argparse.Namespace) -> None:
    """Print the efforts that divide random deals into parts of equal number."""
    print(scale(efforts(options.deals, evaluation_for(WIDEST))))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m server.solver_training", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    training = commands.add_parser("train", help=train.__doc__)
    training.add_argument("file", type=Path, metavar="FILE", help="where the tables go, such as tables.npz")
    numbers = {"columns": (WIDEST, "width of the boards"), "rounds": (6, "how many rounds")}
    numbers |= {"deals": (6_000, "deals a round"), "width": (256, "how many boards of a deal a beam keeps")}
    for name, (default, meaning) in numbers.items():
        training.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"{meaning} ({default})")
    training.add_argument(
        "--processes", type=int, metavar="N", help="how many at once (one a core); the tables are the same"
    )
    training.set_defaults(carry_out=train)
    calibration = commands.add_parser("calibrate", help=calibrate.__doc__)
    calibration.add_argument("--deals", type=int, default=400, metavar="N", help="how many deals (400)")
    calibration.set_defaults(carry_out=calibrate)
    return parser


def main(arguments: Sequence[str]) -> None:
    """Carry out one command."""
    options = _parser().parse_args(arguments)
    try:
        options.carry_out(options)
    except ValueError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main(sys.argv[1:])
