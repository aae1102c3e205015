"""What a process counts and measures for its operators."""

from typing import Protocol


class Metrics(Protocol):
    """Counters and measurements. Every call is cheap and never fails."""

    def connections(self, change: int, *, seated: bool) -> None:
        """Add to the connections in rooms, of players with a seat or of spectators."""

    def rooms(self, count: int) -> None:
        """Set the number of live rooms."""

    def journal(self, actions: int, seconds: float, waiting: int) -> None:
        """Record a written group of actions: its size, the time it took, and the actions that still wait."""

    def refused(self, command: str, code: str) -> None:
        """Count a refused command."""

    def ended(self, code: str) -> None:
        """Count a connection that was closed with a reason."""

    def fell_behind(self, *, seated: bool) -> None:
        """Count an outbox that was full, so that its messages were dropped."""

    def bus(self, *, is_up: bool, lag_s: float, losses: int) -> None:
        """Record the state of the bus, and the losses since the last call."""

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Record an answered HTTP request."""


class NoMetrics(Metrics):
    """Records nothing."""
