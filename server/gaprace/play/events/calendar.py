"""Dates, weeks and months as text (`2026-11-21`, `2026-W47`, `2026-11`), and their instants in ms since 1970."""

import re
from datetime import date, timedelta

from gaprace.errors import Refusal

DAY_MS = 24 * 60 * 60 * 1000
_EPOCH = date(1970, 1, 1)
_WEEK = re.compile(r"[0-9]{4}-W[0-9]{2}")


def is_date(text: str) -> bool:
    """Whether a text is a date in the form `2026-11-21`."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def check_date(day: str) -> None:
    """Check that a text is a date in the form `2026-11-21`. Raises `daily_not_found`."""
    if not is_date(day):
        raise Refusal("daily_not_found", "There is no daily for this date: write a date such as 2026-11-21.")


def day_number(day: str) -> int:
    """Return the number of days from 1970 to a date. Raises `daily_not_found` as `check_date` does."""
    check_date(day)
    return (date.fromisoformat(day) - _EPOCH).days


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


def duration_text(ms: int) -> str:
    """Return a time as the client writes it: m:ss, or h:mm:ss."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def midnight_of(day: str) -> int:
    """Return the instant at which a date begins in UTC."""
    return day_number(day) * DAY_MS


def days_from(day: str, days: int) -> str:
    """Return the date that comes so many days after another one; negative for before."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()
