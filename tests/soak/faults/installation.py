"""Installations that faults are made in: servers, their database and their bus, all of which can be hurt and healed."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from secrets import token_hex
from tempfile import TemporaryDirectory

import asyncpg  # type: ignore[import-untyped]

from tests.databases import PostgresServer, migrate_now
from tests.processes import ServerProcess
from tests.redis_server import RedisServer

KINDS = ("sqlite", "sqlite fleet", "postgres", "postgres fleet")
"""A fleet is two servers with a bus between them."""
CLOCK_FILE = "TESTS_CLOCK_FILE"
"""The variable with the path of a file that holds how far the wall clock of a server is ahead, in seconds."""
_STEPPED_CLOCK = """
    CREATE TABLE stepped_clock AS SELECT interval '0 s' AS ahead;
    CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        'SELECT pg_catalog.clock_timestamp() + ahead FROM public.stepped_clock';
    ALTER DATABASE {database} SET search_path = public, pg_catalog;
"""


class JumpingServer(ServerProcess):
    """A server whose wall clock can be made to jump."""

    def __init__(self, database_url: str, clock_file: Path, settings: dict[str, str]) -> None:
        super().__init__(database_url, settings={**settings, CLOCK_FILE: str(clock_file)})
        self.clock_file = clock_file
        self.jump(0)

    @property
    def command(self) -> tuple[str, ...]:
        """See `ServerProcess`."""
        return (sys.executable, "-m", "tests.soak.faults.jumping_clock", *super().command[3:])

    def set(self, name: str, value: str) -> None:
        """Change a setting; a restart applies it."""
        self._settings[name] = value

    def jump(self, seconds: float) -> None:
        """Set how far the clock is ahead of the true one."""
        self.clock_file.write_text(str(seconds))


@dataclass
class Installation:
    """A running installation."""

    kind: str
    servers: list[JumpingServer]
    sqlite: Path | None = None
    postgres: PostgresServer | None = None
    database: str = ""
    redis: RedisServer | None = None
    down: set[int] = field(default_factory=set)
    """The indexes of servers that do not run just now."""

    def socket(self, code: str, random: Random) -> str:
        """Return the address of a room at one of the servers that run."""
        up = [server for number, server in enumerate(self.servers) if number not in self.down] or self.servers
        return f"ws://127.0.0.1:{random.choice(up).port}/ws/rooms/{code}"

    @asynccontextmanager
    async def without(self, number: int) -> AsyncIterator[JumpingServer]:
        """Let players come to the other servers, if there are any, while one is ended; then start it again."""
        self.down.add(number)
        yield self.servers[number]
        await self.servers[number].start()
        self.down.discard(number)

    # The store, read past the server

    async def transcripts(self, games: Sequence[str]) -> dict[str, str]:
        """Return the stored transcripts of ended games, by game."""
        rows = await self._rows("SELECT id, transcript FROM games WHERE transcript IS NOT NULL")
        return {game: transcript for game, transcript in rows if game in games}

    async def lose_commits(self, game: str, count: int) -> None:
        """Delete the last stored actions of a running game, as a failover to a stale copy does.

        On Postgres, the lock keeps an action that is appended meanwhile from staying behind the deleted ones: no copy
        has a hole. A lock of the game's row would not do, since who waits for it has looked at the actions before.
        """
        last = f"SELECT MAX(n) - {count} FROM actions WHERE game = '{game}'"  # noqa: S608  # ids of this program
        statement = f"DELETE FROM actions WHERE game = '{game}' AND n > ({last})"  # noqa: S608
        lock = "LOCK TABLE actions IN EXCLUSIVE MODE"
        await self._execute(f"BEGIN; {lock}; {statement}; COMMIT" if self.postgres else statement)

    async def _rows(self, query: str) -> list[tuple[str, str]]:
        if self.sqlite:
            with sqlite3.connect(self.sqlite, timeout=30) as connection:
                return connection.execute(query).fetchall()
        async with self._postgres() as connection:
            return [tuple(row) for row in await connection.fetch(query)]

    async def _execute(self, statement: str) -> None:
        if self.sqlite:
            with sqlite3.connect(self.sqlite, timeout=30) as connection:
                connection.execute(statement)
            return
        async with self._postgres() as connection:
            await connection.execute(statement)

    async def hold_actions(self, seconds: float) -> None:
        """Keep everyone from storing actions for a while, as a careless query does."""
        async with self._postgres() as connection, connection.transaction():
            await connection.execute("LOCK TABLE actions IN EXCLUSIVE MODE")
            await asyncio.sleep(seconds)

    async def step_database_clock(self, seconds: float) -> None:
        """Set how far the clock of Postgres is ahead of the true one."""
        await self._execute(f"UPDATE stepped_clock SET ahead = '{seconds} s'")  # noqa: S608

    async def let_clock_step(self) -> None:
        """Put a function in front of that of Postgres, before any server connects."""
        await self._execute(_STEPPED_CLOCK.format(database=self.database))

    async def terminate_backends(self) -> None:
        """Cut all other connections to Postgres."""
        await self._execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

    @asynccontextmanager
    async def _postgres(self) -> AsyncIterator[asyncpg.Connection]:
        connection = await asyncpg.connect(host=str(self.postgres.folder), user="postgres", database=self.database)
        try:
            yield connection
        finally:
            await connection.close()


@asynccontextmanager
async def installation(kind: str, more: Mapping[str, str] | None = None) -> AsyncIterator[Installation]:
    """Run an installation of a kind, one of `KINDS`, with more settings."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="gaprace-faults-")))
        running = await asyncio.to_thread(_stores, kind, folder, stack)
        if running.postgres:
            await running.let_clock_step()
        url = f"sqlite:///{running.sqlite}" if running.sqlite else running.postgres.url(running.database)  # type: ignore[union-attr]
        settings = dict(more or {})
        if running.redis:
            settings["GAPRACE_BUS_URL"] = running.redis.url
        for number in range(2 if running.redis else 1):
            server = JumpingServer(url, folder / f"clock-{number}", settings)
            running.servers.append(await stack.enter_async_context(server))
        yield running


def _stores(kind: str, folder: Path, stack: AsyncExitStack) -> Installation:
    redis = stack.enter_context(RedisServer(folder)) if kind.endswith("fleet") else None
    if kind.startswith("sqlite"):
        file = folder / "gaprace.db"
        migrate_now(f"sqlite:///{file}")
        return Installation(kind, [], sqlite=file, redis=redis)
    postgres = stack.enter_context(PostgresServer.running(durable=True))
    database = f"faults_{token_hex(4)}"
    postgres.create(database)
    return Installation(kind, [], postgres=postgres, database=database, redis=redis)
