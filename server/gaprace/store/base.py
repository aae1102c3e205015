"""What the parts of the store share."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Delete, Insert, Update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.store.engines import Database


class SqlPart:
    """A part of the store, by subject."""

    def __init__(self, database: Database) -> None:
        self.database = database


Part = TypeVar("Part", bound=SqlPart)
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def transaction(
    method: Callable[Concatenate[Part, Given], Coroutine[Any, Any, Answer]],
) -> Callable[Concatenate[Part, Given], Coroutine[Any, Any, Answer]]:
    """Make a method one transaction that comes to its end also when its caller is cancelled and waits no more."""

    @wraps(method)
    async def whole(part: Part, /, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        return await part.database.finish(method(part, *args, **kwargs))

    return whole


async def changes_row(connection: AsyncConnection, statement: Insert | Update | Delete) -> bool:
    """Execute a statement and say whether it found a row to change, or added one."""
    return (await connection.execute(statement)).rowcount > 0


def is_key(text: str) -> bool:
    """Whether a text from outside could be an id at all: Postgres refuses even to look for some texts."""
    return text.isascii() and text.isprintable()
