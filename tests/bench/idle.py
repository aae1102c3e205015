"""A server that nobody visits: what it has in memory, and what it does, beside a bare Starlette application."""

import asyncio
from tempfile import TemporaryDirectory
from time import monotonic
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

from tests.bench.load import bare_server, race_server
from tests.processes import ServerProcess

SETTLES_S, WATCHED_S = 75, 60
"""A server is quiet a minute after the last request."""
MEGABYTE = 1e6
TRANSACTIONS = "gaprace_store_seconds"


def run(watched_s: int = WATCHED_S) -> None:
    """Print the figures of both."""
    with TemporaryDirectory() as folder:
        server = race_server(f"sqlite:///{folder}/idle.db")
        asyncio.run(_watch("gaprace, without the solver", server, watched_s, has_metrics=True))
        asyncio.run(_watch("a bare Starlette", bare_server(), watched_s, has_metrics=False))


async def _watch(name: str, server: ServerProcess, watched_s: int, *, has_metrics: bool) -> None:
    began = monotonic()
    async with server:
        ready_s = monotonic() - began
        await asyncio.sleep(SETTLES_S)
        before, at = _transactions(server.port) if has_metrics else {}, server.cpu_seconds()
        await asyncio.sleep(watched_s)
        cpu_s, after = server.cpu_seconds() - at, _transactions(server.port) if has_metrics else {}
        family = server.family()
        print(
            f"{name}: ready after {ready_s:.2f} s, {len(family)} processes,"
            f" {sum(each.num_threads() for each in family)} threads, {server.resident_bytes() / MEGABYTE:.1f} MB,"
            f" {100 * cpu_s / watched_s:.2f} % of a core"
        )
        for kind, count in sorted(after.items()):
            print(f"  {kind}: {(count - before.get(kind, 0)) / watched_s:.2f} a second")


def _transactions(port: int) -> dict[str, float]:
    """Return how many transactions there were, by kind."""
    with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        families = text_string_to_metric_families(answer.read().decode())
    return {
        " ".join(sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
        if sample.name == f"{TRANSACTIONS}_count"
    }
