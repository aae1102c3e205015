"""Everything in which the databases differ: how to connect, how transactions begin, which errors mean what.

SQLite can have one writer at a time. Those of one process take turns here, in the order in which they came, instead
of polling for a lock there. `BEGIN IMMEDIATE` takes that lock at once, so no transaction can fail half-way for want of
it. Its readers see the last commit and neither wait for the writer nor hold it up (WAL).

Readers and writers have connections apart, on Postgres too, so that no flood of reading delays the journal.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Column, Insert, Table, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection
from sqlalchemy.engine import URL, Connection, Dialect
from sqlalchemy.exc import ArgumentError, DBAPIError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoFreeConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from gaprace.errors import StoreUnavailable
from gaprace.ports import StoredAction
from gaprace.store.action_appender import Append, Key, Lane, append_on_postgres, append_on_sqlite

CONNECT_S = 5
"""How long connecting to Postgres may take."""
ANSWER_S = 20
"""How long a statement may take, waiting for a lock included."""
FREE_S = 20
"""How long to wait for a free connection."""
MIGRATE_S = 300
"""How long a statement of a migration may take, waiting for another process's migration included."""

BUSY_S = 0.01
"""How long to wait before a pragma is set anew."""

READERS = 4
POSTGRES_WRITERS = 4
STATEMENTS = 300
"""Prepared statements that a connection to Postgres keeps. A list of values makes one for each of its lengths."""

MIGRATION_LOCK = 0x67617072616365
"""The advisory lock of Postgres under which migrations run: "gaprace" in ASCII."""

Answer = TypeVar("Answer")
DialectsInsert = Callable[[Table], postgresql.Insert] | Callable[[Table], sqlite.Insert]
"""Begins an INSERT that can say what is to be done with rows whose key is taken."""


@dataclass(frozen=True, slots=True)
class Database:
    """Connections to one database, those that read apart from those that write."""

    reader: AsyncEngine
    writer: AsyncEngine
    insert: DialectsInsert
    lane: Lane
    turn: AbstractAsyncContextManager[object]
    """Whose turn it is to write, where only one can."""
    _under_way: set[asyncio.Task[Any]] = field(default_factory=set)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Return a connection in a transaction that sees one state of the database throughout."""
        with own_errors():
            async with self.reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Return a connection in a transaction that is committed at the end, unless it was rolled back before."""
        with own_errors():
            async with self.turn, self.writer.connect() as connection:
                yield connection
                await connection.commit()

    def insert_new(self, table: Table) -> Insert:
        """Begin an INSERT that skips rows whose key is taken."""
        return self.insert(table).on_conflict_do_nothing()

    def insert_or_replace(self, table: Table) -> Insert:
        """Begin an INSERT that replaces rows whose key is taken."""
        statement = self.insert(table)
        changed = {column.name: statement.excluded[column.name] for column in table.c if not column.primary_key}
        return statement.on_conflict_do_update(index_elements=[*table.primary_key], set_=changed)

    def insert_or_add(self, table: Table, number: Column[int]) -> Insert:
        """Begin an INSERT that adds to a number of rows whose key is taken."""
        statement = self.insert(table)
        added = {number.name: number + statement.excluded[number.name]}
        return statement.on_conflict_do_update(index_elements=[*table.primary_key], set_=added)

    async def append(self, actions: Sequence[StoredAction]) -> set[Key]:
        """Append actions as `Lane.append` does, which is a transaction."""
        with own_errors():
            return await self.lane.append(actions)

    async def finish(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Let work come to its end also if the caller is cancelled, who then does not wait for it.

        Otherwise a connection may be dropped in the middle of a statement. One to SQLite then keeps its lock until it
        is collected as garbage.
        """
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Let all work come to its end, then close all connections."""
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await self.lane.close()
        await self.reader.dispose()
        await self.writer.dispose()


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of database. Its engines connect on first use."""

    driver: str
    reader: Callable[[URL], AsyncEngine]
    writer: Callable[[URL], AsyncEngine]
    migrator: Callable[[URL], AsyncEngine]
    """Only one process at a time is in a transaction of this one."""
    insert: DialectsInsert
    append: Append
    one_writer: bool


def open_database(url: str) -> Database:
    """Return the database at a URL: `sqlite:///gaprace.db`, `postgresql://user:password@host/name`.

    Raises:
        ValueError: it is no URL of a database that can be used here.

    """
    kind, parsed = _kind_of(url)
    turn = asyncio.Lock()
    return Database(
        reader=kind.reader(parsed),
        writer=kind.writer(parsed),
        insert=kind.insert,
        lane=Lane(kind.writer(parsed), kind.append, turn),
        turn=turn if kind.one_writer else nullcontext(),
    )


@asynccontextmanager
async def reading(url: str) -> AsyncIterator[AsyncConnection]:
    """Return a connection of its own to read with, in one transaction.

    Raises:
        StoreUnavailable: the database is away.
        ValueError: as `open_database`.

    """
    database = open_database(url)
    try:
        async with database.read() as connection:
            yield connection
    finally:
        await database.close()


@asynccontextmanager
async def migrating(url: str) -> AsyncIterator[AsyncConnection]:
    """Return a connection in a transaction in which tables may be changed, as only one process does at a time.

    Raises:
        ValueError: as `open_database`.

    """
    kind, parsed = _kind_of(url)
    engine = kind.migrator(parsed)
    try:
        with own_errors():
            async with engine.begin() as connection:
                yield connection
    finally:
        await engine.dispose()


def _kind_of(text: str) -> tuple[_Kind, URL]:
    try:
        url = make_url(text)
    except ArgumentError:
        raise ValueError(
            "This is not a database URL: write sqlite:///gaprace.db or postgresql://user:password@host/name."
        ) from None
    kind = _KINDS.get(url.get_backend_name())
    if not kind:
        raise ValueError(f"{url.get_backend_name()} is not known here: write sqlite:///gaprace.db or postgresql://...")
    if kind is _SQLITE and url.database in {None, "", ":memory:"}:
        raise ValueError("SQLite needs a file to keep what it is told: write sqlite:///gaprace.db.")
    return kind, url.set(drivername=kind.driver)


# Errors


# The last of them says that the driver no longer understands its connection, as when the server was killed.
_DRIVERS_ERRORS = (sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


@contextmanager
def own_errors() -> Iterator[None]:
    """Turn the errors of the database into those of the port.

    Raises:
        StoreUnavailable: it is away, or too busy.
        ValueError: what was to be written contradicts what is stored, or can't be stored at all.

    """
    try:
        yield
    except ProgrammingError:
        raise
    except DBAPIError as error:
        raise _own_error(error.orig or error) from error
    except (NoFreeConnection, OSError, *_DRIVERS_ERRORS) as error:
        raise _own_error(error) from error


def _own_error(error: BaseException) -> Exception:
    """Return the port's error for a driver's."""
    if _blames_values(error) or _blames_values(error.__cause__):
        return ValueError(f"This contradicts what is stored, or cannot be stored: {error}")
    return StoreUnavailable(f"The database is away: {error}")


def _blames_values(error: BaseException | None) -> bool:
    """Whether the values are to blame, so that trying again is of no use.

    SQLite says so by a class. Postgres says so by an SQLSTATE (22: bad data, 23: integrity), and its driver by a class
    that is a ValueError too, which SQLAlchemy translates away.
    """
    unsent = isinstance(error, asyncpg.InterfaceError) and isinstance(error, ValueError)
    state = getattr(error, "sqlstate", None) or ""
    return unsent or state[:2] in {"22", "23"} or isinstance(error, sqlite3.IntegrityError | sqlite3.DataError)


# SQLite


def _sqlite_engine(url: URL, begin: str, pragmas: Mapping[str, str], *, size: int, wait_s: float) -> AsyncEngine:
    engine = create_async_engine(
        url, pool_size=size, max_overflow=0, pool_timeout=FREE_S, connect_args={"timeout": wait_s}
    )

    @event.listens_for(engine.sync_engine, "do_connect")
    def connecting(
        _dialect: Dialect, _entry: ConnectionPoolEntry, arguments: Sequence[Any], options: Mapping[str, Any]
    ) -> None:
        # If the file can't be opened, aiosqlite would leave a thread behind that outlives the event loop.
        sqlite3.connect(*arguments, **options).close()

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: AsyncAdapt_aiosqlite_connection, _entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # the driver begins no transactions by itself
        try:
            for name, value in pragmas.items():
                _set_pragma(connection, f"PRAGMA {name} = {value}", monotonic() + wait_s)
        except BaseException:
            connection.close()
            raise

    @event.listens_for(engine.sync_engine, "begin")
    def began(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _set_pragma(connection: AsyncAdapt_aiosqlite_connection, statement: str, deadline: float) -> None:
    """Set a pragma, with patience: of several that give a new file its WAL, SQLite refuses all but one at once."""
    cursor = connection.cursor()
    while True:
        try:
            cursor.execute(statement)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            connection.run_async(lambda _: asyncio.sleep(BUSY_S))
        else:
            break
    cursor.close()


_DURABLE = {"journal_mode": "WAL", "synchronous": "FULL"}

_SQLITE = _Kind(
    "sqlite+aiosqlite",
    reader=lambda url: _sqlite_engine(url, "BEGIN", {"query_only": "ON"}, size=READERS, wait_s=ANSWER_S),
    writer=lambda url: _sqlite_engine(
        url, "BEGIN IMMEDIATE", {**_DURABLE, "foreign_keys": "ON"}, size=1, wait_s=ANSWER_S
    ),
    # To change a table SQLite copies and drops it, and with foreign keys on it would drop its children's rows too.
    migrator=lambda url: _sqlite_engine(
        url, "BEGIN IMMEDIATE", {**_DURABLE, "foreign_keys": "OFF"}, size=1, wait_s=MIGRATE_S
    ),
    insert=sqlite.insert,
    append=append_on_sqlite,
    one_writer=True,
)


# Postgres


def _postgres_engine(url: URL, isolation: str, *, size: int, answer_s: float) -> AsyncEngine:
    return create_async_engine(
        _with_ssl(url),
        isolation_level=isolation,
        pool_size=size,
        max_overflow=0,
        pool_timeout=FREE_S,
        connect_args={
            "timeout": CONNECT_S,
            "command_timeout": answer_s,
            "prepared_statement_cache_size": STATEMENTS,
        },
    )


def _with_ssl(url: URL) -> URL:
    """Return a URL with `sslmode`, as everything else calls it, under asyncpg's own name."""
    query = dict(url.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    return url.set(query=query)


def _postgres_migrator(url: URL) -> AsyncEngine:
    engine = _postgres_engine(url, "READ COMMITTED", size=1, answer_s=MIGRATE_S)

    @event.listens_for(engine.sync_engine, "begin")
    def began(connection: Connection) -> None:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")

    return engine


_POSTGRES = _Kind(
    "postgresql+asyncpg",
    reader=lambda url: _postgres_engine(url, "REPEATABLE READ", size=READERS, answer_s=ANSWER_S),
    writer=lambda url: _postgres_engine(url, "READ COMMITTED", size=POSTGRES_WRITERS, answer_s=ANSWER_S),
    migrator=_postgres_migrator,
    insert=postgresql.insert,
    append=append_on_postgres,
    one_writer=False,
)

_KINDS = {"sqlite": _SQLITE, "postgresql": _POSTGRES, "postgres": _POSTGRES}
