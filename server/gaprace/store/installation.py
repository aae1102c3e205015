"""The settings of the owner's page in SQL, and the database's clock."""

from collections.abc import Mapping
from time import time

from sqlalchemy import delete, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.store.base import SqlRepository
from gaprace.store.database import reading
from gaprace.store.tables import settings


class SqlSettings(SqlRepository):
    """Implements `ports.SettingStore`."""

    async def settings(self) -> dict[str, str]:
        return {row["name"]: row["value"] for row in await self.rows(select(settings))}

    async def save_settings(self, texts: Mapping[str, str]) -> None:
        rows = [{"name": name, "value": value} for name, value in texts.items() if value]
        async with self.writing() as executor:
            await executor.execute(delete(settings).where(settings.c.name.in_([*texts])))
            if rows:
                await executor.execute(settings.insert(), rows)


_NOW_MS = {
    "postgresql": text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"),
    "sqlite": text("SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"),
}


class SqlClock(SqlRepository):
    """Implements `ports.TimeStore`."""

    async def time(self) -> int:
        async with self.database.read() as connection:
            return await _now_ms(connection)


async def clock_skew_ms(url: str) -> int:
    """Return how many ms this machine's clock is ahead of the database's clock."""
    async with reading(url) as connection:
        await connection.execute(text("SELECT 1"))  # the first statement takes longer
        before = time()
        there = await _now_ms(connection)
        return round((before + time()) * 500) - there


async def _now_ms(connection: AsyncConnection) -> int:
    return int((await connection.execute(_NOW_MS[connection.dialect.name])).scalar_one())
