"""What the repositories share."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Delete, Insert, Update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.store.database import Database


class SqlRepository:
    """The store of one domain."""

    def __init__(self, database: Database) -> None:
        self.database = database


class SqlSteps:
    """Steps of a transaction in one domain, on its connection."""

    def __init__(self, database: Database, connection: AsyncConnection) -> None:
        self.database, self.connection = database, connection


Repository = TypeVar("Repository", bound=SqlRepository)
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def shielded(
    method: Callable[Concatenate[Repository, Given], Coroutine[Any, Any, Answer]],
) -> Callable[Concatenate[Repository, Given], Coroutine[Any, Any, Answer]]:
    """Run the method to its end even if its caller is cancelled."""

    @wraps(method)
    async def run(repository: Repository, /, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        return await repository.database.run_shielded(method(repository, *args, **kwargs))

    return run


async def changes_row(connection: AsyncConnection, statement: Insert | Update | Delete) -> bool:
    """Execute a statement; return whether it changed, added or deleted any row."""
    return (await connection.execute(statement)).rowcount > 0


def may_be_id(text: str) -> bool:
    """Whether an untrusted text may be an id. Postgres raises an error for some texts instead of finding nothing."""
    return text.isascii() and text.isprintable()
