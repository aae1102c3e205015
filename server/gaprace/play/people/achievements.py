"""The achievements of a player."""

from collections.abc import Mapping

from gaprace.play.people.figures import Figures, Milestone
from gaprace.wire.http import Achievement, AchievementName

GIANT_RACE_PEOPLE = 8
"""Minimum number of people in a race for `giant`."""
STREAKS: Mapping[AchievementName, int] = {"streak_7": 7, "streak_30": 30}
"""Days in a row with a finished daily."""


def achieved(figures: Figures, streaks: Mapping[AchievementName, Milestone | None]) -> list[Achievement]:
    """Return the achievements of a player with these figures and ends of streaks, the earliest first."""
    reached: dict[AchievementName, Milestone | None] = {
        "first_win": figures.win,
        "no_shuffle": figures.without_shuffle,
        "giant": figures.giant,
        **streaks,
    }
    found = [Achievement(name, each.ended_at, each.game) for name, each in reached.items() if each]
    return sorted(found, key=lambda each: each.reached_at)
