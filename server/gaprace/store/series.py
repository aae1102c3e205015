"""Decided series in SQL."""

from dataclasses import asdict
from typing import Any

from sqlalchemy import Select, delete, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import StoredSeries
from gaprace.store.base import SqlRepository, SqlSteps, may_be_id
from gaprace.store.tables import series


class SqlSeries(SqlRepository):
    """Implements `ports.SeriesStore`."""

    async def series(self, series_id: str) -> StoredSeries | None:
        if not may_be_id(series_id):
            return None
        return await self._first(select(series).where(series.c.id == series_id))

    async def series_of_race(self, room: str, number: int) -> StoredSeries | None:
        ends_next = select(series).where(series.c.room == room, series.c.last >= number).order_by(series.c.last)
        found = await self._first(ends_next.limit(1))
        return found if found and found.first <= number else None

    async def group_series(self, group: str, after: tuple[int, str] | None, limit: int) -> list[StoredSeries]:
        """Return the series of a group's rooms, the latest first: those after (ended_at, id) in this order."""
        query = select(series).where(series.c.group == group)
        if after:
            query = query.where(tuple_(series.c.ended_at, series.c.id) < after)
        async with self.database.read() as connection:
            rows = await connection.execute(query.order_by(series.c.ended_at.desc(), series.c.id.desc()).limit(limit))
            return [StoredSeries(**row) for row in rows.mappings()]

    async def _first(self, query: Select[Any]) -> StoredSeries | None:
        row = await self.row(query)
        return StoredSeries(**row) if row else None


class SqlSeriesSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def add_series(self, added: StoredSeries) -> None:
        await self.connection.execute(insert(series).values(asdict(added)))


async def forget_group_series(connection: AsyncConnection, group: str) -> None:
    """Delete the series of a group. Their races stay."""
    await connection.execute(delete(series).where(series.c.group == group))
