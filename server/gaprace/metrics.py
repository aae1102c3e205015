"""Metrics in the format of Prometheus."""

import platform
from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Mapping
from importlib.metadata import version

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from gaprace.ports import PoolUse

_SECONDS_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_FAULTS = (("act", "try_again"), ("hello", "server_full"), ("POST /api/v1/rooms", "server_full"))
"""Refusals that are the server's fault. They are counted from the start: a rate does not see how a counter appears."""
_GROUP_SIZE_BUCKETS = (1, 2, 5, 10, 25, 50, 100, 250, 500)


class PrometheusMetrics:
    """Implements `ports.Metrics`."""

    def __init__(self, max_connections: int = 0) -> None:
        """Take the limit of connections."""
        registry = self._registry = CollectorRegistry()
        self._connections = _gauge(registry, "connections", "Connections in rooms.", "part")
        self._max_connections = _gauge(registry, "connections_max", "Connections that are allowed.")
        self._rooms = _gauge(registry, "rooms", "Live rooms. Each server counts those in which members are connected.")
        self._commands = _counter(registry, "commands", "Commands of clients.", "command")
        self._actions = _counter(registry, "actions", "Stored actions of games.")
        self._acknowledgement = _histogram(
            registry, "action_seconds", "Time from the receipt of a player's action to its acknowledgement."
        )
        self._group = _histogram(
            registry, "journal_group_size", "Actions written in one transaction.", buckets=_GROUP_SIZE_BUCKETS
        )
        self._write = _histogram(registry, "journal_seconds", "Time to write a group of actions.")
        self._waiting = _gauge(registry, "journal_waiting", "Actions that are not stored yet.")
        self._store_up = _gauge(registry, "store_up", "Whether the database takes actions, and soon.")
        self._store = _histogram(registry, "store_seconds", "Time of a transaction.", "kind")
        self._pool_use = _gauge(registry, "store_connections", "Connections to the database in use.", "pool")
        self._pool_size = _gauge(registry, "store_connections_max", "Connections to the database allowed.", "pool")
        self._races = _counter(registry, "races_started", "Races that were drawn.")
        self._races_ended = _counter(registry, "races_ended", "Races that are over.")
        self._games = _counter(registry, "games_started", "Games in races that were drawn.")
        self._messages = _counter(registry, "messages", "Tries to deliver messages.", "transport", "fate")
        self._archived = _counter(registry, "games_archived", "Games that were packed since they ended long ago.")
        self._games_ended = _counter(registry, "games_ended", "Games that are over.", "outcome")
        self._refusals = _counter(
            registry, "refusals", "Refused commands, and requests to which the server is full.", "command", "code"
        )
        for command, code in _FAULTS:
            self._refusals.labels(command, code)
        self._byes = _counter(registry, "byes", "Connections closed by the server.", "code")
        self._drops = _counter(registry, "outbox_drops", "Times a full outbox dropped messages.", "part")
        self._bus_up = _gauge(registry, "bus_up", "Whether the bus delivers messages.")
        self._bus_lag = _gauge(registry, "bus_lag_seconds", "Recent delay of a message on the bus.")
        self._bus_losses = _counter(registry, "bus_losses", "Lost messages, or connections made, on the bus.")
        self._clock_right = _gauge(registry, "clock_right", "Whether the clock agrees with the database's.")
        self._loop_lag = _histogram(registry, "event_loop_lag_seconds", "How late the event loop was with a timer.")
        self._queues = _gauge(registry, "queue_length", "Work that waits, or is under way.", "queue")
        self._requests = _histogram(
            registry, "http_seconds", "HTTP requests and their durations.", "route", "method", "status"
        )
        build = _gauge(registry, "build_info", "The version that runs.", "version", "python")
        build.labels(version("gaprace"), platform.python_version()).set(1)
        self._max_connections.set(max_connections)
        # Nothing has gone wrong so far; the first sample follows within a second.
        for gauge in (self._store_up, self._bus_up, self._clock_right):
            gauge.set(1)
        self._latencies = _Latencies(self._acknowledgement)
        self._new_commands: Tally[str] = Tally()
        self._known_bus_losses = 0
        ProcessCollector(registry=registry)

    def exposition(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        self.flush()
        return generate_latest(self._registry)

    def flush(self) -> None:
        """Hand over what is counted here first, because it happens with every move."""
        self._latencies.flush()
        commands, self._new_commands = self._new_commands, Tally()
        for command, count in commands.items():
            self._commands.labels(command).inc(count)

    # Implementations of `ports.Metrics`

    def connections(self, change: int, *, seated: bool) -> None:
        """See `Metrics`."""
        self._connections.labels(_part(seated=seated)).inc(change)

    def rooms(self, count: int) -> None:
        """See `Metrics`."""
        self._rooms.set(count)

    def command(self, kind: str) -> None:
        """See `Metrics`."""
        self._new_commands[kind] += 1

    def acknowledged(self, seconds: float) -> None:
        """See `Metrics`."""
        self._latencies.observe(seconds)

    def journal(self, actions: int, seconds: float) -> None:
        """See `Metrics`."""
        self._actions.inc(actions)
        self._group.observe(actions)
        self._write.observe(seconds)

    def storing(self, waiting: int, *, is_up: bool) -> None:
        """See `Metrics`."""
        self._waiting.set(waiting)
        self._store_up.set(is_up)

    def race_started(self, games: int) -> None:
        """See `Metrics`."""
        self._races.inc()
        self._games.inc(games)

    def race_ended(self) -> None:
        """See `Metrics`."""
        self._races_ended.inc()

    def game_ended(self, *, won: bool) -> None:
        """See `Metrics`."""
        self._games_ended.labels("won" if won else "not_won").inc()

    def archived(self, games: int) -> None:
        """See `Metrics`."""
        self._archived.inc(games)

    def delivery(self, transport: str, fate: str) -> None:
        """See `Metrics`."""
        self._messages.labels(transport, fate).inc()

    def refused(self, command: str, code: str) -> None:
        """See `Metrics`."""
        self._refusals.labels(command, code).inc()

    def ended(self, code: str) -> None:
        """See `Metrics`."""
        self._byes.labels(code).inc()

    def fell_behind(self, *, seated: bool) -> None:
        """See `Metrics`."""
        self._drops.labels(_part(seated=seated)).inc()

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """See `Metrics`."""
        self._requests.labels(route, method, str(status)).observe(seconds)

    def stored(self, kind: str, seconds: float) -> None:
        """See `Metrics`."""
        self._store.labels(kind).observe(seconds)

    # Samples

    def bus(self, *, is_up: bool, lag_s: float, losses: int) -> None:
        """See `Metrics`."""
        self._bus_up.set(is_up)
        self._bus_lag.set(lag_s)
        self._bus_losses.inc(losses - self._known_bus_losses)
        self._known_bus_losses = losses

    def clock(self, *, is_right: bool) -> None:
        """See `Metrics`."""
        self._clock_right.set(is_right)

    def loop_lag(self, seconds: float) -> None:
        """See `Metrics`."""
        self._loop_lag.observe(seconds)

    def pools(self, pools: Mapping[str, PoolUse]) -> None:
        """See `Metrics`."""
        for name, pool in pools.items():
            self._pool_use.labels(name).set(pool.in_use)
            self._pool_size.labels(name).set(pool.size)

    def queues(self, lengths: Mapping[str, int]) -> None:
        """See `Metrics`."""
        for name, length in lengths.items():
            self._queues.labels(name).set(length)


class _Latencies:
    """Observations of a histogram, a fifth of a microsecond each; `flush` hands them over."""

    def __init__(self, histogram: Histogram) -> None:
        self._histogram = histogram
        self._counts = [0] * (len(_SECONDS_BUCKETS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(_SECONDS_BUCKETS, seconds)] += 1
        self._sum += seconds

    def flush(self) -> None:
        # Not part of prometheus-client's API: tests/ops/test_metrics.py notices if it changes.
        for bucket, count in zip(self._histogram._buckets, self._counts, strict=True):  # noqa: SLF001
            if count:
                bucket.inc(count)
        if self._sum:
            self._histogram._sum.inc(self._sum)  # noqa: SLF001
        self._counts = [0] * len(self._counts)
        self._sum = 0.0


def _gauge(registry: CollectorRegistry, name: str, meaning: str, *labels: str) -> Gauge:
    return Gauge(f"gaprace_{name}", meaning, labels, registry=registry)


def _counter(registry: CollectorRegistry, name: str, meaning: str, *labels: str) -> Counter:
    return Counter(f"gaprace_{name}", meaning, labels, registry=registry)


def _histogram(
    registry: CollectorRegistry, name: str, meaning: str, *labels: str, buckets: tuple[float, ...] = _SECONDS_BUCKETS
) -> Histogram:
    return Histogram(f"gaprace_{name}", meaning, labels, registry=registry, buckets=buckets)


def _part(*, seated: bool) -> str:
    return "player" if seated else "spectator"
