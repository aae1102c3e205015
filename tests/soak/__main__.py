"""The command: `python -m tests.soak`, or `make soak`."""

import argparse
import asyncio
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import load
from tests.bench.load import race_server
from tests.processes import ServerProcess
from tests.redis_server import RedisServer
from tests.soak.faults.campaign import Campaign
from tests.soak.faults.installation import KINDS
from tests.soak.faults.table import write_table
from tests.soak.rooms import Plan
from tests.soak.run import MAX_GROWTH, Report, Soak


@contextmanager
def on_sqlite() -> Iterator[ServerProcess]:
    with load.sqlite() as url:
        yield race_server(url)


@contextmanager
def on_postgres() -> Iterator[ServerProcess]:
    with (
        load.postgres() as url,
        TemporaryDirectory(prefix="gaprace-soak-") as folder,
        RedisServer(Path(folder)) as redis,
    ):
        yield race_server(url, settings={"GAPRACE_BUS_URL": redis.url})


def make_faults(count: int, kinds: Sequence[str], seed: str) -> int:
    """Make faults in installations of some kinds, and return 1 if the promise was broken."""
    broken: list[str] = []
    for kind in kinds:
        report = asyncio.run(Campaign(kind, count // len(kinds), f"{seed}/{kind}").run())
        print(report.text, flush=True)
        broken += report.violations
    print("\n".join(broken))
    return 1 if broken else 0


def main(arguments: list[str]) -> int:
    """Run a soak, and return 1 if memory grew. It fails at once if anything is lost, refused or never answered."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--postgres", action="store_true", help="on Postgres, with Redis as the bus")
    parser.add_argument("--faults", type=int, default=0, help="instead, make faults, spread over four installations")
    parser.add_argument("--only", choices=KINDS, help="make all faults in one kind of installation")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="repeat the faults of an earlier run")
    parser.add_argument("--table", action="store_true", help="instead, write the table of faults in docs/monitoring.md")
    parser.add_argument("--fault", default="", help="of the table, write only the rows that begin so")
    options = parser.parse_args(arguments)
    if options.table:
        return 0 if asyncio.run(write_table(options.fault)) else 1
    if options.faults:
        return make_faults(options.faults, [options.only] if options.only else KINDS, options.seed)
    reports: list[Report] = []

    async def soak() -> None:
        with (on_postgres if options.postgres else on_sqlite)() as server:
            async with server:
                reports.append(await Soak(server, Plan()).run(options.minutes * 60))

    load.run(soak)
    print(reports[0].text)
    return 0 if reports[0].growth < MAX_GROWTH else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
