"""Metrics in the format of Prometheus. Of several workers, each returns the sums over all."""

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

MULTIPROCESS_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder with the metrics of all workers. prometheus-client reads it when it is imported."""
_SECONDS_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_GROUP_SIZE_BUCKETS = (1, 2, 5, 10, 25, 50, 100, 250, 500)


class PrometheusMetrics:
    """Implements `ports.Metrics`."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self._connections = Gauge(
            "gaprace_connections",
            "Connections in rooms.",
            ["part"],
            registry=registry,
            multiprocess_mode="livesum",
        )
        self._rooms = Gauge(
            "gaprace_rooms",
            "Live rooms. A room counts once for each process on which its members are connected.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self._actions = Counter("gaprace_actions", "Stored actions of games.", registry=registry)
        self._group = Histogram(
            "gaprace_journal_group_size",
            "Actions written in one transaction.",
            registry=registry,
            buckets=_GROUP_SIZE_BUCKETS,
        )
        self._write = Histogram(
            "gaprace_journal_seconds", "Time to write a group of actions.", registry=registry, buckets=_SECONDS_BUCKETS
        )
        self._waiting = Gauge(
            "gaprace_journal_waiting",
            "Actions waiting to be written.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self._refusals = Counter("gaprace_refusals", "Refused commands.", ["command", "code"], registry=registry)
        self._byes = Counter("gaprace_byes", "Connections closed by the server.", ["code"], registry=registry)
        self._drops = Counter(
            "gaprace_outbox_drops", "Times a full outbox dropped messages.", ["part"], registry=registry
        )
        self._bus_up = Gauge(
            "gaprace_bus_up", "Whether the bus delivers messages.", registry=registry, multiprocess_mode="livemin"
        )
        self._bus_lag = Gauge(
            "gaprace_bus_lag_seconds",
            "Recent delay of a message on the bus.",
            registry=registry,
            multiprocess_mode="livemax",
        )
        self._bus_losses = Counter(
            "gaprace_bus_losses",
            "Lost messages, or connections made, on the bus.",
            registry=registry,
        )
        self._requests = Histogram(
            "gaprace_http_seconds",
            "HTTP requests and their durations.",
            ["route", "method", "status"],
            registry=registry,
            buckets=_SECONDS_BUCKETS,
        )
        self._is_shared = bool(os.environ.get(MULTIPROCESS_FOLDER_VARIABLE))
        if not self._is_shared:
            ProcessCollector(registry=registry)

    def exposition(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        registry = self._registry
        if self._is_shared:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)

    # Implementations of `ports.Metrics`

    def connections(self, change: int, *, seated: bool) -> None:
        """See `Metrics`."""
        self._connections.labels(_part(seated=seated)).inc(change)

    def rooms(self, count: int) -> None:
        """See `Metrics`."""
        self._rooms.set(count)

    def journal(self, actions: int, seconds: float, waiting: int) -> None:
        """See `Metrics`."""
        self._actions.inc(actions)
        self._group.observe(actions)
        self._write.observe(seconds)
        self._waiting.set(waiting)

    def refused(self, command: str, code: str) -> None:
        """See `Metrics`."""
        self._refusals.labels(command, code).inc()

    def ended(self, code: str) -> None:
        """See `Metrics`."""
        self._byes.labels(code).inc()

    def fell_behind(self, *, seated: bool) -> None:
        """See `Metrics`."""
        self._drops.labels(_part(seated=seated)).inc()

    def bus(self, *, is_up: bool, lag_s: float, losses: int) -> None:
        """See `Metrics`."""
        self._bus_up.set(is_up)
        self._bus_lag.set(lag_s)
        self._bus_losses.inc(losses)

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """See `Metrics`."""
        self._requests.labels(route, method, str(status)).observe(seconds)


def _part(*, seated: bool) -> str:
    return "player" if seated else "spectator"


def forget_process(pid: int, folder: str) -> None:
    """Stop counting a worker that has ended in the live gauges."""
    mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]
