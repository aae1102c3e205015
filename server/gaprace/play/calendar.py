"""The dates of dailies: UTC dates as text (`2026-11-21`), and the instants that go with them."""

from datetime import date, timedelta

from gaprace.errors import RoomError

DAY_MS = 24 * 60 * 60 * 1000
GRACE_MS = 2 * 60 * 60 * 1000
"""How long a ranked game that began before midnight may go on."""
_FIRST_DAY = date(1970, 1, 1)


def day_number(text: str) -> int:
    """Return the days since 1970 of a date.

    Raises:
        RoomError: `daily_not_found`; it is no date, or not written as they are here.

    """
    try:
        read = date.fromisoformat(text)
    except ValueError:
        read = _FIRST_DAY
    if read.isoformat() != text:
        raise RoomError("daily_not_found", "A daily has a date such as 2026-11-21: there is none of this one.")
    return (read - _FIRST_DAY).days


def date_of(now: int) -> str:
    """Return the UTC date of an instant (ms since 1970)."""
    return (_FIRST_DAY + timedelta(days=now // DAY_MS)).isoformat()


def month_of(day: str) -> str:
    """Return the month of a date: `2026-11`."""
    return day[:7]


def opens_at(day: str) -> int:
    """Return when ranked games on a daily may begin."""
    return day_number(day) * DAY_MS


def closes_at(day: str) -> int:
    """Return until when ranked games on a daily may begin."""
    return opens_at(day) + DAY_MS


def reveals_at(day: str) -> int:
    """Return when a daily is revealed, and ranked games on it end that still run."""
    return closes_at(day) + GRACE_MS


def is_sealed(day: str, now: int) -> bool:
    """Whether a daily is not revealed yet."""
    return now < reveals_at(day)


def oldest_sealed_date(now: int) -> str:
    """Return the oldest date whose daily may still be sealed."""
    return date_of(now - DAY_MS - GRACE_MS)


# Dates in a row


def longest_streak(days: list[str]) -> list[str]:
    """Return the longest row of dates that follow each other, of dates in order; the earliest of equally long ones."""
    return max(_rows(days), key=len, default=[])


def current_streak(days: list[str], today: str) -> list[str]:
    """Return the row of dates, of dates in order, that goes on today or would end if today were left out."""
    last = (_rows(days) or [[]])[-1]
    return last if last and day_number(today) - day_number(last[-1]) <= 1 else []


def _rows(days: list[str]) -> list[list[str]]:
    rows: list[list[str]] = []
    for day in days:
        if rows and day_number(day) == day_number(rows[-1][-1]) + 1:
            rows[-1].append(day)
        else:
            rows.append([day])
    return rows
