"""The stored form of a decided series."""

from gaprace.ports import StoredSeries
from gaprace.wire import RoomView


def decided_series(view: RoomView, now: int) -> StoredSeries | None:
    """Return the series that is decided by the race that ends in a room; None if it continues, or has no end."""
    race, series = view.race, view.series
    if race is None or series is None or not series.id or series.race_ids[-1] != race.id:
        return None
    return StoredSeries(
        series.id, view.code, race.number - series.races + 1, race.number, series.best_of, now, view.group
    )
