"""SQLite.

It has one writer at a time. The writers of one process wait for each other in this process instead of polling for
SQLite's lock: in the order in which they came, but the journal is next. `BEGIN IMMEDIATE` takes that lock at once, so
no transaction can fail half-way because it does not get it. Readers see the last commit; they neither wait for the
writer nor delay it (WAL).

Writers of several processes poll for that lock: SQLite itself ever less often, down to ten times a second, and the
journal, for which players wait, a thousand times a second. So it seldom waits for many transactions of another process.
"""

from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import event
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from gaprace.store import dialect
from gaprace.store.action_appender import SqliteStatements
from gaprace.store.dialect import MAX_READERS, MIGRATION_TIMEOUT_S, POOL_TIMEOUT_S, Dialect
from gaprace.store.sqlite_connection import connecting

READER_CACHE_KB = 16 * 1024
"""The pages that a reader keeps, at most. In the 2 MB that SQLite has by default, the 250 friends and members of a
leaderboard's page drive out each other's: among a million people, that query takes 13 ms at p95 instead of 3."""

_SINGLE = "gaprace_single"
"""The option of connections for single queries: each is a transaction by itself."""
_DURABLE = {"journal_mode": "WAL", "synchronous": "FULL"}


def _engine(url: URL, begin: str, pragmas: Mapping[str, str], *, size: int, timeout_s: float) -> AsyncEngine:
    connect = connecting(_file_of(url), pragmas, timeout_s)
    engine = create_async_engine(
        url, pool_size=size, max_overflow=0, pool_timeout=POOL_TIMEOUT_S, async_creator=connect
    )

    @event.listens_for(engine.sync_engine, "begin")
    def began(connection: Connection) -> None:
        if not connection.get_execution_options().get(_SINGLE):
            connection.exec_driver_sql(begin)

    return engine


def _file_of(url: URL) -> Path:
    return Path(url.database or "").absolute()


def _reader(url: URL) -> AsyncEngine:
    pragmas = {"query_only": "ON", "cache_size": str(-READER_CACHE_KB)}
    return _engine(url, "BEGIN", pragmas, size=MAX_READERS, timeout_s=dialect.STATEMENT_TIMEOUT_S)


def _writer(url: URL, **pragmas: str) -> AsyncEngine:
    pragmas = {**_DURABLE, "foreign_keys": "ON", **pragmas}
    return _engine(url, "BEGIN IMMEDIATE", pragmas, size=1, timeout_s=dialect.STATEMENT_TIMEOUT_S)


def _appender(url: URL) -> AsyncEngine:
    return _writer(url, busy_timeout="0")


def _appending(url: URL) -> SqliteStatements:
    return SqliteStatements(_file_of(url), dialect.STATEMENT_TIMEOUT_S)


def _migrator(url: URL) -> AsyncEngine:
    # To change a table, SQLite copies and drops it; with foreign keys on, it would also drop the rows that refer to it.
    pragmas = {**_DURABLE, "foreign_keys": "OFF"}
    return _engine(url, "BEGIN IMMEDIATE", pragmas, size=1, timeout_s=MIGRATION_TIMEOUT_S)


SQLITE = Dialect(
    "sqlite+aiosqlite",
    reader=_reader,
    single=lambda reader: reader.execution_options(**{_SINGLE: True}),
    writer=_writer,
    appender=_appender,
    migrator=_migrator,
    insert=sqlite.insert,
    appending=_appending,
    has_one_writer=True,
)
