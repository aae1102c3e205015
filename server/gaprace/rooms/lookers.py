"""The boards of a large race that each connection has requested: it receives their events only, in ticks of 50 ms.

A tick is one write per connection, for any number of events.
"""

from collections.abc import Collection
from collections.abc import Set as AbstractSet

from gaprace.play.effects import Scope, Send
from gaprace.play.race import LiveRace
from gaprace.play.visibility import is_live
from gaprace.rooms.broadcast import Connections, Subscriber
from gaprace.rooms.ticks import Later
from gaprace.wire import Acted, GameId, Progress, Snapshot, encode


class Lookers:
    """The connections of one room that have requested games of its race."""

    def __init__(self, connections: Connections, later: Later) -> None:
        """Take the function that schedules the end of a tick."""
        self._connections, self._later = connections, later
        self._games: dict[Subscriber, list[GameId]] = {}
        self._of: dict[GameId, dict[Subscriber, None]] = {}
        self._waiting: dict[Subscriber, list[bytes]] = {}
        self._is_ticking = False

    @property
    def games(self) -> AbstractSet[GameId]:
        """The games requested by any connection."""
        return {game for game, lookers in self._of.items() if lookers}

    def games_of(self, subscriber: Subscriber) -> list[GameId]:
        """Return the games that a connection has requested."""
        return self._games.get(subscriber, [])

    def look(self, subscriber: Subscriber, games: Collection[GameId]) -> None:
        """Set the games of a connection, replacing earlier ones."""
        for game in self._games.pop(subscriber, ()):
            self._of[game].pop(subscriber)
        self._waiting.pop(subscriber, None)  # it gets the boards as they are now
        if games:
            self._games[subscriber] = [*games]
        for game in games:
            self._of.setdefault(game, {})[subscriber] = None

    def clear(self) -> None:
        """Forget all requests."""
        self._games, self._of, self._waiting = {}, {}, {}

    def send(self, event: Acted | Progress | Snapshot, effect: Send, race: LiveRace) -> None:
        """Send an event of a game to its viewers in the scope, at the end of the tick."""
        lookers = self._of.get(event.game.game if isinstance(event, Snapshot) else event.game)
        if not lookers:
            return
        hearing = [each for each in lookers if is_live(race, each) is not (effect.scope is Scope.DELAYED)]
        encoded = encode(event) if hearing else b""
        for each in hearing:
            self._waiting.setdefault(each, []).append(encoded)
        if hearing and not self._is_ticking:
            self._is_ticking = True
            self._later(self._end)

    def _end(self) -> None:
        self._is_ticking = False
        self.flush()

    def flush(self) -> None:
        """Send pending events."""
        waiting, self._waiting = self._waiting, {}
        for subscriber, encoded in waiting.items():
            self._connections.deliver(subscriber, tuple(encoded))
