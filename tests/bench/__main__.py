"""Run the benchmarks: all, or those named (`make bench ARGS="rules"`). They print; nothing passes or fails."""

import sys

from tests.bench import boards, client, fanout, hints, pictures, race, rules

BENCHMARKS = {
    "rules": rules.run,
    "race": race.run,
    "fanout": fanout.run,
    "hints": hints.run,
    "pictures": pictures.run,
    "boards": boards.run,
    "client": client.run,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}: choose from {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    for name in names or BENCHMARKS:
        print(f"== {name}")
        BENCHMARKS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
