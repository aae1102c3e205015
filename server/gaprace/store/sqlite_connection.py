"""A connection to SQLite as SQLAlchemy's engine uses it, with one step to its thread and back for most statements.

A connection of `aiosqlite` lives in a thread of its own. To make a cursor, execute, fetch and close are four steps
there: for a page that asks for ten small things, the steps take longer than the answers.
"""

import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self, TypeVar

import aiosqlite

from gaprace.store.errors import is_busy

FIRST_ROWS = 1000
"""How many rows come with the statement. If there are more, they are fetched when they are wanted."""
BUSY_RETRY_DELAY_S = 0.01
"""How long to wait before a pragma is set again."""

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
