"""A process that computes ratings anew is killed in the middle of a transaction; another one goes on where it was."""

import asyncio
import sys
from contextlib import suppress

from gaprace.store.sql_store import SqlStore
from tests.memory_store import MemoryStore
from tests.processes import START_TIMEOUT_S
from tests.store.test_moderation import RACES, evening, finish, games_of, ratings, void

STALLED = """
import asyncio, sys
from gaprace.clock import SystemClock
from gaprace.moderation.void_results import VoidResults
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore

class StalledStore(SqlStore):
    batches = 0

    async def transact(self, work):
        async def stalled(tx):
            answer = await work(tx)
            StalledStore.batches += 1
            if StalledStore.batches == 3:
                print("everything is written, nothing is committed", flush=True)
                await asyncio.Event().wait()
            return answer

        return await super().transact(stalled)

async def main():
    job = VoidResults(StalledStore(open_database(sys.argv[1])), SystemClock(), batch_size=2)
    while await job.step() is not None:
        pass

asyncio.run(main())
"""


async def test_a_recomputation_that_is_killed_is_resumed(sql_store: SqlStore, database_url: str) -> None:
    clean = MemoryStore()
    await evening(sql_store, RACES)
    bad = (await games_of(sql_store))[0]
    await evening(clean, RACES, unranked=frozenset({bad}))
    await void(sql_store, bad)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", STALLED, database_url, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    assert process.stdout
    async with asyncio.timeout(START_TIMEOUT_S):
        line = await process.stdout.readline()
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
    assert line.startswith(b"everything is written"), line
    assert await sql_store.recomputing() == ["addiction"]
    assert await ratings(sql_store) != await ratings(clean)
    await finish(sql_store)
    assert await ratings(sql_store) == await ratings(clean)
