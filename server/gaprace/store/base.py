"""What the repositories share."""

from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Delete, Executable, Insert, RowMapping, Select, Table, Update, or_, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import TypedReturnsRows

from gaprace.store.database import Database

Value = TypeVar("Value")


class SqlRepository:
    """The store of one domain. Each public method of a repository runs to its end even if its caller is cancelled."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __init_subclass__(cls) -> None:
        """Shield the methods of a repository; `SqlStore` joins those that are."""
        if SqlRepository in cls.__bases__:
            for name, method in list(vars(cls).items()):
                if iscoroutinefunction(method) and not name.startswith("_"):
                    setattr(cls, name, _shielded(method))

    async def rows(self, query: Executable) -> Sequence[RowMapping]:
        """Return the rows of a query."""
        async with self.database.read_once() as connection:
            return (await connection.execute(query)).mappings().all()

    async def row(self, query: Executable) -> RowMapping | None:
        """Return the first row of a query."""
        async with self.database.read_once() as connection:
            return (await connection.execute(query)).mappings().first()

    async def scalars(self, query: TypedReturnsRows[Value]) -> Sequence[Value]:
        """Return the one column of a query."""
        async with self.database.read_once() as connection:
            return (await connection.scalars(query)).all()

    async def scalar(self, query: TypedReturnsRows[Value]) -> Value | None:
        """Return the one column of the first row of a query."""
        async with self.database.read_once() as connection:
            return await connection.scalar(query)

    async def change(self, statement: Insert | Update | Delete) -> bool:
        """Execute a statement in a transaction; return whether it changed, added or deleted any row."""
        async with self.database.write() as connection:
            return await changes_row(connection, statement)


class SqlSteps:
    """Steps of a transaction in one domain, on its connection."""

    def __init__(self, database: Database, connection: AsyncConnection) -> None:
        self.database, self.connection = database, connection


def _shielded(method: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    @wraps(method)
    async def run(repository: SqlRepository, /, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - of any method
        return await repository.database.run_shielded(method(repository, *args, **kwargs))

    return run


async def changes_row(connection: AsyncConnection, statement: Insert | Update | Delete) -> bool:
    """Execute a statement; return whether it changed, added or deleted any row."""
    return (await connection.execute(statement)).rowcount > 0


def may_be_id(text: str) -> bool:
    """Whether an untrusted text may be an id. Postgres raises an error for some texts instead of finding nothing."""
    return text.isascii() and text.isprintable()


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
