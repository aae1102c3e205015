"""The windows of dailies, and their consequences: which dailies are open, and which are revealed.

A daily belongs to a date, and each person plays it on that date of their own time zone. So its window (`window_of`) is
the span of the date over the whole earth, and whatever depends on a date's daily follows from this window.
"""

from typing import NamedTuple

from gaprace.play.events.calendar import DAY_MS, date_of, day_number, days_from, midnight_of

AHEAD_MS, BEHIND_MS = 14 * 60 * 60 * 1000, 12 * 60 * 60 * 1000
"""By how much the clocks of the earth are ahead of UTC (Kiritimati), and behind it (at sea), at most."""
FINISH_GRACE_MS = 2 * 60 * 60 * 1000
"""Time after the last midnight in which ranked games that began before can be finished."""


class Window(NamedTuple):
    """The window of a daily, in ms since 1970: as long as it is its date somewhere on earth, and the grace after."""

    opens_at: int
    """When the date begins in the first place on earth."""
    closes_at: int
    """When it has ended in the last one: ranked games may no longer begin."""
    ends_at: int
    """When ranked games that are still running end, and the daily is revealed."""

    def is_open(self, now: int) -> bool:
        """Whether it is the date of the daily somewhere on earth."""
        return self.opens_at <= now < self.closes_at


def window_of(day: str) -> Window:
    """Return the window of a date's daily."""
    midnight = midnight_of(day)
    closes_at = midnight + DAY_MS + BEHIND_MS
    return Window(midnight - AHEAD_MS, closes_at, closes_at + FINISH_GRACE_MS)


def open_dates(now: int) -> list[str]:
    """Return the dates that it is somewhere on earth, two or three, the earliest first."""
    first, last = date_of(now - BEHIND_MS), date_of(now + AHEAD_MS)
    return [date_of(number * DAY_MS) for number in range(day_number(first), day_number(last) + 1)]


def next_date(now: int) -> str:
    """Return the date that begins next, in the first place on earth."""
    return days_from(open_dates(now)[-1], 1)


def last_revealed_date(now: int) -> str:
    """Return the latest date whose daily is revealed at `now`."""
    return date_of(now - FINISH_GRACE_MS - BEHIND_MS - DAY_MS)
