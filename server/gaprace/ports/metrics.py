"""The counts and measurements of a server for its operators, and traces of its frames if they want them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from gaprace.wire import Command, Refused


class PoolUse(NamedTuple):
    """How many connections of a pool are in use, and how many it may have."""

    in_use: int
    size: int


@dataclass(frozen=True, eq=False)
class Metric:
    """A quantity that is counted or measured, once for each combination of values of its labels."""

    name: str
    meaning: str
    labels: tuple[str, ...] = ()


class Counter(Metric):
    """A number that only grows."""


class Gauge(Metric):
    """A number."""


class Histogram(Metric):
    """How a quantity is distributed, in seconds unless said otherwise."""


CONNECTIONS = Gauge("connections", "Connections in rooms.", ("part",))
CONNECTIONS_MAX = Gauge("connections_max", "Connections that are allowed.")
ROOMS = Gauge("rooms", "Live rooms. Each server counts those in which members are connected.")
COMMANDS_TAKEN = Counter("commands", "Commands of clients.", ("command",))
ACTIONS = Counter("actions", "Stored actions of games.")
ACTION_SECONDS = Histogram("action_seconds", "Time from the receipt of a player's action to its acknowledgement.")
GROUP_SIZE = Histogram("journal_group_size", "Actions written in one transaction.")
JOURNAL_SECONDS = Histogram("journal_seconds", "Time to write a group of actions.")
JOURNAL_WAITING = Gauge("journal_waiting", "Actions that are not stored yet.")
STORE_UP = Gauge("store_up", "Whether the database takes actions, and soon.")
STORE_SECONDS = Histogram("store_seconds", "Time of a transaction, and of the wait for its connection.", ("kind",))
POOL_USE = Gauge("store_connections", "Connections to the database in use.", ("pool",))
POOL_SIZE = Gauge("store_connections_max", "Connections to the database allowed.", ("pool",))
RACES_STARTED = Counter("races_started", "Races that were drawn.")
RACES_ENDED = Counter("races_ended", "Races that are over.")
GAMES_STARTED = Counter("games_started", "Games in races that were drawn.")
GAMES_ENDED = Counter("games_ended", "Games that are over.", ("outcome",))
MESSAGES = Counter("messages", "Tries to deliver messages.", ("transport", "fate"))
REFUSALS = Counter("refusals", "Refused commands, and requests to which the server is full.", ("command", "code"))
BYES = Counter("byes", "Connections closed by the server.", ("code",))
OUTBOX_DROPS = Counter("outbox_drops", "Times a full outbox dropped messages.", ("part",))
BUS_UP = Gauge("bus_up", "Whether the bus delivers messages.")
BUS_LAG = Gauge("bus_lag_seconds", "Recent delay of a message on the bus.")
BUS_LOSSES = Counter("bus_losses", "Lost messages, or connections made, on the bus.")
CLOCK_RIGHT = Gauge("clock_right", "Whether the clock agrees with the database's.")
LOOP_LAG = Histogram("event_loop_lag_seconds", "How late the event loop was with a timer.")
QUEUE_LENGTH = Gauge("queue_length", "Work that waits, or is under way.", ("queue",))
HTTP_SECONDS = Histogram("http_seconds", "HTTP requests and their durations.", ("route", "method", "status"))
BUILD_INFO = Gauge("build_info", "The version that runs.", ("version", "python"))


class Metrics(Protocol):
    """Takes counts and measurements. Every call is cheap and never fails."""

    def count(self, metric: Counter | Gauge, *labels: str, n: int = 1) -> None:
        """Add to a number."""

    def set(self, metric: Gauge, value: float, *labels: str) -> None:
        """Set a number."""

    def observe(self, metric: Histogram, value: float, *labels: str) -> None:
        """Record a quantity."""


Read = Callable[[str | bytes, float], Command | Refused]
"""Reads a message that came at a time of `monotonic()`."""
Rest = TypeVar("Rest")


class Tracing(Protocol):
    """Wraps functions once for each connection, so that nothing is added to a frame while there are no traces."""

    def frames(
        self, take: Callable[[str | bytes], Rest], received_at: Callable[[], float]
    ) -> Callable[[str | bytes], Rest]:
        """Return `take` with traces; `received_at` returns when the last frame came, in seconds of `monotonic()`."""

    def reads(self, read: Read) -> Read:
        """Return `read` with traces."""
