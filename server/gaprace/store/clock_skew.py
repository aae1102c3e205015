"""The difference between this machine's clock and the database's."""

from time import time

from sqlalchemy import text

from gaprace.store.database import reading

_NOW_MS = {
    "postgresql": "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    "sqlite": "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
}


async def clock_skew_ms(url: str) -> int:
    """Return how many ms this machine's clock is ahead of the database's clock.

    Raises:
        StoreUnavailable: the database is unavailable.
        ValueError: it is not the URL of a supported database.

    """
    async with reading(url) as connection:
        await connection.execute(text("SELECT 1"))  # the first statement takes longer
        before = time()
        there = (await connection.execute(text(_NOW_MS[connection.dialect.name]))).scalar_one()
        return round((before + time()) * 500) - int(there)
