"""Decided series in memory."""

from gaprace.ports import StoredSeries
from tests.memory_store.database import MemoryDatabase, MemoryRepository, MemorySteps


class MemorySeries(MemoryRepository):
    """Implements `SeriesStore`."""

    async def series(self, series_id: str) -> StoredSeries | None:
        return (await self._reach()).series.get(series_id)

    async def series_of_race(self, room: str, number: int) -> StoredSeries | None:
        every = (await self._reach()).series.values()
        return next((each for each in every if each.room == room and each.first <= number <= each.last), None)

    async def group_series(self, group: str, after: tuple[int, str] | None, limit: int) -> list[StoredSeries]:
        found = [each for each in (await self._reach()).series.values() if each.group == group]
        behind = [each for each in found if after is None or (each.ended_at, each.id) < after]
        return sorted(behind, key=lambda each: (each.ended_at, each.id), reverse=True)[:limit]


class MemorySeriesSteps(MemorySteps):
    """Implements the part of `Transaction` for series."""

    async def add_series(self, series: StoredSeries) -> None:
        self._data.series[series.id] = series


def forget_group_series(data: MemoryDatabase, group: str) -> None:
    """Delete the series of a group."""
    for series_id in [each.id for each in data.series.values() if each.group == group]:
        del data.series[series_id]
