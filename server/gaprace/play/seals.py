"""The seal of a deal that others may still play: the visibility of its games, and the use of the deal.

A daily is sealed until its reveal, and the deal of a ranked race while the race is running. Until then:

- Players see their own games on the deal, with the replays. Of another player's game, only the result is visible: no
  board, no action, no time of an action. In a challenge, not even the result is visible.
- The server neither searches the deal nor shows how to play it: no hint, no analysis, no line, no room.

`play.live.visibility` is the seal within the room of a race. Pure; instants are ms since 1970.
"""

from collections.abc import Collection
from enum import Enum
from typing import NamedTuple

from gaprace.wire import PlayerId


class Shown(Enum):
    """The visibility of a game on the page of its race."""

    SEAT = "seat"
    """Only that there is one."""
    RESULT = "result"
    """How it ended."""
    PLAY = "play"
    """All of it, move by move."""


class Seal(NamedTuple):
    """The seal of the games on a deal, and its end."""

    until: int
    """When it is lifted at the latest."""
    lifted_at: int | None = None
    """When it is lifted; None if that is not known yet."""
    lifted_for: frozenset[PlayerId] = frozenset()
    """Players for whom it has been lifted already."""
    shows: Shown = Shown.RESULT
    """The part of a game that others see meanwhile."""

    def holds(self, viewer: PlayerId | None, now: int) -> bool:
        """Whether it hides others' games from a viewer (None without an identity)."""
        return (self.lifted_at is None or now < self.lifted_at) and viewer not in self.lifted_for

    def shown(self, owner: PlayerId, viewer: PlayerId | None, now: int) -> Shown:
        """Return what a viewer (None without an identity) sees of a game that has ended."""
        return self.shows if viewer != owner and self.holds(viewer, now) else Shown.PLAY

    def is_lifted(self, now: int) -> bool:
        """Whether everybody may know the deal: its code, hints on it, and the analysis of its games."""
        return not self.holds(None, now)


NO_SEAL = Seal(0, 0)
"""The seal of a race whose games are open as soon as it is over."""


def may_find_race(players: Collection[PlayerId], viewer: PlayerId | None, *, is_listed: bool) -> bool:
    """Whether pages link a race, or count it, for a viewer: a race of an unlisted room only for its participants.

    Its id cannot be guessed. Everyone with the id may see the page.
    """
    return is_listed or viewer in players
