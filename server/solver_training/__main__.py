"""Measure the scale of difficulty: `python -m server.solver_training calibrate`."""

import argparse
import sys

from server.solver_tables import evaluation_for
from server.solver_training.calibrate import efforts, scale

STRICT_COLUMNS = 13


def calibrate(options: argparse.Namespace) -> None:
    """Print the efforts that divide random deals into parts of equal number."""
    print(scale(efforts(options.deals, evaluation_for(STRICT_COLUMNS))))  # noqa: T201 - it is what this is for


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m server.solver_training", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    calibration = commands.add_parser("calibrate", help=calibrate.__doc__)
    calibration.add_argument("--deals", type=int, default=400, metavar="N", help="how many deals (default: 400)")
    calibration.set_defaults(carry_out=calibrate)
    return parser


if __name__ == "__main__":
    chosen = _parser().parse_args(sys.argv[1:])
    chosen.carry_out(chosen)
