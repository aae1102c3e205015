"""The fast lane: actions are appended by one statement, which is a transaction of its own, on the bare driver.

Everything that players do waits for this. What SQLAlchemy takes for a transaction, on the event loop, is several
times what appending fifty actions takes here. The statement does all that `SqlGames` does in the usual case, where
nobody else has written for the same games. It either says which actions are stored, or fails and stores none.
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
"""A game and the number of an action in it."""
Append = Callable[[Any, Sequence[StoredAction]], Awaitable[set[Key]]]
"""Appends actions by a driver's connection, those of games that have ended left out; gives the keys of the others."""


class Taken(Exception):
    """A number is taken, so nothing was stored."""


class Lane:
    """One connection, which only appends. It is made anew after any failure.

    `engine` is the lane's own. `turn` is held while it appends.
    """

    def __init__(self, engine: AsyncEngine, append: Append, turn: asyncio.Lock) -> None:
        self._engine = engine
        self._append = append
        self._turn = turn
        self._connection: AsyncConnection | None = None
        self._driver: Any = None

    async def append(self, actions: Sequence[StoredAction]) -> set[Key]:
        """Append actions, in this order, of games that have not ended; give the keys of those that were stored.

        Raises:
            Taken: one of the numbers is taken, so nothing was stored.

        """
        async with self._turn:
            try:
                return await self._append(self._driver or await self._connected(), actions)
            except (sqlite3.IntegrityError, asyncpg.UniqueViolationError) as error:
                raise Taken from error
            except BaseException:
                await self._drop()
                raise

    async def close(self) -> None:
        """Let go of the connection."""
        if self._connection:
            await self._connection.close()
        self._connection = self._driver = None
        await self._engine.dispose()

    async def _connected(self) -> object:
        self._connection = await self._engine.connect()
        self._driver = (await self._connection.get_raw_connection()).driver_connection
        return self._driver

    async def _drop(self) -> None:
        """Throw the connection away: nobody knows in which state it is."""
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


# The games are locked as in `SqlGames`, until the statement and with it its transaction ends.
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
