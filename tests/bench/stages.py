"""A move by stages: microseconds of the server's processor, with the players of the race's benchmark.

The stopwatch itself takes a part of a microsecond at each change of stages, so the sum is more than a move costs.
"""

import asyncio
import json
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.bench import load
from tests.bench.load import MEASURED_S, SERVER_CORE, UNLIMITED, Metrics
from tests.bench.race import PLAYERS, racing
from tests.processes import ServerProcess

STAGES = {
    "receive": "bytes to a message",
    "decode": "a message to a command, and its limits",
    "decide": "the rules and the referee",
    "store": "the database's thread, on SQLite",
    "report": "what is stored is committed, and who hears of it",
    "encode": "events to bytes",
    "send": "bytes to the system",
    "loop": "the event loop: reading, waking, groups of the journal",
}


class StagedServer(ServerProcess):
    """A server that writes its figures to a file when it ends."""

    def __init__(self, database_url: str, result: Path) -> None:
        super().__init__(database_url, cores=str(SERVER_CORE), settings=UNLIMITED)
        self._result = result

    @property
    def command(self) -> tuple[str, ...]:
        python, _, _, *arguments = super().command
        return (python, "-m", "tests.bench.staged_server", str(self._result), *arguments)


def read(result: Path) -> dict[str, float]:
    return {name: float(us) for name, us in json.loads(result.read_text()).items()}


async def figures_of(database_url: str) -> dict[str, float]:
    with TemporaryDirectory() as folder:
        result = Path(folder, "stages.json")
        async with StagedServer(database_url, result) as server:
            metrics, random = Metrics(server), Random("benchmark")
            senders = [sender for _ in range(PLAYERS) for sender in await racing(server, metrics, random, 1)]
            for sender in senders:
                sender.send()
            await asyncio.sleep(MEASURED_S)
            for sender in senders:
                sender.stopped = True
        return read(result)


async def all_stages() -> None:
    print(f"{PLAYERS} connections, one move in flight on each, {MEASURED_S:.0f} s: us of the processor a move")
    with load.sqlite() as on_sqlite, load.postgres() as on_postgres:
        sqlite, postgres = await figures_of(on_sqlite), await figures_of(on_postgres)
    print(f"{'':<10} {'SQLite':>7} {'Postgres':>9}")
    for stage, meaning in STAGES.items():
        print(f"{stage:<10} {sqlite.get(stage, 0.0):>7.1f} {postgres.get(stage, 0.0):>9.1f}  {meaning}")
    print(f"{'all':<10} {sum(sqlite.values()):>7.1f} {sum(postgres.values()):>9.1f}")


def run() -> None:
    load.run(all_stages)
