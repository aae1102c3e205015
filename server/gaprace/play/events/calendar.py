"""The calendar of dailies: dates as text (`2026-11-21`), and their instants in ms since 1970.

A daily belongs to a date, and each person plays it on that date of their own time zone. So its window (`window_of`) is
the span of the date over the whole earth, and whatever depends on a date's daily follows from this window.
"""

import re
from datetime import date, timedelta
from typing import NamedTuple

from gaprace.errors import Refusal

DAY_MS = 24 * 60 * 60 * 1000
AHEAD_MS, BEHIND_MS = 14 * 60 * 60 * 1000, 12 * 60 * 60 * 1000
"""By how much the clocks of the earth are ahead of UTC (Kiritimati), and behind it (at sea), at most."""
FINISH_GRACE_MS = 2 * 60 * 60 * 1000
"""Time after the last midnight in which ranked games that began before can be finished."""
_EPOCH = date(1970, 1, 1)
_WEEK = re.compile(r"[0-9]{4}-W[0-9]{2}")


def day_number(text: str) -> int:
    """Return the number of days from 1970 to a date.

    Raises `daily_not_found` if the text is not a date in the form `2026-11-21`.
    """
    try:
        read = date.fromisoformat(text)
    except ValueError:
        read = _EPOCH
    if read.isoformat() != text:
        raise Refusal("daily_not_found", "There is no daily for this date: write a date such as 2026-11-21.")
    return (read - _EPOCH).days


def is_date(text: str) -> bool:
    """Whether a text is a date in the form `2026-11-21`."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def check_date(day: str) -> None:
    """Check that a text is a date in the form `2026-11-21`."""
    day_number(day)


def date_of(now: int) -> str:
    """Return the UTC date of an instant."""
    return (_EPOCH + timedelta(days=now // DAY_MS)).isoformat()


def month_of(day: str) -> str:
    """Return the month of a date, such as `2026-11`."""
    return day[:7]


def month_dates(day: str) -> tuple[str, str]:
    """Return the first and the last date of the month of a date."""
    first = date.fromisoformat(day).replace(day=1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return first.isoformat(), last.isoformat()


def is_month(text: str) -> bool:
    """Whether a text is a month as `month_of` returns it."""
    try:
        return month_of(date.fromisoformat(f"{text}-01").isoformat()) == text
    except ValueError:
        return False


def period_before(period: str) -> str:
    """Return the day, week or month before one, in the same form."""
    if is_month(period):
        return month_of(days_from(f"{period}-01", -1))
    if is_week(period):
        return week_of(days_from(date.fromisoformat(f"{period}-1").isoformat(), -1))
    return days_from(period, -1)


def last_revealed_month(now: int) -> str:
    """Return the latest month whose dailies are all revealed at `now`."""
    revealed = last_revealed_date(now)
    first, last = month_dates(revealed)
    return month_of(revealed if revealed == last else days_from(first, -1))


def week_of(day: str) -> str:
    """Return the week of a date by ISO 8601, such as `2026-W47`: from Monday on, in the year of its Thursday."""
    year, week, _ = date.fromisoformat(day).isocalendar()
    return f"{year}-W{week:02}"


def week_dates(day: str) -> tuple[str, str]:
    """Return the Monday and the Sunday of the week of a date."""
    monday = date.fromisoformat(day) - timedelta(days=weekday(day))
    return monday.isoformat(), (monday + timedelta(days=6)).isoformat()


def weekday(day: str) -> int:
    """Return the day of the week of a date: 0 for Monday, 6 for Sunday."""
    return date.fromisoformat(day).weekday()


def is_week(text: str) -> bool:
    """Whether a text is a week as `week_of` returns it."""
    try:
        return bool(_WEEK.fullmatch(text)) and week_of(date.fromisoformat(f"{text}-1").isoformat()) == text
    except ValueError:
        return False


def instant_text(instant: int) -> str:
    """Return an instant as text, such as `02:00 UTC on 2026-11-22`."""
    minutes = instant % DAY_MS // 60_000
    return f"{minutes // 60:02}:{minutes % 60:02} UTC on {date_of(instant)}"


class Window(NamedTuple):
    """The window of a daily, in ms since 1970: as long as it is its date somewhere on earth, and what follows."""

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


def midnight_of(day: str) -> int:
    """Return the instant at which a date begins in UTC."""
    return day_number(day) * DAY_MS


def days_from(day: str, days: int) -> str:
    """Return the date that comes so many days after another one; negative for before."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


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
