"""Series that are decided."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredSeries:
    """Which races of a room a decided series is made of. Its score follows from their results."""

    id: str
    room: str
    first: int
    """The number of its first race in the room."""
    last: int
    """The number of its last race."""
    best_of: int
    ended_at: int
    group: str | None = None
    """The code of the group whose room it is."""


class SeriesStore(Protocol):
    """The store of series. `Transaction.add_series` adds them."""

    async def series(self, series_id: str) -> StoredSeries | None:
        """Return a series."""

    async def series_of_race(self, room: str, number: int) -> StoredSeries | None:
        """Return the series that a race of a room is part of."""

    async def group_series(self, group: str, after: tuple[int, str] | None, limit: int) -> list[StoredSeries]:
        """Return the series of a group's rooms, the latest first: those after (ended_at, id) in this order."""
