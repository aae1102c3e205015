"""Leases: a row of work belongs to one server for a while, or to nobody. A lease that has lapsed is free again."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, Table, or_, tuple_, update

from gaprace.store.database import Database


def is_free(table: Table, now: int) -> ColumnElement[bool]:
    """Whether a row with a column `owned_until` belongs to nobody."""
    return or_(table.c.owned_until.is_(None), table.c.owned_until < now)


async def claim(
    database: Database, table: Table, query: Select[Any], now: int, until: int, **values: object
) -> Sequence[RowMapping]:
    """Claim the free rows that a query finds in a table, until a time, and set `values`; return them as they were."""
    free = query.where(is_free(table, now))
    async with database.read() as connection:
        if (await connection.execute(free.limit(1))).first() is None:
            return []  # the usual case, and nobody has to wait for it
    async with database.write() as connection:
        found = await connection.execute(free.with_for_update(skip_locked=True, key_share=True))
        rows: Sequence[RowMapping] = found.mappings().all()
        key = [*table.primary_key.columns]
        its = tuple_(*key).in_([tuple(row[column.name] for column in key) for row in rows])
        if rows:
            await connection.execute(update(table).where(its).values(owned_until=until, **values))
    return rows
