"""Decided series in memory."""

from gaprace.ports import StoredSeries
from tests.memory_store.database import MemoryDatabase


class MemorySeries:
    """Implements `SeriesStore`."""

    async def _reach(self) -> MemoryDatabase:
        raise NotImplementedError

    async def series(self, series_id: str) -> StoredSeries | None:
        return (await self._reach()).series.get(series_id)

    async def series_of_race(self, room: str, number: int) -> StoredSeries | None:
        every = (await self._reach()).series.values()
        return next((each for each in every if each.room == room and each.first <= number <= each.last), None)

    async def group_series(self, group: str, before: int, limit: int) -> list[StoredSeries]:
        every = (await self._reach()).series.values()
        found = [each for each in every if each.group == group and each.ended_at < before]
        return sorted(found, key=lambda each: each.ended_at, reverse=True)[:limit]


class MemorySeriesSteps:
    """Implements the part of `Transaction` for series."""

    _data: MemoryDatabase

    async def add_series(self, series: StoredSeries) -> None:
        self._data.series[series.id] = series


def forget_group_series(data: MemoryDatabase, group: str) -> None:
    """Delete the series of a group."""
    for series_id in [each.id for each in data.series.values() if each.group == group]:
        del data.series[series_id]
