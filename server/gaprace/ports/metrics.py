"""What a server counts and measures for its operators."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class PoolUse(NamedTuple):
    """How many connections of a pool are in use, and how many it may have."""

    in_use: int
    size: int


class Metrics(Protocol):
    """Counters and measurements. Every call is cheap and never fails."""

    def connections(self, change: int, *, seated: bool) -> None:
        """Add to the connections in rooms, of players with a seat or of spectators."""

    def rooms(self, count: int) -> None:
        """Set the number of live rooms."""

    def command(self, kind: str) -> None:
        """Count a command that a client has sent."""

    def acknowledged(self, seconds: float) -> None:
        """Record the time from the receipt of a player's action to its acknowledgement."""

    def journal(self, actions: int, seconds: float) -> None:
        """Record a written group of actions: its size, and the time it took."""

    def storing(self, waiting: int, *, is_up: bool) -> None:
        """Set how many actions wait to be stored, and whether the store takes them."""

    def race_started(self, games: int) -> None:
        """Count a race that was stored by this server, and its games."""

    def race_ended(self) -> None:
        """Count a race whose end was stored by this server."""

    def game_ended(self, *, won: bool) -> None:
        """Count a game whose end was stored by this server."""

    def archived(self, games: int) -> None:
        """Count games that this server has packed."""

    def delivery(self, transport: str, fate: str) -> None:
        """Count a try to deliver a message, by what became of it (`play.notices.outbox.Fate`)."""

    def refused(self, command: str, code: str) -> None:
        """Count a refused command, or a request (`POST /api/v1/rooms`) to which the server is full."""

    def ended(self, code: str) -> None:
        """Count a connection that was closed with a reason."""

    def fell_behind(self, *, seated: bool) -> None:
        """Count an outbox that was full, so that its messages were dropped."""

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Record an answered HTTP request."""

    def stored(self, kind: str, seconds: float) -> None:
        """Record a transaction (`read` or `write`), the wait for its connection included."""

    # Samples, taken at regular intervals

    def bus(self, *, is_up: bool, lag_s: float, losses: int) -> None:
        """Set the state of the bus, and the losses since it was opened."""

    def clock(self, *, is_right: bool) -> None:
        """Set whether the clock agrees with the database's."""

    def loop_lag(self, seconds: float) -> None:
        """Record how late the event loop was with a timer."""

    def pools(self, pools: Mapping[str, PoolUse]) -> None:
        """Set the use of each pool of connections to the database."""

    def queues(self, lengths: Mapping[str, int]) -> None:
        """Set the length of each queue of work."""


class NoMetrics(Metrics):
    """Records nothing."""
