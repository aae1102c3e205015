"""Mutation tests of a package or a module: `make mutants ARGS=play`, or `ARGS="rooms/timers.py --children 1"`.

mutmut changes the sources in one place at a time, in a copy of this repository in `build/mutants/`, and runs the tests
of the package against each change. A mutant that no test notices survives; this prints every survivor as a difference,
and the score of each file. The copy is made anew each time. `docs/contributing.md` says which survivors stay, and why.
"""

import argparse
import json
import resource
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIES = ROOT / "build" / "mutants"
TESTS = {"play": ["tests/play"], "rooms": ["tests/rooms", "tests/events"]}
"""The tests that have to notice the mutants of a package."""
MAX_MEMORY = 4 << 30
"""Of each process, in bytes: a mutant in an endless loop must not take the memory of the machine as well."""

SETTINGS = """\
[mutmut]
source_paths=src
only_mutate=
  {sources}
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
timeout_multiplier=5
track_dependencies=false
"""

SURVIVED = 0
NOT_TESTED = (5, 33)
"""The codes of pytest and of mutmut for "no tests"."""


def copied(sources: list[str]) -> Path:
    """Return a new copy of the repository as mutmut expects it: with the sources in `src`."""
    copy = COPIES / sources[0].replace("/", "-")
    shutil.rmtree(copy, ignore_errors=True)
    ignored = shutil.ignore_patterns("node_modules", "__pycache__")
    shutil.copytree(ROOT / "server", copy / "src", ignore=ignored)
    for name in ("client", "migrations", "tests"):
        shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", copy)
    patterns = [f"src/gaprace/{each}" if each.endswith(".py") else f"src/gaprace/{each}/*" for each in sources]
    tests = sorted({test for each in sources for test in TESTS[each.split("/")[0]]})
    settings = SETTINGS.format(sources="\n  ".join(patterns), tests="\n  ".join(tests))
    (copy / "setup.cfg").write_text(settings)
    return copy


def codes_of(copy: Path) -> dict[str, int]:
    """Return the exit codes of the tests, by mutant."""
    metas = (json.loads(file.read_text()) for file in sorted(copy.glob("mutants/src/**/*.meta")))
    return {mutant: code for meta in metas for mutant, code in meta["exit_code_by_key"].items() if code is not None}


def main() -> None:
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("sources", nargs="+", help=f"packages or modules of {', '.join(TESTS)}: play, rooms/timers.py")
    parser.add_argument("--children", type=int, default=2, help="mutants that are tested at a time (default: 2)")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    copy = copied(options.sources)
    mutmut = [sys.executable, "-m", "mutmut"]
    subprocess.run([*mutmut, "run", "--max-children", str(options.children)], cwd=copy, check=True)

    codes = codes_of(copy)
    survivors = [mutant for mutant, code in codes.items() if code == SURVIVED or code in NOT_TESTED]
    for mutant in survivors:
        print(subprocess.run([*mutmut, "show", mutant], cwd=copy, check=True, capture_output=True, text=True).stdout)
    total, alive = (Counter(mutant.split(".x")[0] for mutant in each) for each in (codes, survivors))
    for module in sorted(total):
        print(f"{module:40} {total[module] - alive[module]:5} of {total[module]:5} killed")
    print(f"{len(codes) - len(survivors)} of {len(codes)} killed: {1 - len(survivors) / len(codes):.1%}")


if __name__ == "__main__":
    main()
