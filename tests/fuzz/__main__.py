"""`make fuzz`: a million mutated messages against a live server; `ARGS="--messages 10000 --seed 7"` for others."""

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.databases import migrate_now
from tests.fuzz.siege import MIB, Siege, besieged

MAX_GROWTH = 32 * MIB
"""Far less than what a leak of a hundred bytes a message would come to."""


async def _run(messages: int, seed: int) -> int:
    with TemporaryDirectory(prefix="gaprace-fuzz-") as folder:
        url = f"sqlite:///{Path(folder)}/fuzz.db"
        migrate_now(url)
        async with besieged(url) as server:
            report = await Siege(server, seed, messages).run()
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
