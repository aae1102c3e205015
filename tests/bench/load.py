"""What the benchmarks of the server share: processor cores, counters and output.

The server has one core of its own, and the load runs on another one. On a machine whose cores are shared with others,
wall-clock figures vary; the server's processor time for a message varies less, so it is printed too.
"""

import asyncio
import os
import platform
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

import uvloop

from tests.databases import PostgresServer, migrate_now, postgres_database
from tests.processes import ServerProcess

SERVER_CORE = 0
ROUNDS = 5
WARM_UP_S, MEASURED_S = 0.5, 2.0
UNLIMITED = {
    "GAPRACE_CONNECTIONS_PER_ADDRESS": "100000",
    "GAPRACE_ROOMS_PER_MINUTE": "100000",
    "GAPRACE_IDENTITIES_PER_MINUTE": "100000",
    "GAPRACE_COMMANDS_PER_SECOND": "1000000",
}
NO_SEARCH = {"GAPRACE_SOLVERS": "0"}


class BareServer(ServerProcess):
    """The bare Starlette application, for comparison."""

    @property
    def command(self) -> tuple[str, ...]:
        return (sys.executable, "-m", "tests.bench.bare", str(self.port))


def bare_server() -> BareServer:
    return BareServer(cores=str(SERVER_CORE))


def race_server(database_url: str, settings: Mapping[str, str] | None = None) -> ServerProcess:
    """Return a server on its own core."""
    return ServerProcess(database_url, cores=str(SERVER_CORE), settings={**UNLIMITED, **(settings or {})})


def run(main: Callable[[], Awaitable[None]]) -> None:
    """Run a benchmark on the cores that the server does not use."""
    others = os.sched_getaffinity(0) - {SERVER_CORE}
    assert others, "two cores are needed: one for the server, one for the load"
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, others)
    try:
        print(f"{platform.platform()}, {_processor()}, {len(before)} cores, Python {platform.python_version()}")
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(main())  # type: ignore[arg-type]
    finally:
        os.sched_setaffinity(0, before)


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


@contextmanager
def sqlite() -> Iterator[str]:
    with TemporaryDirectory(prefix="gaprace-bench-") as folder:
        url = f"sqlite:///{folder}/bench.db"
        migrate_now(url)
        yield url


@contextmanager
def postgres() -> Iterator[str]:
    """A Postgres with `fsync`, unlike that of the tests."""
    with PostgresServer.running(durable=True) as server, postgres_database(server) as url:
        yield url


@dataclass
class Figures:
    """The figures of one round."""

    per_second: float
    cpu_us: float
    """The server's processor time for one message, in microseconds."""
    p50_ms: float
    p99_ms: float


class Metrics:
    """Counts messages and their latencies between `begin` and `end`."""

    def __init__(self, server: ServerProcess) -> None:
        self.count = 0
        self.latencies: list[float] = []
        self._server = server
        self._began = self._cpu = 0.0

    def begin(self) -> None:
        """Start counting."""
        self.count = 0
        self.latencies.clear()
        self._began, self._cpu = perf_counter(), self._server.cpu_seconds()

    def end(self) -> Figures:
        seconds, cpu = perf_counter() - self._began, self._server.cpu_seconds() - self._cpu
        assert self.count, "nothing was measured"
        return Figures(
            self.count / seconds,
            1e6 * cpu / self.count,
            1e3 * median(self.latencies),
            1e3 * quantiles(self.latencies, n=100)[98],
        )


def show(name: str, rounds: Sequence[Figures]) -> None:
    """Print the median of each figure over the rounds."""
    print(
        f"{name:<36} {_median(rounds, 'per_second'):>9.0f}/s  {_median(rounds, 'cpu_us'):>6.1f} us of CPU each"
        f"  p50 {_median(rounds, 'p50_ms'):>6.1f} ms  p99 {_median(rounds, 'p99_ms'):>6.1f} ms",
        flush=True,
    )


def show_ratio(name: str, rounds: Sequence[Figures], measure: Sequence[Figures], aim: float = 0) -> None:
    """Print the median of the ratios of rounds that were measured one right after the other."""
    pairs = list(zip(rounds, measure, strict=True))
    by_clock = median(each.per_second / other.per_second for each, other in pairs)
    by_cpu = median(other.cpu_us / each.cpu_us for each, other in pairs)
    aimed = f" (aim: {aim})" if aim else ""
    print(f"{name:<36} {by_clock:>9.2f} by the clock, {by_cpu:.2f} by CPU time{aimed}", flush=True)


def _median(rounds: Sequence[Figures], figure: str) -> float:
    values: list[float] = [getattr(each, figure) for each in rounds]
    return median(values)
