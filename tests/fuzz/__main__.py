"""`make fuzz`: a million mutated messages to a live server; `ARGS="--messages 10000 --seed 7"` sets others."""

import argparse
import asyncio
import sys

from tests.bench import load
from tests.fuzz.fuzz_run import MIB, FuzzRun, server_under_test

MAX_GROWTH = 32 * MIB
"""Much less than a leak of a hundred bytes a message."""


async def _run(messages: int, seed: int) -> int:
    with load.sqlite() as url:
        async with server_under_test(url) as server:
            report = await FuzzRun(server, seed, messages).run()
    print(report)
    growth = report.final_bytes - report.warm_bytes
    if growth > MAX_GROWTH:
        print(f"memory grew by {growth / MIB:.1f} MiB, more than {MAX_GROWTH / MIB:.0f}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.exit(asyncio.run(_run(options.messages, options.seed)))
