"""The cost of looking at an arena, by the number of its players: all of them look when a round begins or ends."""

import asyncio
from collections.abc import Iterable
from time import time

from gaprace.play.events.arena import MAX_PLAYERS, ArenaEntry
from gaprace.ports import StoredPlayer, Transaction
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from gaprace.wire.http import Arena
from tests.bench import load
from tests.processes import ServerProcess, http_client
from tests.web.responses import read

SIZES = (10, MAX_PLAYERS)
LOOKS, AT_ONCE = 400, 20
START_S = 3_600
SETTLED_S = 2.0
"""After the start of the first round, for what the server does then."""


async def fill(url: str, arena: str, players: Iterable[int]) -> None:
    store = SqlStore(open_database(url))
    entries = [ArenaEntry(f"{number:016x}", number) for number in players]
    for entry in entries:
        await store.add_player(StoredPlayer(entry.player, f"Player {entry.at}", 1, f"{entry.at:064x}", entry.at))

    async def enter(tx: Transaction) -> None:
        for entry in entries:
            await tx.save_arena_entry(arena, entry)

    await store.transact(enter)
    await store.close()


async def cpu_ms(server: ServerProcess, size: int) -> float:
    """Return the processor time of the server for one look, by a player, while the first round is played."""
    (host,) = await server.people(1)
    async with http_client(server.base, headers={"Authorization": f"Bearer {host.token}"}) as client:
        at = int(time() + START_S) * 1_000
        new = {"variant": "mini", "name": "Arena", "form": "arena", "starts_at": at, "minutes": 10, "rounds": 3}
        made = read(await client.post("/api/v1/arenas", json=new), Arena, 201)
        path = f"/api/v1/arenas/{made.code}"
        assert (await client.post(f"{path}/players", json={})).status_code == 200
        await fill(server.database_url, made.code, range(1, size))
        assert (await client.post(f"{path}/start")).status_code == 200
        await asyncio.sleep(SETTLED_S)
        assert read(await client.get(path), Arena).players == size
        before = server.cpu_seconds()
        for _ in range(LOOKS // AT_ONCE):
            await asyncio.gather(*(client.get(path) for _ in range(AT_ONCE)))
        return 1e3 * (server.cpu_seconds() - before) / LOOKS


async def measure() -> None:
    for size in SIZES:
        with load.sqlite() as url:
            async with load.race_server(url, settings=load.NO_SEARCH) as server:
                print(f"an arena with {size} players: {await cpu_ms(server, size):.1f} ms of CPU each look")


def run() -> None:
    load.run(measure)
