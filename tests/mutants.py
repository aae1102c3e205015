"""Mutation tests of one package: `make mutants ARGS=play`, or `ARGS="rooms --children 4"`.

mutmut changes the sources in one place at a time, in a copy of this repository in `build/mutants/`, and runs the tests
of the package against each change. A mutant that no test notices survives; this prints the score of each file, and
every survivor as a difference. The copy is made anew each time. `docs/contributing.md` says which survivors stay.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIES = ROOT / "build" / "mutants"
TESTS = {"play": ["tests/play"], "rooms": ["tests/rooms", "tests/play"]}
"""The tests that have to notice the mutants of a package."""

SETTINGS = """\
[mutmut]
source_paths=src
only_mutate=src/gaprace/{package}/*
also_copy=
  client
  migrations
pytest_add_cli_args=
  -p
  no:cacheprovider
  -p
  no:xdist
pytest_add_cli_args_test_selection=
  {tests}
"""

SURVIVED = 0
NOT_TESTED = (5, 33)  # pytest's and mutmut's codes for "no tests"


def copied(package: str) -> Path:
    """Return a new copy of the repository in which mutmut finds the sources: it looks for them in `src`."""
    copy = COPIES / package
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    ignored = shutil.ignore_patterns("node_modules", "__pycache__")
    shutil.copytree(ROOT / "server", copy / "src", ignore=ignored)
    for name in ("client", "migrations", "tests"):
        shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", copy)
    settings = SETTINGS.format(package=package, tests="\n  ".join(TESTS[package]))
    (copy / "setup.cfg").write_text(settings)
    return copy


def results(copy: Path) -> dict[str, int]:
    """Return the exit code of the tests by mutant."""
    metas = (json.loads(file.read_text()) for file in copy.glob("mutants/src/**/*.meta"))
    return {mutant: code for meta in metas for mutant, code in meta["exit_code_by_key"].items() if code is not None}


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("package", choices=TESTS)
    parser.add_argument("--children", type=int, default=2, help="tests at a time (default: 2)")
    options = parser.parse_args()
    copy = copied(options.package)
    mutmut = [sys.executable, "-m", "mutmut"]
    subprocess.run([*mutmut, "run", "--max-children", str(options.children)], cwd=copy, check=True)

    codes = results(copy)
    survivors = [mutant for mutant, code in codes.items() if code == SURVIVED or code in NOT_TESTED]
    for mutant in survivors:
        print(subprocess.run([*mutmut, "show", mutant], cwd=copy, check=True, capture_output=True, text=True).stdout)
    total, alive = (Counter(mutant.split(".x")[0] for mutant in each) for each in (codes, survivors))
    for module in sorted(total):
        print(f"{module:40} {total[module] - alive[module]:5} of {total[module]:5} killed")
    print(f"{len(codes) - len(survivors)} of {len(codes)} killed: {1 - len(survivors) / len(codes):.1%}")


if __name__ == "__main__":
    main()
