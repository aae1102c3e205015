"""Run all benchmarks, or the named ones (`make bench ARGS="rules"`). They print figures, and never fail.

`solver=200` sets the sample size of a benchmark that has one; `solver --long` is one of its own.
"""

import sys
from collections.abc import Callable

from tests.bench import (
    broadcast,
    certainty,
    client,
    coach,
    evaluation,
    evidence,
    from_nothing,
    hints,
    idle,
    killed,
    leaderboards,
    paths,
    peers,
    played_games,
    policy,
    race,
    rooms,
    rules,
    solver,
    taps,
)

BENCHMARKS: dict[str, Callable[..., None]] = {
    "rules": rules.run,
    "race": race.run,
    "peers": peers.run,
    "full-race": rooms.run_full_race,
    "rooms": rooms.run,
    "killed": killed.run,
    "broadcast": broadcast.run,
    "hints": hints.run,
    "from-nothing": from_nothing.run,
    "idle": idle.run,
    "leaderboards": leaderboards.run,
    "games": played_games.run,
    "client": client.run,
    "taps": taps.run,
    "solver": solver.run,
    "solver --long": solver.run_long,
    "evaluation": evaluation.run,
    "policy": policy.run,
    "coach": coach.run,
    "paths": paths.run,
    "evidence": evidence.run,
    "certainty": certainty.run,
}


def main(chosen: list[str]) -> int:
    named = " ".join(chosen).replace(" --", "\0--").split()
    wanted = [text.replace("\0", " ").partition("=") for text in named or BENCHMARKS]
    unknown = [name for name, _, _ in wanted if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}: choose from {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    for name, _, size in wanted:
        print(f"== {name}")
        BENCHMARKS[name](*([int(size)] if size else []))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
