"""The faults. Each one hurts an installation, waits, and heals it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from random import Random

import psutil

from tests.databases import PostgresServer
from tests.redis_server import RedisServer
from tests.soak.faults.installation import Installation, JumpingServer
from tests.soak.faults.player import Player

Fault = Callable[[Installation, list[Player], Random], Awaitable[None]]

_MIN_S, _MAX_S = 0.3, 2.5
_SMALL_FILE_BYTES = 4096


async def _wait(random: Random) -> None:
    await asyncio.sleep(random.uniform(_MIN_S, _MAX_S))


@contextmanager
def suspended(family: list[psutil.Process]) -> Iterator[None]:
    """Stop processes, and let them go on whatever happens: what stands still cannot be ended either."""
    try:
        for process in family:
            process.suspend()
        yield
    finally:
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.resume()


@contextmanager
def full_disk(server: JumpingServer) -> Iterator[None]:
    """Let no file of a server grow."""
    family = server.family()
    soft, hard = family[0].rlimit(psutil.RLIMIT_FSIZE)
    for process in family:
        process.rlimit(psutil.RLIMIT_FSIZE, (_SMALL_FILE_BYTES, hard))
    try:
        yield
    finally:
        for process in server.family():  # a process that was started meanwhile has inherited the limit
            process.rlimit(psutil.RLIMIT_FSIZE, (soft, hard))


@asynccontextmanager
async def away(server: PostgresServer | RedisServer) -> AsyncIterator[None]:
    """End a server at once; start it again at the end."""
    await asyncio.to_thread(server.kill)
    yield
    await asyncio.to_thread(server.start)


async def kill_server(here: Installation, _players: list[Player], random: Random) -> None:
    """End a server at once, with all its processes; start it again."""
    async with here.without(random.randrange(len(here.servers))) as server:
        for process in server.family():
            with suppress(psutil.NoSuchProcess):
                process.kill()
        await server.kill()


async def restart_server(here: Installation, _players: list[Player], random: Random) -> None:
    """End a server as a service manager does; start it again."""
    async with here.without(random.randrange(len(here.servers))) as server:
        await server.terminate()


async def pause_server(here: Installation, _players: list[Player], random: Random) -> None:
    """Stop all processes of a server for a while."""
    with suspended(random.choice(here.servers).family()):
        await _wait(random)


async def cut_clients(_here: Installation, players: list[Player], random: Random) -> None:
    """Cut half of the connections."""
    for player in random.sample(players, len(players) // 2):
        player.cut()


async def clock_jump(here: Installation, _players: list[Player], random: Random) -> None:
    """Set the wall clock of a server by up to an hour, then back."""
    server = random.choice(here.servers)
    server.jump(random.choice([-1, 1]) * random.uniform(1, 3600))
    try:
        await _wait(random)
    finally:
        server.jump(0)


async def lock_database(here: Installation, _players: list[Player], random: Random) -> None:
    """Hold SQLite's lock, as a careless backup does."""
    connection = sqlite3.connect(str(here.sqlite), timeout=5, isolation_level=None)
    try:
        connection.execute("BEGIN EXCLUSIVE")
        await _wait(random)
        connection.execute("ROLLBACK")
    finally:
        connection.close()


async def fill_disk(here: Installation, _players: list[Player], random: Random) -> None:
    """Let no file of a server grow for a while."""
    with full_disk(random.choice(here.servers)):
        await _wait(random)


async def lose_commits(here: Installation, players: list[Player], random: Random) -> None:
    """Take the last stored actions away from under a running server."""
    player = random.choice([each for each in players if each.game and not each.has_ended])
    await here.lose_commits(player.game, random.randint(1, 3))


async def kill_postgres(here: Installation, _players: list[Player], random: Random) -> None:
    """End Postgres at once; start it again after a while."""
    async with away(here.postgres):
        await _wait(random)


async def pause_postgres(here: Installation, _players: list[Player], random: Random) -> None:
    """Stop all processes of Postgres for a while."""
    with here.postgres.suspended():
        await _wait(random)


async def cut_postgres(here: Installation, _players: list[Player], _random: Random) -> None:
    """Cut all connections to Postgres."""
    await here.terminate_backends()


async def kill_redis(here: Installation, _players: list[Player], random: Random) -> None:
    """End Redis at once; start it again after a while."""
    async with away(here.redis):
        await _wait(random)


async def pause_redis(here: Installation, _players: list[Player], random: Random) -> None:
    """Stop Redis for a while: it keeps its connections and does nothing."""
    here.redis.freeze()
    try:
        await _wait(random)
    finally:
        here.redis.thaw()


COMMON: list[Fault] = [kill_server, kill_server, restart_server, pause_server, cut_clients, clock_jump, lose_commits]
FAULTS: dict[str, list[Fault]] = {
    "sqlite": [*COMMON, lock_database, fill_disk],
    "sqlite fleet": [*COMMON, lock_database, fill_disk, kill_redis, pause_redis],
    "postgres": [*COMMON, kill_postgres, pause_postgres, cut_postgres],
    "postgres fleet": [*COMMON, kill_postgres, pause_postgres, cut_postgres, kill_redis, pause_redis],
}
"""The faults of each kind of installation."""
