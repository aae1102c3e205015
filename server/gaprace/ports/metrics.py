"""What operators want to see of a process."""

from typing import Protocol


class Metrics(Protocol):
    """Counts and measures. Every call is cheap and never fails."""

    def connections(self, change: int, *, seated: bool) -> None:
        """So many more connections are in a room, with a seat or watching."""

    def rooms(self, count: int) -> None:
        """So many rooms are live."""

    def journal(self, actions: int, seconds: float, waiting: int) -> None:
        """A group of actions was written, for so long; so many wait for the next."""

    def refused(self, command: str, code: str) -> None:
        """A command was refused."""

    def ended(self, code: str) -> None:
        """A connection was ended with a bye."""

    def fell_behind(self, *, seated: bool) -> None:
        """An outbox was full, and what was to go into it was dropped."""

    def bus(self, *, is_up: bool, lag_s: float, losses: int) -> None:
        """How the bus is; so many losses since this was told last."""

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """An HTTP request was answered."""


class NoMetrics(Metrics):
    """Nobody looks."""
