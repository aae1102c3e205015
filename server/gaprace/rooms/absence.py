"""Players who are away during a race: their games end when their time is over (`play.live.absence`)."""

from typing import Protocol

from gaprace.play.live.absence import away_until
from gaprace.ports import Clock
from gaprace.rooms.presence import Presence
from gaprace.rooms.race_shell import RaceShell
from gaprace.rooms.timers import Timers


class RacingRoom(Protocol):
    """What a room tells of its race and of those who are there."""

    race: RaceShell | None
    presence: Presence

    def resign(self, player: str) -> None:
        """Resign the game of a player."""


class Absence:
    """The players of one room's race who are away."""

    def __init__(self, room: RacingRoom, clock: Clock, timers: Timers) -> None:
        self._room, self._clock, self._timers = room, clock, timers
        self._watched_at: int | None = None
        """When the next look at the absent is due (ms since 1970), if one is."""

    @property
    def away(self) -> dict[str, int]:
        """The players who are away during the race, with the time at which their game ends (ms since 1970)."""
        race, presence = self._room.race, self._room.presence
        return away_until(race.state, presence.players, presence.since) if race else {}

    def watch(self) -> None:
        """Resign the games of players who stay away, when their time is over."""
        now = self._clock.now()
        due = min((until for until in self.away.values() if until > now), default=None)
        if due is not None and (self._watched_at is None or due < self._watched_at):
            self._watched_at = due
            self._timers.at(due, self._resign_absent)

    async def _resign_absent(self) -> None:
        self._watched_at = None
        now = self._clock.now()
        for player, until in self.away.items():
            if until <= now:
                self._room.resign(player)
        self.watch()
