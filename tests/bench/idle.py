"""A server that nobody visits: what it has in memory, and what it does, beside a bare Starlette application."""

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from urllib.request import urlopen

import psutil
from prometheus_client.parser import text_string_to_metric_families

from tests.processes import command, free_port

SETTLES_S, WATCHED_S = 75, 60
"""A server is quiet a minute after the last request."""
MEGABYTE = 1e6
TRANSACTIONS = "gaprace_store_seconds"


def run(watched_s: int = WATCHED_S) -> None:
    """Print the figures of both."""
    with TemporaryDirectory() as folder:
        port, other = free_port(), free_port()
        serve = [*command("serve", "--port", str(port), "--database-url", f"sqlite:///{folder}/idle.db")]
        _watch("gaprace, without the solver", serve, port, "readyz", watched_s, folder)
        _watch("a bare Starlette", [sys.executable, "-m", "tests.bench.bare", str(other)], other, "echo", watched_s)


def _watch(name: str, arguments: Sequence[str], port: int, path: str, watched_s: int, folder: str = "") -> None:
    environment = {"GAPRACE_SOLVERS": "0", "PYTHONPATH": f"{Path.cwd()}:{Path.cwd() / 'server'}", "PATH": ""}
    began = monotonic()
    with subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout
        process.stdout.readline()
        ready_s = monotonic() - began
        everything = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
        asyncio.run(asyncio.sleep(SETTLES_S))
        before, at = _transactions(port) if folder else {}, _cpu_s(everything)
        asyncio.run(asyncio.sleep(watched_s))
        cpu_s, after = _cpu_s(everything) - at, _transactions(port) if folder else {}
        memory = sum(each.memory_info().rss for each in everything) / MEGABYTE
        print(
            f"{name}: ready after {ready_s:.2f} s, {len(everything)} processes,"
            f" {sum(each.num_threads() for each in everything)} threads, {memory:.1f} MB,"
            f" {100 * cpu_s / watched_s:.2f} % of a core"
        )
        for kind, count in sorted(after.items()):
            print(f"  {kind}: {(count - before.get(kind, 0)) / watched_s:.2f} a second")
        process.terminate()


def _cpu_s(processes: Sequence[psutil.Process]) -> float:
    return sum(sum(each.cpu_times()[:2]) for each in processes)


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
