"""The server as a process of its own, which tests can kill and start again."""

import asyncio
import io
import logging
import os
import re
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from types import TracebackType
from typing import Any, NamedTuple, Self
from unittest.mock import patch

import httpx2
import psutil

from gaprace.bot import room_url
from gaprace.bot.room_url import RoomUrl, new_identity, new_room
from gaprace.cli.main import main
from gaprace.wire import Settings
from gaprace.wire.http import Identity

ROOT = Path(__file__).parent.parent
START_TIMEOUT_S, STOP_TIMEOUT_S = 90.0, 90.0
"""After this time it hangs: on a machine that is busy with other things, a start has taken more than 30 seconds."""
TEST_SETTINGS = {
    "GAPRACE_CONNECTIONS_PER_ADDRESS": "10000",
    "GAPRACE_ROOMS_PER_MINUTE": "10000",
    "GAPRACE_IDENTITIES_PER_MINUTE": "10000",
    "GAPRACE_SOLVERS": "0",
    "GAPRACE_REQUESTS_PER_MINUTE": "1000000",
    "GAPRACE_COMMANDS_PER_ADDRESS": "1000000",
    "TESTS_COUNTDOWN_MS": "1000",
}
"""High limits, since all clients of a test share one address; no searches and short countdowns, unless it sets them."""
SERVE = """
import os, sys, time
if ahead := int(os.environ.get("TESTS_AHEAD_S", 0)):
    from sqlalchemy import text
    from gaprace.store import installation as clock
    real = time.time_ns
    time.time_ns = lambda: real() + ahead * 1_000_000_000
    time.time = lambda: time.time_ns() / 1e9
    now_ms = "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) + "
    clock._NOW_MS["sqlite"] = text(now_ms + str(ahead * 1000))
from gaprace.cli.main import main
from gaprace.rooms import new_race
from gaprace.web.http import rate_limits
rate_limits.GAME_BURST_MINUTES = int(os.environ.get("TESTS_DAY_MINUTES", rate_limits.GAME_BURST_MINUTES))
new_race.COUNTDOWN_MS = int(os.environ["TESTS_COUNTDOWN_MS"])
if "TESTS_EAGER_SEARCHES" in os.environ:
    from gaprace.engine import search_processes, searching

    class EagerProcesses(search_processes.SearchProcesses):
        def __init__(self, processes, *, niceness, is_idle=False, **options):
            super().__init__(processes, niceness=0, **options)

    searching.SearchProcesses = EagerProcesses
sys.exit(main())
"""
"""The command `gaprace`, with countdowns and a day of such lengths, and clocks (SQLite's, too) that are ahead."""
SEARCHING = {"GAPRACE_SOLVERS": "1", "TESTS_EAGER_SEARCHES": "yes"}
"""The settings of a server whose searches do not give way: on a busy machine they would get no time for minutes."""
PATIENCE_S = 120.0
"""What has not happened by then never will: not a limit that a busy machine can reach."""
room_url.REQUEST_TIMEOUT_S = PATIENCE_S
_LISTENING = re.compile(r"listens on (http://\S+?)/?(?:\s|$)")
_PORTS = range(10_000, 30_000)
"""Below the ephemeral ports: while a server is down, a client that got its server's port would connect to itself."""


async def until(holds: Callable[[], object]) -> None:
    """Wait for something that no event announces."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds():  # noqa: ASYNC110  # see above
            await asyncio.sleep(0.01)


def free_port() -> int:
    random = SystemRandom()
    while True:
        port = random.choice(_PORTS)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def http_client(base: str = "", **options: Any) -> httpx2.AsyncClient:  # noqa: ANN401  # those of httpx2
    """A client for the HTTP API, with the patience of tests."""
    return httpx2.AsyncClient(base_url=base, timeout=PATIENCE_S, **options)


def command(*arguments: str) -> tuple[str, ...]:
    """The command `gaprace`, from this checkout."""
    return (sys.executable, "-m", "gaprace.cli.main", *arguments)


class Done(NamedTuple):
    """What a command has done, as `subprocess.CompletedProcess` says it."""

    returncode: int
    stdout: str
    stderr: str


def run_here(*arguments: str, cwd: Path, **settings: str) -> Done:
    """Run the command `gaprace` in this process, since to start another one takes a second of processor time."""
    root, output, errors = logging.getLogger(), io.StringIO(), io.StringIO()
    handlers, level = root.handlers[:], root.level
    with chdir(cwd), patch.dict(os.environ, settings), redirect_stdout(output), redirect_stderr(errors):
        try:
            status = main(arguments)
        finally:
            root.handlers[:], root.level = handlers, level
    return Done(status, output.getvalue(), errors.getvalue())


class ServerProcess:
    """`gaprace serve` on a port and a database of its own. It can be killed, and started again on both.

    Leaving the context fails if there was a traceback on its standard error.
    """

    def __init__(
        self,
        database_url: str = "",
        *,
        cores: str = "",
        settings: dict[str, str] | None = None,
        cwd: Path = ROOT,
    ) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.errors = ""
        """Its standard error so far, of all processes."""
        self._database_url = database_url
        self._settings = {**TEST_SETTINGS, **(settings or {})}
        self._cores, self._cwd = cores, cwd
        self._process: asyncio.subprocess.Process | None = None
        self._reading: list[asyncio.Task[None]] = []

    @property
    def command(self) -> tuple[str, ...]:
        """The command to run. It has to print «listens on http://...»."""
        return (sys.executable, "-c", SERVE, "serve", "--port", str(self.port), "--database-url", self._database_url)

    @property
    def database_url(self) -> str:
        """The URL of its database."""
        return self._database_url

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def status(self) -> int | None:
        """The exit status, once it has ended."""
        return self._process.returncode

    @property
    def url(self) -> RoomUrl:
        return RoomUrl(self.base)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process and self._process.returncode is None:
            await self.terminate()
        if error is None:
            assert "Traceback" not in self.errors, self.errors
        elif self.errors:
            print(self.errors, file=sys.stderr)

    async def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        pin = ("taskset", "--cpu-list", self._cores) if self._cores else ()
        self._process = await asyncio.create_subprocess_exec(
            *pin,
            *self.command,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=self._cwd,
            env={**os.environ, **self._settings},
        )
        listening = asyncio.get_running_loop().create_future()
        self._reading = [
            asyncio.create_task(self._read_output(listening)),
            asyncio.create_task(self._read_errors()),
        ]
        try:
            await asyncio.wait_for(listening, START_TIMEOUT_S)
        except BaseException:
            await self.kill()
            print(self.errors, file=sys.stderr)
            raise

    async def _read_output(self, listening: asyncio.Future[None]) -> None:
        assert self._process.stdout
        async for line in self._process.stdout:
            if _LISTENING.search(line.decode()) and not listening.done():
                listening.set_result(None)
        if not listening.done():
            listening.set_exception(AssertionError("the server ended before it listened"))

    async def _read_errors(self) -> None:
        assert self._process.stderr
        async for line in self._process.stderr:
            self.errors += line.decode(errors="replace")

    async def kill(self) -> None:
        """End the server at once, without a chance to send or store anything."""
        await self._stop(signal.SIGKILL)

    async def terminate(self) -> None:
        """Ask the server to end, as a service manager does."""
        await self._stop(signal.SIGTERM)

    async def _stop(self, number: signal.Signals) -> None:
        assert self._process
        family = self.family()
        if self._process.returncode is None:
            self._process.send_signal(number)
        try:
            async with asyncio.timeout(STOP_TIMEOUT_S):
                await self._process.wait()
                await asyncio.gather(*self._reading)
        except BaseException:
            await self._abandon(family)
            raise

    async def _abandon(self, family: list[psutil.Process]) -> None:
        """Leave nothing of a server that does not end: its pipes would fail the next test of this process."""
        assert self._process
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        await self._process.wait()
        for reading in self._reading:
            reading.cancel()
        await asyncio.gather(*self._reading, return_exceptions=True)
        self._process._transport.close()  # there is no other way to close the pipes

    async def go_to(self, at: datetime) -> None:
        """Stop, and go on at another time."""
        await self.terminate()
        self._settings["TESTS_AHEAD_S"] = str(round((at - datetime.now(UTC)).total_seconds()))
        await self.start()

    # Resources

    def resident_bytes(self) -> int:
        """Its resident memory, with that of its child processes."""
        return sum(process.memory_info().rss for process in self.family())

    def cpu_seconds(self) -> float:
        """Its processor time, user and system, with that of its present child processes."""
        return sum(sum(process.cpu_times()[:2]) for process in self.family())

    def family(self) -> list[psutil.Process]:
        """All its processes that run, the leading one first."""
        with suppress(psutil.NoSuchProcess):
            leader = psutil.Process(self.pid)
            return [leader, *leader.children(recursive=True)]
        return []

    # Preparing tests

    async def people(self, count: int) -> list[Identity]:
        return [await new_identity(self.url, f"Player {number}") for number in range(1, count + 1)]

    async def room(self, host: Identity, settings: Settings) -> RoomUrl:
        return await new_room(self.url, settings, host.token)
