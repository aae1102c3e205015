"""Streaks: dates in a row on which somebody has played a daily, a missed one now and then forgiven. Pure.

A streak begins with one saved day, and earns one with every seventh date that is played, up to `MAX_SAVED`. A missed
date uses a saved day up, and does not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gaprace.play.events.calendar import day_number, days_from
from gaprace.wire import http

EARNED_EVERY = 7
"""Dates of a streak that earn a saved day."""
MAX_SAVED = 2
"""Saved days that a streak keeps."""
WEEK_DAYS = 7


@dataclass(slots=True)
class Streak:
    """A streak, with its dates in ascending order."""

    days: list[str]
    """The dates that were played."""
    forgiven: list[str] = field(default_factory=list)
    """The dates that were missed."""
    saved: int = 1
    """The dates that may still be missed."""

    def forgive(self, day: str) -> bool:
        """Forgive the dates that were missed before another one; return whether there are saved days enough."""
        last = self.days[-1] if self.days else day
        missed = day_number(day) - day_number(last) - 1
        if missed > self.saved:
            return False
        self.saved -= max(missed, 0)
        self.forgiven += [days_from(last, n + 1) for n in range(missed)]
        return True

    def add(self, day: str) -> None:
        """Add a played date."""
        self.days.append(day)
        if len(self.days) % EARNED_EVERY == 0:
            self.saved = min(self.saved + 1, MAX_SAVED)


def longest_streak(days: Sequence[str]) -> list[str]:
    """Return the played dates of the longest streak among dates in ascending order; the earliest of equal ones."""
    return max((streak.days for streak in _streaks(days)), key=len, default=[])


def current_streak(days: Sequence[str], today: str) -> Streak:
    """Return the streak, among dates in ascending order, that today's daily continues; an empty one without one."""
    *_, last = [Streak([]), *_streaks(days)]
    return last if last.days and last.forgive(today) else Streak([])


def streak_of(days: Sequence[str], today: str) -> http.Streak:
    """Return the streak that all pages show of a player who has played on some dates, in ascending order."""
    current, first = current_streak(days, today), days_from(today, 1 - WEEK_DAYS)
    week = [day for day in days if first <= day <= today]
    return http.Streak(len(current.days), len(longest_streak(days)), current.saved, week, current.forgiven)


def _streaks(days: Sequence[str]) -> list[Streak]:
    streaks: list[Streak] = []
    for day in days:
        if not streaks or not streaks[-1].forgive(day):
            streaks.append(Streak([]))
        streaks[-1].add(day)
    return streaks
