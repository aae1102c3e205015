"""Players who are away during a race: their games end when their time is over. Bots are never away."""

from collections.abc import Callable, Collection
from typing import Protocol

from gaprace.play.live.race import LiveRace
from gaprace.ports import Clock
from gaprace.rooms.presence import Presence
from gaprace.rooms.race_shell import RaceShell
from gaprace.rooms.timers import Timers
from gaprace.wire import PlayerId

WAIT_MS = 10_000
"""How long players whose games have all ended wait for those who are away."""


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


def away_until(race: LiveRace, present: Collection[PlayerId], since: Callable[[PlayerId], int]) -> dict[PlayerId, int]:
    """Return the instants at which the games of players who are not `present` end as given up, by player.

    `since` returns when a player last connected or disconnected. A player who acts is not away, so the loss of a peer's
    message does not end the game of a player who is connected to that peer. If all players who are present have ended
    their games, they wait for at most `WAIT_MS` from then on.
    """
    if race.facts.away_ms is None:
        return {}
    idle_since = {player: max(since(player), at) for player, at in race.acted_at().items()}
    there = idle_since.keys() & present
    away = race.running_players & (idle_since.keys() - there)
    until = {player: idle_since[player] + race.facts.away_ms for player in away}
    if not there or there & race.running_players:
        return until
    waiting_since = max(idle_since[player] for player in there)
    return {player: min(at, max(idle_since[player], waiting_since) + WAIT_MS) for player, at in until.items()}
