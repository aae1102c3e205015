"""Make numbers of the solver: `train` writes tables, `calibrate` prints the scale of difficulty.

Both give the same on every machine: what they draw is seeded, and nothing depends on the time. Where the tables of the
package come from is said in `server.solver_tables`.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from server.solver_tables import evaluation_for
from server.solver_training.calibrate import efforts, scale
from server.solver_training.train import TEST_DEALS, Plan, Round, trained

WIDEST = 13
# ruff: noqa: T201 - these programs print


def train(options: argparse.Namespace) -> None:
    """Train tables, and write them to a file with those for other widths that it has."""
    plan = Plan(options.columns, options.rounds, options.deals, options.boards)
    start = evaluation_for(options.columns) if options.go_on else None
    evaluation = trained(plan, _report, start)
    kept = dict(np.load(options.file)) if options.file.exists() else {}
    new = {f"pairs_{plan.columns}": evaluation.pairs, f"follows_{plan.columns}": evaluation.follows}
    np.savez_compressed(options.file, allow_pickle=False, **(kept | new))


def _report(done: Round) -> None:
    found, fit = done.harvest, done.fit
    print(
        f"round {done.number}: {found.won} of {found.deals} won, {found.groups.size} groups;"
        f" held back: loss {fit.loss:.3f}, {fit.right:.1%} right; tested: {done.tested} of {TEST_DEALS} won",
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
    numbers = {"columns": (WIDEST, "width of the boards"), "rounds": (10, "how many rounds")}
    numbers |= {"deals": (300, "deals a round"), "boards": (40_000, "what a search looks into at the most")}
    for name, (default, meaning) in numbers.items():
        training.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"{meaning} ({default})")
    training.add_argument("--go-on", action="store_true", help="begin with the tables of the package")
    training.set_defaults(carry_out=train)
    calibration = commands.add_parser("calibrate", help=calibrate.__doc__)
    calibration.add_argument("--deals", type=int, default=400, metavar="N", help="how many deals (400)")
    calibration.set_defaults(carry_out=calibrate)
    return parser


def main(arguments: Sequence[str]) -> None:
    """Carry out one command."""
    options = _parser().parse_args(arguments)
    options.carry_out(options)


if __name__ == "__main__":
    main(sys.argv[1:])
