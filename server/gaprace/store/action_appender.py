"""The hot path: actions are appended by one statement, which is its own transaction, on the bare driver.

Every move of every player waits for this. SQLAlchemy's own work for a transaction, on the event loop, takes several
times as long as appending fifty actions takes here. The statement covers the usual case, in which no other process has
written for the same games: it returns which actions were stored, or it fails and stores none.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import aiosqlite
import asyncpg  # type: ignore[import-untyped]
import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from gaprace.ports import StoredAction

Key = tuple[str, int]
"""The id of a game and the number of an action in it."""
Append = Callable[[Any, Sequence[StoredAction]], Awaitable[set[Key]]]
"""Appends the actions of running games on a driver's connection, and returns the keys of those."""


class NumberTaken(Exception):
    """The number of an action is taken, so none of the actions was stored."""


class ActionAppender:
    """A connection that only appends actions. After any failure it is replaced.

    It owns `engine`. It holds `write_lock` while it appends.
    """

    def __init__(self, engine: AsyncEngine, append: Append, write_lock: asyncio.Lock) -> None:
        self._engine = engine
        self._append = append
        self._write_lock = write_lock
        self._connection: AsyncConnection | None = None
        self._driver: Any = None

    async def append(self, actions: Sequence[StoredAction]) -> set[Key]:
        """Append the actions of running games, in this order; return the keys of those that were stored.

        Raises:
            NumberTaken: the number of one of them is taken, and nothing was stored.

        """
        async with self._write_lock:
            try:
                return await self._append(self._driver or await self._connected(), actions)
            except (sqlite3.IntegrityError, asyncpg.UniqueViolationError) as error:
                raise NumberTaken from error
            except BaseException:
                await self._discard()
                raise

    async def close(self) -> None:
        """Close the connection."""
        if self._connection:
            await self._connection.close()
        self._connection = self._driver = None
        await self._engine.dispose()

    async def _connected(self) -> object:
        self._connection = await self._engine.connect()
        self._driver = (await self._connection.get_raw_connection()).driver_connection
        return self._driver

    async def _discard(self) -> None:
        """Throw the connection away, because its state is unknown."""
        if self._connection:
            await self._connection.invalidate()
        await self.close()


_SQLITE_APPEND = """
INSERT INTO actions (game, n, action, ms)
SELECT games.id, json_extract(new.value, '$[1]'), json_extract(new.value, '$[2]'), json_extract(new.value, '$[3]')
FROM json_each(?) AS new JOIN games ON games.id = json_extract(new.value, '$[0]')
WHERE games.ended_at IS NULL
RETURNING game, n
"""


async def append_on_sqlite(connection: aiosqlite.Connection, actions: Sequence[StoredAction]) -> set[Key]:
    """Implement `Append`."""
    rows = msgspec.json.encode([(action.game, action.n, action.action, action.ms) for action in actions])
    return {(game, n) for game, n in await connection.execute_fetchall(_SQLITE_APPEND, (rows.decode(),))}


# The games are locked as in `store.actions`, until the statement ends and its transaction with it.
_POSTGRES_APPEND = """
WITH running AS MATERIALIZED (SELECT id FROM games WHERE id = ANY($1) AND ended_at IS NULL ORDER BY id FOR SHARE)
INSERT INTO actions (game, n, action, ms)
SELECT new.game, new.n, new.action, new.ms
FROM unnest($1::text[], $2::integer[], $3::text[], $4::bigint[]) WITH ORDINALITY AS new (game, n, action, ms, place)
JOIN running ON running.id = new.game
ORDER BY new.place
RETURNING game, n
"""


async def append_on_postgres(connection: asyncpg.Connection, actions: Sequence[StoredAction]) -> set[Key]:
    """Implement `Append`."""
    columns = zip(*((action.game, action.n, action.action, action.ms) for action in actions), strict=True)
    return {(game, n) for game, n in await connection.fetch(_POSTGRES_APPEND, *columns)}
