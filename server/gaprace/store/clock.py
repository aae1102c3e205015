"""The clock of a database."""

from time import time

from sqlalchemy import text

from gaprace.store.engines import reading

_NOW_MS = {
    "postgresql": "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    "sqlite": "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
}


async def clock_of(url: str) -> int:
    """Say how many ms this machine's clock is ahead of the database's, taken in the middle of asking.

    Raises:
        StoreUnavailable: the database is away.
        ValueError: the URL is none of a database that can be used here.

    """
    async with reading(url) as connection:
        await connection.execute(text("SELECT 1"))  # the first statement takes longer
        before = time()
        there = (await connection.execute(text(_NOW_MS[connection.dialect.name]))).scalar_one()
        return round((before + time()) * 500) - int(there)
