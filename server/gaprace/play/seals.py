"""The seal of a deal that may still be played by others: who may see which play of it, and who may use it.

A daily is sealed until its reveal, and the deal of a ranked race while that runs. Until then:

- A player sees the own games on the deal, with their replays. Another player's game shows its result and nothing of its
  play: no board, no action, no time of an action.
- Nothing of this server searches the deal or shows how to play it: no hint, no analysis, no line, no room.

`play.visibility` is the seal among those who are in the room of a race. Pure; instants are ms since 1970.
"""

from collections.abc import Collection
from enum import Enum, auto

from gaprace.play.calendar import is_sealed
from gaprace.play.settings import is_solo
from gaprace.wire import PlayerId, Settings

MIN_RANKED_DELAY_S = 30
"""How late spectators of a ranked race see its boards at least: too late for a player whom they help."""


def may_see_play(date: str | None, owner: PlayerId, viewer: PlayerId | None, now: int) -> bool:
    """Whether a viewer (None without an identity) may see how a finished game was played.

    `date` is that of the daily whose deal it is on, if it is one's.
    """
    return date is None or not is_sealed(date, now) or viewer == owner


class Shown(Enum):
    """How much of a game the page of its race shows to a viewer."""

    SEAT = auto()
    """Only that there is one."""
    RESULT = auto()
    """How it ended."""
    PLAY = auto()
    """All of it, move by move."""


def shown_of_game(*, is_race_over: bool, date: str | None, owner: PlayerId, viewer: PlayerId | None, now: int) -> Shown:
    """Return how much of a game of a race a viewer with the race's id may see.

    `date` is that of the daily whose deal it is on, if it is one's.
    """
    if not is_race_over:
        return Shown.SEAT
    return Shown.PLAY if may_see_play(date, owner, viewer, now) else Shown.RESULT


def may_find_race(players: Collection[PlayerId], viewer: PlayerId | None, *, is_listed: bool) -> bool:
    """Whether pages lead a viewer to a race, or count it: to those of unlisted rooms, only who took part.

    Its id cannot be guessed. Everyone who is given it may see the page.
    """
    return is_listed or viewer in players


def may_be_searched(date: str | None, now: int) -> bool:
    """Whether the positions of a finished game may be analysed, or hints be given on its deal."""
    return date is None or not is_sealed(date, now)


def spectator_delay_s(settings: Settings, *, is_ranked: bool) -> int:
    """Return how late spectators see the boards of a race in a room with these settings, in seconds.

    Who plays alone has nobody to be told anything by.
    """
    is_delayed = is_ranked and not is_solo(settings)
    return max(settings.spectator_delay_s, MIN_RANKED_DELAY_S if is_delayed else 0)
