"""The days of a group: dates in its own time zone that begin at an hour of its own. Pure.

A date lasts from this hour to the same hour of the next date. So it has 23 or 25 hours when the clocks change. If the
clocks skip the hour, it is the instant of the change; if they repeat it, it is the first one (PEP 495, `fold=0`).
Zones have the names of the IANA database (RFC 6557), such as `Europe/Berlin`.
"""

from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from gaprace.errors import Refusal, quoted
from gaprace.play.events.windows import FINISH_GRACE_MS
from gaprace.play.events.zones import instant_of, is_zone, local_time

OWN_DAILY = "own"
"""How a group's own daily is named where the world's dailies have the names of their variants."""
_DAY = timedelta(days=1)


class OwnDay(NamedTuple):
    """A date of a group, and the times at which games of its daily may begin and continue."""

    date: str
    opens_at: int
    closes_at: int

    @property
    def ends_at(self) -> int:
        """When games that began in time end at the latest."""
        return self.closes_at + FINISH_GRACE_MS


class OwnDays(NamedTuple):
    """The time zone and the hour of a group's days."""

    zone: str
    hour: int
    """When a date begins there, from 0 to 23."""

    def at(self, now: int) -> OwnDay:
        """Return the date of an instant."""
        day = local_time(now, self.zone).date()
        while self._begins(day) > now:
            day -= _DAY
        while self._begins(day + _DAY) <= now:
            day += _DAY
        return self._day(day)

    def next(self, day: str) -> OwnDay:
        """Return the date after another one."""
        return self._day(date.fromisoformat(day) + _DAY)

    def _day(self, day: date) -> OwnDay:
        return OwnDay(day.isoformat(), self._begins(day), self._begins(day + _DAY))

    def _begins(self, day: date) -> int:
        return instant_of(datetime.combine(day, time(self.hour)), self.zone)


def check_zone(zone: str) -> None:
    """Check that a text is the name of a time zone. Raises `bad_daily`."""
    if not is_zone(zone):
        raise Refusal("bad_daily", f"There is no time zone {quoted(zone)}: choose one such as Europe/Berlin.")


class Made(NamedTuple):
    """The last daily that a group had."""

    date: str
    closes_at: int


def due_day(days: OwnDays, last: Made | None, now: int) -> OwnDay | int:
    """Return the date of the daily that is due, or the next instant at which one may be due.

    After a change of the zone or the hour, an open daily stays open until it closes, and no date is repeated.
    """
    if last and now < last.closes_at:
        return last.closes_at
    today = days.at(now)
    if last is None or today.date > last.date:
        return today
    return max(days.next(last.date).opens_at, now + 1)
