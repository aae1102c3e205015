"""The hot path: actions are appended by one statement, which is its own transaction, on the bare driver.

Every move of every player waits for this. SQLAlchemy's own work for a transaction, on the event loop, takes several
times as long as appending fifty actions takes here.

While actions are appended to Postgres, the rows of their games are locked FOR SHARE, so that no game can end
meanwhile. The transaction that ends a game locks its row first, and so sees every action that was appended. Actions are
inserted in one order everywhere, by game and number, so that no two processes can wait for each other. SQLite needs no
such locks: it has one writer.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

import aiosqlite
import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from gaprace.errors import StoreUnavailable
from gaprace.ports import StoredAction, Written
from gaprace.store.errors import DatabaseDamaged, is_busy, is_connection_limit, port_error, sqlstate

if TYPE_CHECKING:
    from asyncpg import Connection  # type: ignore[import-untyped]

APPEND_RETRY_DELAY_S = 0.001
"""How long the journal waits before it asks for the lock of another process again."""
MAX_CLOSINGS = 5
"""How often the other connections of this process are closed for that of the journal before it gives up for a while."""
CLOSING_S = 0.02
"""How long Postgres needs to notice that a connection was closed."""
_UNIQUE_VIOLATION = "23505"
"""The SQLSTATE."""
Key = tuple[str, int]
"""The id of a game and the number of an action in it."""


NewAction = tuple[str, int, str, int, int]
"""Game, n, action and ms as in `StoredAction`, and the number that has to be the last one of the game so far."""


class Statements(Protocol):
    """The statements of one kind of database, on connections of its driver."""

    def check(self) -> None:
        """Raise `StoreUnavailable` if what is appended would be lost."""

    async def append(self, connection: Any, actions: Sequence[NewAction]) -> Collection[Key]:  # noqa: ANN401
        """Append the actions of running games whose last number is the expected one; return the keys of those."""

    async def last_numbers(self, connection: Any, games: Collection[str]) -> Mapping[str, int]:  # noqa: ANN401
        """Return the last numbers of those of the games that run."""


class SqlActionAppender:
    """Implements `ports.ActionAppender` on a connection of its own. After any failure the connection is replaced.

    It owns `engine`. It holds `write_lock` while it appends. When the database allows no further connection, it calls
    `make_room`, which closes others: appending comes first.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        statements: Statements,
        write_lock: asyncio.Lock,
        make_room: Callable[[], Awaitable[None]],
    ) -> None:
        self._engine, self._statements, self._write_lock = engine, statements, write_lock
        self._make_room = make_room
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        self._under_way: set[asyncio.Task[list[Written]]] = set()
        self._damage = ""
        """The reason why nothing more is appended: stored actions could not be read again."""

    def refuse_all(self, damage: str) -> None:
        """Refuse every action from now on, because of this damage: the server reports not ready, and players wait."""
        self._damage = damage

    async def append_actions(self, actions: Sequence[StoredAction]) -> list[Written]:
        """Append actions in one transaction, and return for each of them what became of it.

        It runs to its end even if the caller is cancelled: a dropped connection to SQLite would keep its lock.
        """
        task = asyncio.create_task(self._append(actions))
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    async def probe(self) -> None:
        """Run the statement without an action: on a connection that lives, to a database that may be written."""
        await self.append_actions(())

    async def close(self) -> None:
        """Wait until all work has ended, then close the connection."""
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await self._disconnect()

    async def _append(self, actions: Sequence[StoredAction]) -> list[Written]:
        new = _consecutive(actions)
        async with self._write_lock:
            self._statements.check()
            if self._damage:
                raise DatabaseDamaged(self._damage)
            try:
                stored = await self._stored(new)
                if len(stored) == len(actions):
                    return [Written.STORED] * len(actions)
                return await self._explained(actions, set(stored))
            except BaseException as error:
                await self._discard()
                if translated := port_error(error):
                    if isinstance(translated, DatabaseDamaged):
                        self.refuse_all(str(translated))
                    raise translated from error
                raise

    async def _stored(self, actions: Sequence[NewAction]) -> Collection[Key]:
        while True:
            try:
                return await self._statements.append(self._driver or await self._connected(), actions)
            except Exception as error:
                if sqlstate(error) != _UNIQUE_VIOLATION:
                    raise
                # Another process was faster; by now its actions are seen, and those of its games are refused.

    async def _explained(self, actions: Sequence[StoredAction], stored: Collection[Key]) -> list[Written]:
        """Return for each action what became of it, if not all were stored."""
        last = await self._statements.last_numbers(self._driver, {action.game for action in actions})
        answers: list[Written] = []
        unanswered, refused = set(stored), dict[str, Written]()
        for action in actions:
            key = (action.game, action.n)
            if key in unanswered:
                unanswered.remove(key)  # a second action of this number is refused
                answers.append(Written.STORED)
            else:
                answers.append(refused.setdefault(action.game, _refusal(action, last.get(action.game))))
        return answers

    def _ended(self, task: asyncio.Task[list[Written]]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as retrieved: the caller may have been cancelled

    # The connection

    async def _connected(self) -> object:
        self._connection = await self._connect()
        self._driver = (await self._connection.get_raw_connection()).driver_connection
        return self._driver

    async def _connect(self) -> AsyncConnection:
        """Connect, if necessary in the place of others: at once, or others of this process take it again."""
        for _ in range(MAX_CLOSINGS):
            try:
                return await self._engine.connect()
            except Exception as error:
                if not is_connection_limit(error):
                    raise
                await self._make_room()
                await asyncio.sleep(CLOSING_S)
        return await self._engine.connect()

    async def _discard(self) -> None:
        """Throw the connection away, because its state is unknown."""
        if self._connection:
            await self._connection.invalidate()
        await self._disconnect()

    async def _disconnect(self) -> None:
        if self._connection:
            await self._connection.close()
        self._connection = self._driver = None
        await self._engine.dispose()


def _refusal(action: StoredAction, last: int | None) -> Written:
    """Return why the first action of a game was refused; `last` is the game's last number, None if it has ended."""
    if last is None:
        return Written.ENDED
    return Written.GAP if action.n > last + 1 else Written.TAKEN


def _consecutive(actions: Sequence[StoredAction]) -> list[NewAction]:
    """Return the actions in the order of games and numbers; of each game only the first ones, up to a hole."""
    new: list[NewAction] = []
    of, last, following = "", 0, 0
    for each in sorted(actions):
        if each.game != of:
            of, last, following = each.game, each.n - 1, each.n
        if each.n == following:
            new.append((of, each.n, each.action, each.ms, last))
            following += 1
        else:
            following = 0  # neither this one nor those behind it
    return new


_SQLITE_APPEND = """
INSERT INTO actions (game, n, action, ms)
SELECT games.id, json_extract(new.value, '$[1]'), json_extract(new.value, '$[2]'), json_extract(new.value, '$[3]')
FROM json_each(?) AS new JOIN games ON games.id = json_extract(new.value, '$[0]')
WHERE games.ended_at IS NULL
AND json_extract(new.value, '$[4]') = coalesce((SELECT max(n) FROM actions WHERE game = games.id), 0)
RETURNING game, n
"""
_SQLITE_LAST = """
SELECT id, coalesce((SELECT max(n) FROM actions WHERE game = games.id), 0)
FROM games WHERE id IN (SELECT value FROM json_each(?)) AND ended_at IS NULL
"""


class SqliteStatements:
    """Implements `Statements`. While another process writes, it asks for the lock again and again."""

    def __init__(self, file: Path, timeout_s: float) -> None:
        self._file, self._timeout_s = file, timeout_s
        self._opened: tuple[int, int] | None = None
        """Which file it was when this process first appended, by its device and its number there."""

    def check(self) -> None:
        """Refuse to append when another file is there, or none: connections go on with the one that is gone."""
        here = _identity_of(self._file)
        if self._opened and here != self._opened:
            raise StoreUnavailable(
                f"{self._file} was deleted, moved or replaced while the server runs, so nothing is stored any more. Put"
                " it back, or restart the server."
            )
        self._opened = here

    async def append(self, connection: aiosqlite.Connection, actions: Sequence[NewAction]) -> Collection[Key]:
        """Append the actions of running games whose last number is the expected one; return the keys of those."""
        rows, deadline = msgspec.json.encode(actions).decode(), monotonic() + self._timeout_s
        while True:
            try:
                return await connection.execute_fetchall(_SQLITE_APPEND, (rows,))  # type: ignore[return-value]
            except sqlite3.OperationalError as error:
                if not is_busy(error) or monotonic() > deadline:
                    raise
            await asyncio.sleep(APPEND_RETRY_DELAY_S)

    async def last_numbers(self, connection: aiosqlite.Connection, games: Collection[str]) -> Mapping[str, int]:
        """Return the last numbers of those of the games that run."""
        ids = msgspec.json.encode(games).decode()
        rows = await connection.execute_fetchall(_SQLITE_LAST, (ids,))
        return {row[0]: row[1] for row in rows}


def _identity_of(file: Path) -> tuple[int, int] | None:
    """Return the device of a file and its number there; None if it is not there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


_POSTGRES_APPEND = """
WITH running AS MATERIALIZED (SELECT id FROM games WHERE id = ANY($1) AND ended_at IS NULL ORDER BY id FOR SHARE)
INSERT INTO actions (game, n, action, ms)
SELECT new.game, new.n, new.action, new.ms
FROM unnest($1::text[], $2::integer[], $3::text[], $4::bigint[], $5::integer[])
WITH ORDINALITY AS new (game, n, action, ms, last, place)
JOIN running ON running.id = new.game
WHERE new.last = coalesce((SELECT max(n) FROM actions WHERE game = running.id), 0)
ORDER BY new.place
RETURNING game, n
"""
_POSTGRES_LAST = """
SELECT id, coalesce((SELECT max(n) FROM actions WHERE game = games.id), 0)
FROM games WHERE id = ANY($1) AND ended_at IS NULL
"""


class PostgresStatements:
    """Implements `Statements`."""

    def check(self) -> None:
        """Leave it to Postgres."""

    async def append(self, connection: "Connection", actions: Sequence[NewAction]) -> Collection[Key]:
        """Append the actions of running games whose last number is the expected one; return the keys of those."""
        columns = zip(*actions, strict=True) if actions else ([],) * 5
        return await connection.fetch(_POSTGRES_APPEND, *columns)  # type: ignore[no-any-return]

    async def last_numbers(self, connection: "Connection", games: Collection[str]) -> Mapping[str, int]:
        """Return the last numbers of those of the games that run."""
        return dict(await connection.fetch(_POSTGRES_LAST, list(games)))
