"""Copying a whole database into another one, of another kind: from SQLite to Postgres, and back.

Rows are copied in the order of their keys, a batch in a transaction, which also notes how far the copy is: one that was
interrupted goes on from there. At the end every table is counted and digested on both sides. A digest is the sum of the
hashes of the rows, so it does not depend on their order, which the databases see differently.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import msgspec
from sqlalchemy import Select, Table, delete, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.store.database import Database
from gaprace.store.tables import metadata, server_keys

BATCH_SIZE = 1_000
"""Rows in a transaction."""
MARK_PREFIX = "copied "
"""Begins the names of the rows of `server_keys` that note how far the copy of a table is."""
_HASH_BYTES = 8
_SUM = 1 << (8 * _HASH_BYTES)

_NOT_EMPTY = (
    "The target is not empty: it has rows in {table}. If an earlier copy put them there, that copy is complete. To copy"
    " again, name an empty database, or empty this one first: delete the file, with its -wal and -shm, or in Postgres"
    " run DROP SCHEMA public CASCADE and CREATE SCHEMA public."
)

Row = Sequence[Any]
OnCopied = Callable[[str, int], None]
"""Takes the name of a table and the number of its rows that are there by now."""


@dataclass(frozen=True, slots=True)
class Digest:
    """A digest of the rows of a table."""

    rows: int
    sum: int
    """The sum of the hashes of the rows, modulo 2 ** 64."""


class NotEmpty(ValueError):
    """The database to copy into has rows, and no copy into it has begun."""


class Differs(ValueError):
    """The copy does not hold what the original holds: somebody has written to one of them."""


async def copy(source: Database, target: Database, on_copied: OnCopied) -> dict[str, int]:
    """Copy all rows, verify them, and return the number of rows of each table."""
    await _refuse_other_rows(target)
    for table in metadata.sorted_tables:
        copied, last = await _mark_of(target, table)
        async for rows in _batches(source, table, last):
            copied += len(rows)
            await _store(target, table, rows, copied)
            on_copied(table.name, copied)
    counts = {table.name: await _verified(source, target, table) for table in metadata.sorted_tables}
    async with target.write() as connection:
        await connection.execute(delete(server_keys).where(server_keys.c.name.startswith(MARK_PREFIX)))
    return counts


async def _refuse_other_rows(target: Database) -> None:
    async with target.read() as connection:
        has_begun = await connection.scalar(select(func.count()).where(server_keys.c.name.startswith(MARK_PREFIX)))
        for table in metadata.sorted_tables:
            if not has_begun and (await connection.execute(select(table).limit(1))).first() is not None:
                raise NotEmpty(_NOT_EMPTY.format(table=table.name))


# One table


async def _mark_of(target: Database, table: Table) -> tuple[int, Row | None]:
    """Return how many rows are copied, and the key of the last one."""
    async with target.read() as connection:
        mark = await connection.scalar(select(server_keys.c.key).where(server_keys.c.name == _mark_name(table)))
    return (0, None) if mark is None else msgspec.json.decode(mark, type=tuple[int, list[Any]])


async def _store(target: Database, table: Table, rows: Sequence[Row], copied: int) -> None:
    names = [column.name for column in table.c]
    last = [rows[-1][names.index(column.name)] for column in table.primary_key]
    mark = {"name": _mark_name(table), "key": msgspec.json.encode((copied, last))}
    async with target.write() as connection:
        await connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])
        noted = await connection.execute(
            update(server_keys).where(server_keys.c.name == mark["name"]).values(key=mark["key"])
        )
        if not noted.rowcount:
            await connection.execute(insert(server_keys), mark)


def _mark_name(table: Table) -> str:
    return f"{MARK_PREFIX}{table.name}"


async def _batches(database: Database, table: Table, last: Row | None = None) -> AsyncIterator[Sequence[Row]]:
    """Yield the rows behind a key, a batch in a transaction of its own: none lasts long."""
    while True:
        async with database.read() as connection:
            rows = await _batch(connection, table, last)
        if rows:
            yield rows
        if len(rows) < BATCH_SIZE:
            return
        names = [column.name for column in table.c]
        last = [rows[-1][names.index(column.name)] for column in table.primary_key]


async def _batch(connection: AsyncConnection, table: Table, last: Row | None) -> Sequence[Row]:
    key = tuple(table.primary_key)
    query: Select[Any] = select(table).order_by(*key).limit(BATCH_SIZE)
    if table is server_keys:
        query = query.where(~server_keys.c.name.startswith(MARK_PREFIX))
    if last is not None:
        query = query.where(tuple_(*key) > tuple_(*last))
    rows: Sequence[Row] = (await connection.execute(query)).all()
    return rows


# Verification


async def _verified(source: Database, target: Database, table: Table) -> int:
    original, copied = await digest_of(source, table), await digest_of(target, table)
    if original != copied:
        raise Differs(
            f"{table.name} has {copied.rows} rows in the copy and {original.rows} in the original, or other ones: stop"
            " all servers, empty the copy, and copy again."
        )
    return copied.rows


async def digest_of(database: Database, table: Table) -> Digest:
    """Return the digest of a table; the notes of a copy do not count."""
    count = total = 0
    async for rows in _batches(database, table):
        count += len(rows)
        total += sum(_hash(row) for row in rows)
    return Digest(count, total % _SUM)


def _hash(row: Row) -> int:
    return int.from_bytes(blake2b(msgspec.json.encode(tuple(row)), digest_size=_HASH_BYTES).digest())
