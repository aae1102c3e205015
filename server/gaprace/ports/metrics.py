"""Measurements for operators."""

from typing import Protocol


class Metrics(Protocol):
    """Counts and measures. Every call is cheap and never fails."""

    def connections(self, change: int, *, seated: bool) -> None:
        """Add `change` to the number of connections in rooms: of players with a seat, or of spectators."""

    def rooms(self, count: int) -> None:
        """Set the number of live rooms."""

    def journal(self, actions: int, seconds: float, waiting: int) -> None:
        """Record that a group of actions was written in so much time, while `waiting` more were waiting."""

    def refused(self, command: str, code: str) -> None:
        """Count a refused command."""

    def ended(self, code: str) -> None:
        """Count a connection that the server has closed, by the code of its `bye`."""

    def fell_behind(self, *, seated: bool) -> None:
        """Count an outbox that was full, so that its content was dropped."""

    def bus(self, *, is_up: bool, lag_s: float, losses: int) -> None:
        """Set the state of the bus; `losses` counts those since the last call."""

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Record an answered HTTP request."""


class NoMetrics(Metrics):
    """Metrics that record nothing."""
