"""Whether a proxy between a server and Postgres shares connections by the transaction, as PgBouncer can.

Prepared statements, settings and advisory locks belong to a connection to Postgres: a server cannot do with another one
in each transaction.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from sqlalchemy import make_url

from gaprace.store.dialect import CONNECT_TIMEOUT_S
from gaprace.store.errors import port_errors

if TYPE_CHECKING:
    from asyncpg import Connection  # type: ignore[import-untyped]

POOLED = (
    "A proxy in front of Postgres shares its connections by the transaction. Connect to Postgres itself, or set"
    " pool_mode = session in PgBouncer."
)


async def shares_transactions(url: str) -> bool:
    """Whether a connection to this Postgres can be another one in its next transaction.

    Two connections take turns, so that a proxy with both of its own at hand confuses them, the one that was used last
    or the one that was used first.
    """
    with port_errors():
        async with _connected(url) as one, _connected(url) as other:
            known = {each: await _begin(each) for each in (one, other)}
            for turn in ((one, other), (other, one)):
                for each in (one, other):
                    await each.execute("COMMIT")
                for each in turn:
                    if await _begin(each) != known[each]:
                        return True
            return False


async def _begin(connection: "Connection") -> object:
    """Begin a transaction, and return the process of Postgres in which it is."""
    await connection.execute("BEGIN")
    return await connection.fetchval("SELECT pg_backend_pid()")


@asynccontextmanager
async def _connected(url: str) -> "AsyncIterator[Connection]":
    import asyncpg  # noqa: PLC0415  # 3 MB that SQLite does not need

    parsed = make_url(url).set(drivername="postgresql")
    query = dict(parsed.query)
    if "ssl" in query:  # as the driver of the pools calls it
        query["sslmode"] = query.pop("ssl")
    address = parsed.set(query=query).render_as_string(hide_password=False)
    connection = await asyncpg.connect(
        address, timeout=CONNECT_TIMEOUT_S, command_timeout=CONNECT_TIMEOUT_S, statement_cache_size=0
    )
    try:
        yield connection
    finally:
        await connection.close(timeout=CONNECT_TIMEOUT_S)
