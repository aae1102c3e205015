"""Run all benchmarks, or the named ones (`make bench ARGS="rules"`). They print figures, and never fail.

`solver=200` sets the sample size of a benchmark that has one; `race --stages` is a benchmark of its own.
"""

import sys
from collections.abc import Callable

from tests.bench import (
    arena,
    broadcast,
    broadcast_phone,
    client,
    evaluation,
    evidence,
    fanout,
    full_race,
    growth,
    hints,
    journal,
    killed,
    leaderboards,
    moderation,
    paths,
    peers,
    pictures,
    race,
    rating,
    rooms,
    rules,
    scores,
    solver,
    stages,
    taps,
)

BENCHMARKS: dict[str, Callable[..., None]] = {
    "rules": rules.run,
    "race": race.run,
    "race --stages": stages.run,
    "peers": peers.run,
    "journal": journal.run,
    "fanout": fanout.run,
    "full-race": full_race.run,
    "rooms": rooms.run,
    "killed": killed.run,
    "broadcast": broadcast.run,
    "broadcast --phone": broadcast_phone.run,
    "hints": hints.run,
    "arena": arena.run,
    "pictures": pictures.run,
    "leaderboards": leaderboards.run,
    "moderation": moderation.run,
    "growth": growth.run,
    "client": client.run,
    "taps": taps.run,
    "solver": solver.run,
    "solver --long": solver.run_long,
    "evaluation": evaluation.run,
    "paths": paths.run,
    "evidence": evidence.run,
    "rating": rating.run,
    "scores": scores.run,
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
