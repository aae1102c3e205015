"""Postgres."""

from sqlalchemy import event
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_connection
from sqlalchemy.engine import URL, Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from gaprace.store import dialect
from gaprace.store.action_appender import PostgresStatements
from gaprace.store.dialect import (
    CONNECT_TIMEOUT_S,
    MAX_READERS,
    MAX_WRITERS,
    MIGRATION_TIMEOUT_S,
    POOL_TIMEOUT_S,
    Dialect,
)
from gaprace.store.tables import metadata

MAX_PREPARED_STATEMENTS = 300
"""How many a connection keeps. Each length of a list of values makes one of its own."""
LOCK_TIMEOUT_MS = 2_000
"""How long a migration waits for the lock on a table, and all that comes after it with it."""
MIGRATION_LOCK = 0x67617072616365
"""The key of the advisory lock under which migrations run: "gaprace" in ASCII."""


def _engine(url: URL, isolation: str, *, size: int, timeout_s: float, name: str = "gaprace") -> AsyncEngine:
    engine = create_async_engine(
        _with_ssl(url),
        isolation_level=isolation,
        pool_size=size,
        max_overflow=0,
        pool_timeout=POOL_TIMEOUT_S,
        connect_args={
            "timeout": CONNECT_TIMEOUT_S,
            "command_timeout": timeout_s,
            "prepared_statement_cache_size": MAX_PREPARED_STATEMENTS,
            "server_settings": {"application_name": name},
        },
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    return engine


def _set_up(connection: AsyncAdapt_asyncpg_connection, _entry: ConnectionPoolEntry) -> None:
    """Turn `synchronous_commit` on where it is off, stricter settings stay; compiler and helpers of queries off.

    On large tables Postgres takes ten times as long to compile our queries, which read few rows, or to start processes
    that help with them, as to answer them.

    The machine of a server that vanishes would hold its locks until Postgres takes its connections for dead: by default
    two hours, here half a minute. These are no parameters of the connection, since a pooler refuses those that it does
    not know.
    """
    cursor = connection.cursor()
    cursor.execute("SELECT set_config('jit', 'off', false), set_config('max_parallel_workers_per_gather', '0', false)")
    cursor.execute(
        "SELECT set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),"
        " set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '30s', false)"
    )
    cursor.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    cursor.close()
    connection.commit()  # type: ignore[no-untyped-call]


def _with_ssl(url: URL) -> URL:
    """Return a URL with `sslmode`, the usual name, replaced by asyncpg's own name."""
    query = dict(url.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    return url.set(query=query)


def _reader(url: URL) -> AsyncEngine:
    return _engine(url, "REPEATABLE READ", size=MAX_READERS, timeout_s=dialect.STATEMENT_TIMEOUT_S)


def _writer(url: URL) -> AsyncEngine:
    return _engine(url, "READ COMMITTED", size=MAX_WRITERS, timeout_s=dialect.STATEMENT_TIMEOUT_S)


def _appender(url: URL) -> AsyncEngine:
    return _engine(url, "READ COMMITTED", size=1, timeout_s=dialect.STATEMENT_TIMEOUT_S, name="gaprace journal")


def _migrator(url: URL) -> AsyncEngine:
    engine = _engine(url, "READ COMMITTED", size=1, timeout_s=MIGRATION_TIMEOUT_S)

    @event.listens_for(engine.sync_engine, "begin")
    def began(connection: Connection) -> None:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT_MS}ms'")

    return engine


# The conditions of partial indexes (`tables.base.partial_index`), before an engine makes any.
for _table in metadata.tables.values():
    for _index in _table.indexes:
        if "sqlite_where" in _index.kwargs:
            _index.kwargs["postgresql_where"] = _index.kwargs["sqlite_where"]

POSTGRES = Dialect(
    "postgresql+asyncpg",
    reader=_reader,
    single=lambda reader: reader.execution_options(isolation_level="AUTOCOMMIT"),
    writer=_writer,
    appender=_appender,
    migrator=_migrator,
    insert=postgresql.insert,
    appending=lambda _: PostgresStatements(),
    has_one_writer=False,
)
