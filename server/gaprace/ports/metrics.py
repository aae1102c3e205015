"""What a server counts and measures for its operators, and what it records of each frame if they want traces."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, TypeVar

from gaprace.wire import Command, Refused


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


Read = Callable[[str | bytes, float], Command | Refused]
"""Reads a message that came at a time of `monotonic()`."""
Rest = TypeVar("Rest")


class Tracing(Protocol):
    """Wraps functions once for each connection, so that nothing is added to a frame while there are no traces."""

    def frames(
        self, take: Callable[[str | bytes], Rest], received_at: Callable[[], float]
    ) -> Callable[[str | bytes], Rest]:
        """Return what takes a frame; `received_at` returns when the last one came, in seconds of `monotonic()`."""

    def reads(self, read: Read) -> Read:
        """Return what reads a frame."""


class NoTracing:
    """Records nothing, and leaves everything as it is."""

    def frames(
        self,
        take: Callable[[str | bytes], Rest],
        received_at: Callable[[], float],  # noqa: ARG002 (as of `Tracing`)
    ) -> Callable[[str | bytes], Rest]:
        """Return the function itself."""
        return take

    def reads(self, read: Read) -> Read:
        """Return the function itself."""
        return read
