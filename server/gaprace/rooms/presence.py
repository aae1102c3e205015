"""The connected members of a room, at this server and at its peers."""

from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from gaprace.play.live.absence import away_until
from gaprace.ports import Clock
from gaprace.rooms.broadcast import Connections
from gaprace.rooms.peers import RoomPeers
from gaprace.rooms.race_shell import RaceShell
from gaprace.rooms.timers import Timers
from gaprace.wire import Member, Present

RECONNECT_GRACE_MS = 15_000
"""How long a ready member may be disconnected before a race starts and still get a game."""
RELOAD_GRACE_MS = 3_000
"""How long a member who is not ready may be disconnected before the others start without."""
GATHER_DELAY_MS = 200
"""Arrivals and departures within this time are broadcast at once."""


class Presence:
    """The connected members, and the times at which the others disconnected."""

    def __init__(  # noqa: PLR0913, PLR0917 (all that it needs of a room)
        self,
        connections: Connections,
        peers: RoomPeers,
        clock: Clock,
        timers: Timers,
        is_removed: Callable[[str], bool],
        away: Callable[[], dict[str, int]],
    ) -> None:
        """Hide players for whom `is_removed` is true: removed players who finish their game.

        `away` returns the players who are away during a race, and when their games end (ms since 1970).
        """
        self._connections, self._peers, self._is_removed, self._away = connections, peers, is_removed, away
        self._clock, self._timers = clock, timers
        self._seen = Present([], 0)
        self._known: set[str] = set()
        self._changed_at: dict[str, int] = {}
        self._watched_since = clock.now()
        """When this server began to watch. A member who was connected before may still be moving to it."""
        self._is_due = False

    @property
    def players(self) -> set[str]:
        """The players who hold a seat and are connected to any server."""
        return self._peers.present | self._connections.present

    @property
    def watching(self) -> int:
        """The number of spectators' connections."""
        return self._connections.watching + self._peers.watching

    @property
    def view(self) -> Present:
        """The message `present`."""
        shown = sorted(player for player in self.players if not self._is_removed(player))
        return Present(shown, self.watching, self._away())

    def since(self, player: str) -> int:
        """Return from when on a player is connected, or is not (ms since 1970), as far as this server knows."""
        return self._changed_at.get(player, self._watched_since)

    def awaited(self, members: Iterable[Member]) -> set[str]:
        """Return the members who are connected, or may be just reloading the page."""
        players, before = self.players, self._clock.now() - RELOAD_GRACE_MS
        return {member.id for member in members if member.id in players or self.since(member.id) > before}

    def racers(self, members: Iterable[Member], only_if_ready: Collection[str] = ()) -> list[str]:
        """Return the members who would play in a race that begins now; some of them only if they are ready."""
        players = self.players
        asked = (member for member in members if member.ready or member.id not in only_if_ready)
        return [member.id for member in asked if self._gets_game(member, is_there=member.id in players)]

    def _gets_game(self, member: Member, *, is_there: bool) -> bool:
        gone_for = self._clock.now() - self.since(member.id)
        is_ready = member.ready and gone_for < RECONNECT_GRACE_MS
        return not member.sits_out and (bool(member.bot) or is_there or is_ready)

    def update(self) -> bool:
        """Broadcast arrivals and departures soon; return whether a player, and not only a spectator, came or went."""
        before, self._known = self._known, set(self.view.members)
        self._changed_at |= dict.fromkeys(before ^ self._known, self._clock.now())
        self.tell()
        return self._known != before

    def tell(self) -> None:
        """Broadcast soon who is there and who is away until when, if that has changed."""
        view = self.view
        if view != self._seen and not self._is_due:
            self._is_due = True
            self._timers.at(self._clock.now() + GATHER_DELAY_MS, self._broadcast)
        self._seen = view

    def let_go(self) -> None:
        """Let go of the room, which refers to this object."""
        self._is_removed, self._away = lambda _: False, dict

    async def _broadcast(self) -> None:
        self._is_due = False
        self._connections.broadcast(self.view)


class RacingRoom(Protocol):
    """A room, as far as its race and its presence are concerned."""

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
