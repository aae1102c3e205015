"""Dates and times of day in the time zones of the IANA database (RFC 6557), such as `Europe/Berlin`. Pure."""

from bisect import bisect_left
from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from gaprace.play.events.calendar import days_from

UTC = "UTC"
_SECOND_MS = 1000


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones()) - {"Factory", "localtime"}  # those of a machine that has none, and of ours


def is_zone(text: str) -> bool:
    """Whether a text is the name of a time zone."""
    return text in _zones()


def known_zone(text: str) -> str:
    """Return the name of a time zone as it is, and UTC for any other text."""
    return text if is_zone(text) else UTC


def local_time(now: int, zone: str) -> datetime:
    """Return the time in a time zone, to the second."""
    return datetime.fromtimestamp(now // _SECOND_MS, ZoneInfo(zone))


def date_in(zone: str, now: int) -> str:
    """Return the date in a time zone; in UTC if the zone is unknown."""
    return local_time(now, known_zone(zone)).date().isoformat()


def next_midnight(zone: str, now: int) -> int:
    """Return the first instant of the next date in a time zone; in UTC if the zone is unknown."""
    tomorrow = date.fromisoformat(days_from(date_in(zone, now), 1))
    return instant_of(datetime.combine(tomorrow, time()), known_zone(zone))


def same_time_after(at: int, days: int, zone: str, now: int) -> int:
    """Return the first instant after `now` that is a multiple of `days` after `at`, at the same local time."""
    local = local_time(at, zone).replace(tzinfo=None)
    while (again := instant_of(local, zone)) <= max(at, now):
        local += timedelta(days=days)
    return again


def instant_of(local: datetime, zone: str) -> int:
    """Return the instant of a time of day in a time zone, in ms since 1970.

    That is the first one of a time that comes twice; for one that is skipped, the instant at which the clocks change.
    """
    there = ZoneInfo(zone)
    first, second = (round(local.replace(tzinfo=there, fold=fold).timestamp()) for fold in (0, 1))
    return (first if first <= second else _change(second, first, there)) * _SECOND_MS


def _change(before: int, after: int, zone: ZoneInfo) -> int:
    """Return the second between two instants at which the clocks of a zone change."""
    offset = datetime.fromtimestamp(after, zone).utcoffset()
    seconds = range(before, after)
    return before + bisect_left(seconds, 1, key=lambda at: datetime.fromtimestamp(at, zone).utcoffset() == offset)
