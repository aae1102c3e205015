"""SQLite.

It has one writer at a time. The writers of one process wait for each other in this process instead of polling for
SQLite's lock: in the order in which they came, but the journal is next. `BEGIN IMMEDIATE` takes that lock at once, so
no transaction can fail half-way because it does not get it. Readers see the last commit; they neither wait for the
writer nor delay it (WAL).

Writers of several processes poll for that lock: SQLite itself ever less often, down to ten times a second, and the
journal, for which players wait, a thousand times a second. So it seldom waits for many transactions of another process.

A connection of `aiosqlite` lives in a thread of its own. To make a cursor, execute, fetch and close are four steps
there: for a page that asks for ten small things, the steps take longer than the answers. Here, a connection takes one
step to its thread and back for most statements.
"""

import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self, TypeVar

import aiosqlite
from sqlalchemy import event
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from gaprace.store import dialect
from gaprace.store.action_appender import SqliteStatements
from gaprace.store.dialect import MAX_READERS, MIGRATION_TIMEOUT_S, POOL_TIMEOUT_S, Dialect
from gaprace.store.errors import is_busy

FIRST_ROWS = 1000
"""How many rows come with the statement. If there are more, they are fetched when they are wanted."""
BUSY_RETRY_DELAY_S = 0.01
"""How long to wait before a pragma is set again."""

READER_CACHE_KB = 16 * 1024
"""The pages that a reader keeps, at most. In the 2 MB that SQLite has by default, the 250 friends and members of a
leaderboard's page drive out each other's: among a million people, that query takes 13 ms at p95 instead of 3."""

_SINGLE = "gaprace_single"
"""The option of connections for single queries: each is a transaction by itself."""
_DURABLE = {"journal_mode": "WAL", "synchronous": "FULL"}

_T = TypeVar("_T")


class OneStepCursor:
    """A cursor of the thread that is closed as soon as all its rows are here."""

    def __init__(self, connection: "OneStepConnection") -> None:
        self._connection = connection
        self._rows: list[object] = []
        self._open: sqlite3.Cursor | None = None
        self.description: object = None
        self.rowcount, self.arraysize = -1, 1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Any = ()) -> None:  # noqa: ANN401 (as of the driver)
        await self._connection.run(lambda connection: self._begin(connection.execute(statement, parameters)))

    async def executemany(self, statement: str, parameters: Any) -> None:  # noqa: ANN401 (as of the driver)
        await self._connection.run(lambda connection: self._begin(connection.executemany(statement, parameters)))

    def _begin(self, cursor: sqlite3.Cursor) -> None:
        self._rows = cursor.fetchmany(FIRST_ROWS)
        self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        if len(self._rows) == FIRST_ROWS:
            self._open = cursor
        else:
            cursor.close()

    async def fetchall(self) -> list[object]:
        rows, self._rows = self._rows, []
        if opened := self._open:
            rows += await self._connection.run(lambda _: opened.fetchall())
        return rows

    async def fetchmany(self, size: int) -> list[object]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        if (opened := self._open) and (missing := size - len(rows)):
            rows += await self._connection.run(lambda _: opened.fetchmany(missing))
        return rows

    async def close(self) -> None:
        if opened := self._open:
            self._open = None
            await self._connection.run(lambda _: opened.close())


class OneStepConnection(aiosqlite.Connection):
    """Has such cursors."""

    async def run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Do work in the connection's thread."""
        done: _T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return done

    def cursor(self) -> OneStepCursor:  # type: ignore[override] # used by SQLAlchemy, which enters and awaits it
        return OneStepCursor(self)

    async def rollback(self) -> None:
        """Roll back the transaction, if there is one."""
        if self.in_transaction:
            await super().rollback()


def connecting(file: Path, pragmas: Mapping[str, str], timeout_s: float) -> Callable[[], Awaitable[OneStepConnection]]:
    """Return a function that opens connections to a file, in which only explicit statements begin transactions."""

    def opened() -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(file, timeout=timeout_s, isolation_level=None)
        except sqlite3.OperationalError as error:
            error.args = (_reason_not_opened(file, error),)
            raise
        try:
            for name, value in pragmas.items():
                _set_pragma(connection, f"PRAGMA {name} = {value}", monotonic() + timeout_s)
        except BaseException:
            connection.close()
            raise
        return connection

    async def connect() -> OneStepConnection:
        connection = OneStepConnection(opened, iter_chunk_size=FIRST_ROWS)
        thread = connection._thread  # noqa: SLF001 (as SQLAlchemy does)
        thread.daemon = True  # no exit waits for it
        try:
            await connection
        except sqlite3.Error:
            thread.join()  # it ends at once, but could otherwise outlive the event loop
            raise
        return connection

    return connect


def _reason_not_opened(file: Path, error: sqlite3.Error) -> str:
    if file.parent.is_dir():
        return f"{error}: {file}"
    return f"there is no folder {file.parent}. Make it, or change GAPRACE_DATABASE_URL."


def _set_pragma(connection: sqlite3.Connection, statement: str, deadline: float) -> None:
    """Set a pragma, again and again while SQLite is busy.

    When several connections turn on WAL for a new file at the same time, SQLite refuses all but one without waiting.
    """
    while True:
        try:
            connection.execute(statement).close()
        except sqlite3.OperationalError as error:
            if not is_busy(error) or monotonic() > deadline:
                raise
            sleep(BUSY_RETRY_DELAY_S)
        else:
            return


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


def _migrator(url: URL) -> AsyncEngine:
    # To change a table, SQLite copies and drops it; with foreign keys on, it would also drop the rows that refer to it.
    pragmas = {**_DURABLE, "foreign_keys": "OFF"}
    return _engine(url, "BEGIN IMMEDIATE", pragmas, size=1, timeout_s=MIGRATION_TIMEOUT_S)


SQLITE = Dialect(
    "sqlite+aiosqlite",
    reader=_reader,
    single=lambda reader: reader.execution_options(**{_SINGLE: True}),
    writer=_writer,
    appender=lambda url: _writer(url, busy_timeout="0"),
    migrator=_migrator,
    insert=sqlite.insert,
    appending=lambda url: SqliteStatements(_file_of(url), dialect.STATEMENT_TIMEOUT_S),
    has_one_writer=True,
)
