"""Metrics in the format of Prometheus."""

import platform
from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import prometheus_client
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from gaprace.ports import metrics as measured
from gaprace.ports.metrics import Counter, Gauge, Histogram, Metric

_SECONDS_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_BUCKETS = {measured.GROUP_SIZE: (1, 2, 5, 10, 25, 50, 100, 250, 500)}
"""The buckets of the histograms that do not measure seconds."""
_FAULTS = (("act", "try_again"), ("hello", "server_full"), ("POST /api/v1/rooms", "server_full"))
"""Refusals that are the server's fault. They are counted from the start: a rate does not see how a counter appears."""
_METRICS: list[Metric] = [each for each in vars(measured).values() if isinstance(each, Metric)]


class PrometheusMetrics:
    """Implements `ports.Metrics`."""

    def __init__(self, max_connections: int = 0) -> None:
        """Take the limit of connections."""
        self._registry = CollectorRegistry()
        self._collectors = {each: _collector(each, self._registry) for each in _METRICS}
        self._latencies = _Latencies(self._collectors[measured.ACTION_SECONDS])
        self._new: Tally[tuple[Metric, tuple[str, ...]]] = Tally()
        for labels in _FAULTS:
            self._of(measured.REFUSALS, labels)
        self.set(measured.BUILD_INFO, 1, version("gaprace"), platform.python_version())
        self.set(measured.CONNECTIONS_MAX, max_connections)
        # Nothing has gone wrong so far; the first sample follows within a second.
        for gauge in (measured.STORE_UP, measured.BUS_UP, measured.CLOCK_RIGHT):
            self.set(gauge, 1)
        ProcessCollector(registry=self._registry)
        self._registry.register(_AllProcesses())

    def exposition(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        self.flush()
        return generate_latest(self._registry)

    def flush(self) -> None:
        """Hand over the events that are counted here first, because they happen with every move."""
        self._latencies.flush()
        new, self._new = self._new, Tally()
        for (metric, labels), n in new.items():
            self._of(metric, labels).inc(n)

    def count(self, metric: Counter | Gauge, *labels: str, n: int = 1) -> None:
        self._new[metric, labels] += n

    def set(self, metric: Gauge, value: float, *labels: str) -> None:
        self._of(metric, labels).set(value)

    def observe(self, metric: Histogram, value: float, *labels: str) -> None:
        if metric is measured.ACTION_SECONDS:
            self._latencies.observe(value)
        else:
            self._of(metric, labels).observe(value)

    def stored(self, kind: str, seconds: float) -> None:
        """Record a transaction (`read` or `write`)."""
        self.observe(measured.STORE_SECONDS, seconds, kind)

    def _of(self, metric: Metric, labels: tuple[str, ...]) -> Any:  # noqa: ANN401  # of a kind of the library's
        collector = self._collectors[metric]
        return collector.labels(*labels) if labels else collector


def _collector(metric: Metric, registry: CollectorRegistry) -> Any:  # noqa: ANN401  # as above
    of = (f"gaprace_{metric.name}", metric.meaning, metric.labels)
    if isinstance(metric, Histogram):
        return prometheus_client.Histogram(*of, registry=registry, buckets=_BUCKETS.get(metric, _SECONDS_BUCKETS))
    kind = prometheus_client.Counter if isinstance(metric, Counter) else prometheus_client.Gauge
    return kind(*of, registry=registry)


class _AllProcesses(Collector):
    """Memory and time of the server with its search processes, which are measured only when metrics are requested."""

    def describe(self) -> Iterator[prometheus_client.Metric]:
        """Yield nothing: so it is not asked when it is registered."""
        yield from ()

    def collect(self) -> Iterator[prometheus_client.Metric]:
        """Yield memory and processor time."""
        import psutil  # noqa: PLC0415  # few servers are asked

        server, memory, seconds = psutil.Process(), 0, 0.0
        for each in (server, *server.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                seconds += sum(each.cpu_times()[:4])  # with those of processes that have ended
                memory += each.memory_info().rss
        limit = min(psutil.virtual_memory().total, _container_limit())
        yield GaugeMetricFamily("gaprace_memory_bytes", "Resident memory of all processes of the server.", memory)
        yield GaugeMetricFamily(
            "gaprace_memory_max_bytes", "Memory of the machine, or what its container may take.", limit
        )
        yield CounterMetricFamily(
            "gaprace_processor_seconds", "Processor time of all processes of the server.", seconds
        )


def _container_limit() -> float:
    """Return the limit of a control group (version 2) that is seen as the whole, as in a container, in bytes."""
    with suppress(OSError, ValueError):
        return int(Path("/sys/fs/cgroup/memory.max").read_text())
    return float("inf")


class _Latencies:
    """Observations of a histogram, a fifth of a microsecond each; `flush` hands them over."""

    def __init__(self, histogram: Any) -> None:  # noqa: ANN401  # as above
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
