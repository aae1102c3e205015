"""A database: its connections, and how transactions begin and end.

Reading and writing have separate connections, also on Postgres, so that many reads cannot delay the journal.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy import Column, Insert, Table, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import QueuePool
from sqlalchemy.util.concurrency import greenlet_spawn

from gaprace.errors import ReadOnly, StoreUnavailable
from gaprace.ports import PoolUse
from gaprace.store.action_appender import SqlActionAppender
from gaprace.store.dialect import Dialect, InsertOf
from gaprace.store.errors import DatabaseDamaged, port_errors
from gaprace.store.sqlite import SQLITE

CALL_TIMEOUT_S = 5.0
"""How long a caller waits for a unit of work."""

Answer = TypeVar("Answer")
OnStored = Callable[[str, float], None]
"""Takes the kind of a transaction, `read` or `write`, and its seconds."""


def not_measured(_: str, __: float) -> None:
    """Take no notice of a transaction."""


@dataclass(frozen=True, slots=True)
class Database:
    """The connections of one process to one database."""

    reader: AsyncEngine
    single: AsyncEngine
    """The connections of the reader, for single queries."""
    writer: AsyncEngine
    appender: SqlActionAppender
    write_lock: AbstractAsyncContextManager[object]
    """Held while writing, if the database has only one writer."""
    write_queue: AbstractAsyncContextManager[object]
    """Held by the only transaction that may wait for `write_lock` beside the appender, which waits for one at most."""
    _insert: InsertOf
    on_stored: OnStored = not_measured
    is_read_only: bool = False
    """Whether every transaction that would write raises `ReadOnly`."""
    _under_way: set[asyncio.Task[Any]] = field(default_factory=set)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection in a transaction that sees one state of the database throughout."""
        with self._errors(), self._measured("read"):
            async with self.reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def read_once(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection for one query, which sees one state of the database by itself.

        On Postgres this saves the two round trips that begin and end a transaction, on SQLite the beginning.
        """
        with self._errors(), self._measured("read"):
            async with self.single.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection in a transaction that is committed at the end, unless it was rolled back before.

        Raises ReadOnly if nothing is to be stored for now.
        """
        if self.is_read_only:
            raise ReadOnly
        with self._errors(), self._measured("write"):
            async with self.write_queue, self.write_lock, self.writer.connect() as connection:
                yield connection
                await connection.commit()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise errors as `port_errors` does; once the database is found damaged, nothing more is appended."""
        try:
            with port_errors():
                yield
        except DatabaseDamaged as error:
            self.appender.refuse_all(str(error))
            raise

    @contextmanager
    def _measured(self, kind: str) -> Iterator[None]:
        began = perf_counter()
        try:
            yield
        finally:
            self.on_stored(kind, perf_counter() - began)

    @property
    def pools(self) -> Mapping[str, PoolUse]:
        return {"read": _use_of(self.reader), "write": _use_of(self.writer)}

    def insert_new(self, table: Table) -> Insert:
        """Begin an INSERT that skips rows whose key is taken."""
        return self._insert(table).on_conflict_do_nothing()

    def insert_or_replace(self, table: Table) -> Insert:
        """Begin an INSERT that replaces rows whose key is taken."""
        statement = self._insert(table)
        changed = {column.name: statement.excluded[column.name] for column in table.c if not column.primary_key}
        return statement.on_conflict_do_update(index_elements=[*table.primary_key], set_=changed)

    def insert_or_add(self, table: Table, number: Column[int]) -> Insert:
        """Begin an INSERT that adds to the column `number` of rows whose key is taken."""
        statement = self._insert(table)
        added = {number.name: number + statement.excluded[number.name]}
        return statement.on_conflict_do_update(index_elements=[*table.primary_key], set_=added)

    async def run_shielded(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Run work to its end even if the caller is cancelled, or it takes too long for the caller to wait.

        Otherwise a connection could be dropped in the middle of a statement. A dropped connection to SQLite keeps its
        lock until it is garbage-collected.
        Raises StoreUnavailable if it takes longer than `CALL_TIMEOUT_S`, but may still succeed.
        """
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        done, _ = await asyncio.wait({task}, timeout=CALL_TIMEOUT_S)
        if not done:
            raise StoreUnavailable(f"The database has not answered within {CALL_TIMEOUT_S:g} s.")
        return task.result()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as retrieved: the caller may have gone

    async def close(self) -> None:
        """Wait until all work has ended, then close all connections."""
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await self.appender.close()
        await self.reader.dispose()
        await self.writer.dispose()


def _use_of(engine: AsyncEngine) -> PoolUse:
    pool = engine.pool
    return PoolUse(pool.checkedout(), pool.size()) if isinstance(pool, QueuePool) else PoolUse(0, 0)


def open_database(url: str, on_stored: OnStored = not_measured, *, read_only: bool = False) -> Database:
    """Return the database at a URL: `sqlite:///gaprace.db`, `postgresql://user:password@host/name`.

    `on_stored` is called after each transaction.
    """
    dialect, parsed = _parse(url)
    lock = asyncio.Lock()
    reader, writer = dialect.reader(parsed), dialect.writer(parsed)

    async def make_room() -> None:
        # Not `engine.dispose()`: a connection that is in use would come back to a pool that is gone, and never close.
        for engine in (reader, writer):
            await greenlet_spawn(engine.sync_engine.pool.dispose)

    return Database(
        reader=reader,
        single=dialect.single(reader),
        writer=writer,
        appender=SqlActionAppender(dialect.appender(parsed), dialect.appending(parsed), lock, make_room),
        write_lock=lock if dialect.has_one_writer else nullcontext(),
        write_queue=asyncio.Lock() if dialect.has_one_writer else nullcontext(),
        _insert=dialect.insert,
        on_stored=on_stored,
        is_read_only=read_only,
    )


@asynccontextmanager
async def reading(url: str) -> AsyncIterator[AsyncConnection]:
    """Open a database for one transaction that reads."""
    database = open_database(url)
    try:
        async with database.read() as connection:
            yield connection
    finally:
        await database.close()


@asynccontextmanager
async def migrating(url: str) -> AsyncIterator[AsyncConnection]:
    """Open a database for one transaction that may change tables. It excludes those of other processes."""
    dialect, parsed = _parse(url)
    engine = dialect.migrator(parsed)
    try:
        with port_errors():
            async with engine.begin() as connection:
                yield connection
    finally:
        await engine.dispose()


def is_missing(url: str) -> bool:
    """Whether a database is a file that is not in its folder yet. Connecting would make an empty one."""
    dialect, parsed = _parse(url)
    file = Path(parsed.database or "")
    return dialect is SQLITE and file.absolute().parent.is_dir() and not file.exists()


def _parse(written: str) -> tuple[Dialect, URL]:
    try:
        url = make_url(written)
    except ArgumentError:
        raise ValueError(
            "This is not a database URL: write sqlite:///gaprace.db or postgresql://user:password@host/name."
        ) from None
    dialect = _dialect_of(url.get_backend_name())
    if dialect is SQLITE and url.database in {None, "", ":memory:"}:
        raise ValueError("SQLite needs a file, so that data survives a restart: write sqlite:///gaprace.db.")
    return dialect, url.set(drivername=dialect.driver)


def _dialect_of(name: str) -> Dialect:
    if name == "sqlite":
        return SQLITE
    if name in {"postgresql", "postgres"}:
        # Loaded only with such a database: it takes a twentieth of the start.
        from gaprace.store.postgres import POSTGRES  # noqa: PLC0415

        return POSTGRES
    raise ValueError(f"{name} is not a supported database: write sqlite:///gaprace.db or postgresql://...")


_OTHERS = text("""
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name LIKE 'gaprace%' AND pid <> pg_backend_pid()
""")


async def has_connections(url: str) -> bool:
    """Return whether servers, or other commands of this program, are connected to a database of Postgres."""
    async with reading(url) as connection:
        return bool((await connection.execute(_OTHERS)).scalar_one())


async def is_open(url: str) -> bool:
    """Return whether a file of SQLite is open elsewhere: in WAL mode every connection holds a shared lock on it."""
    if is_missing(url):
        return False
    with closing(sqlite3.connect(make_url(url).database or "", timeout=0, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            return True
        connection.execute("ROLLBACK")
    return False
