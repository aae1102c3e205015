"""The common base of the repositories."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache, wraps
from inspect import iscoroutinefunction
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import (
    ColumnElement,
    CursorResult,
    Delete,
    Executable,
    Insert,
    RowMapping,
    Select,
    Table,
    Update,
    func,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import TypedReturnsRows

from gaprace.store.database import Database

Value = TypeVar("Value")
Given = ParamSpec("Given")


class Executor(ABC):
    """Executes statements: each by itself, or all in one transaction."""

    database: Database

    @abstractmethod
    async def execute(self, statement: Executable, bound: Any = None) -> CursorResult[*tuple[Any, ...]]:  # noqa: ANN401 - as SQLAlchemy
        """Execute a statement: in a transaction any one, and otherwise a query.

        Both drivers fetch all rows with the statement, so they can be read when the connection is back in its pool.
        """

    async def rows(self, query: Executable, bound: Any = None) -> Sequence[RowMapping]:  # noqa: ANN401 - as above
        """Return the rows of a query."""
        return (await self.execute(query, bound)).mappings().all()

    async def tuples(self, query: Executable, bound: Any = None) -> Sequence[Any]:  # noqa: ANN401 - as above
        """Return the rows of a query as tuples, with the names of the columns."""
        return (await self.execute(query, bound)).all()

    async def row(self, query: Executable, bound: Any = None) -> RowMapping | None:  # noqa: ANN401 - as above
        """Return the first row of a query."""
        return (await self.execute(query, bound)).mappings().first()

    async def one(self, kind: Callable[..., Value], query: Executable) -> Value | None:
        """Return the first row of a query as an object that has its columns as fields."""
        row = await self.row(query)
        return kind(**row) if row else None

    async def all(self, kind: Callable[..., Value], query: Executable) -> list[Value]:
        """Return the rows of a query as objects that have their columns as fields."""
        return [kind(**row) for row in await self.rows(query)]

    async def scalars(self, query: TypedReturnsRows[Value]) -> Sequence[Value]:
        """Return the one column of a query."""
        return (await self.execute(query)).scalars().all()

    async def scalar(self, query: TypedReturnsRows[Value]) -> Value | None:
        """Return the one column of the first row of a query."""
        value: Value | None = (await self.execute(query)).scalar()
        return value

    async def count(self, table: Table, *which: ColumnElement[bool]) -> int:
        """Return how many rows of a table fulfil something."""
        return await self.scalar(select(func.count()).select_from(table).where(*which)) or 0

    async def change(self, statement: Insert | Update | Delete) -> bool:
        """Execute a statement in a transaction; return whether it changed, added or deleted any row."""
        return (await self.execute(statement)).rowcount > 0


class SqlSteps(Executor):
    """Steps of a transaction in one domain, on its connection."""

    def __init__(self, database: Database, connection: AsyncConnection) -> None:
        self.database, self.connection = database, connection

    async def execute(self, statement: Executable, bound: Any = None) -> CursorResult[*tuple[Any, ...]]:  # noqa: ANN401 - as above
        return await self.connection.execute(statement, bound)


class SqlRepository(Executor):
    """The store of one domain. Each public method of a repository runs to its end even if its caller is cancelled."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __init_subclass__(cls) -> None:
        """Shield the methods of a repository; `SqlStore` joins those that are."""
        if SqlRepository in cls.__bases__:
            for name, method in list(vars(cls).items()):
                if iscoroutinefunction(method) and not name.startswith("_"):
                    setattr(cls, name, _shielded(method))

    async def execute(self, statement: Executable, bound: Any = None) -> CursorResult[*tuple[Any, ...]]:  # noqa: ANN401 - as above
        async with self.database.read_once() as connection:
            return await connection.execute(statement, bound)

    async def change(self, statement: Insert | Update | Delete) -> bool:
        async with self.writing() as executor:
            return await executor.change(statement)

    async def read(
        self, ask: Callable[Concatenate[Executor, Given], Awaitable[Value]], *args: Given.args, **kwargs: Given.kwargs
    ) -> Value:
        """Ask in a transaction that sees one state of the database throughout."""
        async with self.reading() as executor:
            return await ask(executor, *args, **kwargs)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[SqlSteps]:
        """Begin a transaction that sees one state of the database throughout."""
        async with self.database.read() as connection:
            yield SqlSteps(self.database, connection)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[SqlSteps]:
        """Begin a transaction that is committed at the end."""
        async with self.database.write() as connection:
            yield SqlSteps(self.database, connection)


def _shielded(method: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    @wraps(method)
    async def run(repository: SqlRepository, /, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - of any method
        return await repository.database.run_shielded(method(repository, *args, **kwargs))

    return run


def made(kind: Callable[..., Value], row: Mapping[Any, Any], **others: object) -> Value:
    """Return an object that has columns of a row, and `others`, as its fields."""
    return kind(**{name: row[name] for name in _fields_of(kind) if name not in others}, **others)


@cache
def _fields_of(kind: object) -> tuple[str, ...]:
    """Return the names of the fields of a struct, a named tuple or a dataclass."""
    where = ("__struct_fields__", "_fields", "__dataclass_fields__")
    return next(tuple(getattr(kind, each)) for each in where if hasattr(kind, each))


def may_be_id(text: str) -> bool:
    """Whether an untrusted text may be an id. Postgres raises an error for some texts instead of finding nothing."""
    return text.isascii() and text.isprintable()


async def claim(
    store: SqlRepository, table: Table, query: Select[Any], now: int, until: int, **values: object
) -> Sequence[RowMapping]:
    """Claim the free rows that a query finds in a table, until a time, and set `values`; return them as they were."""
    free = query.where(or_(table.c.owned_until.is_(None), table.c.owned_until < now))
    if await store.row(free.limit(1)) is None:
        return []  # the usual case, and nobody has to wait for it
    async with store.writing() as executor:
        rows = await executor.rows(free.with_for_update(skip_locked=True, key_share=True))
        key = [*table.primary_key.columns]
        its = tuple_(*key).in_([tuple(row[column.name] for column in key) for row in rows])
        if rows:
            await executor.execute(update(table).where(its).values(owned_until=until, **values))
    return rows
