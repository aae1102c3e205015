"""The parent of several worker processes that serve on one port: it starts, replaces and stops them together.

This is not `uvicorn.supervisors.Multiprocess`, because that one
- runs a plain `uvicorn.Server` in each worker, which cannot say goodbye to players and store what waits before it ends;
- shares one listening socket, which any number of connections may enter through the same worker. Here each worker has
  its own socket for the same port (`SO_REUSEPORT`), to which the system spreads connections. This process keeps all of
  them open: a client that connects while its worker is being replaced waits a moment instead of being refused;
- reports neither when all workers accept connections nor why one cannot start;
- replaces a worker that keeps crashing without a pause, waits without a limit for one that does not stop, and leaves
  them all running when it is killed itself.
"""

import asyncio
import json
import logging
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from time import monotonic

from gaprace import worker
from gaprace.errors import CannotServe
from gaprace.metrics import MULTIPROCESS_FOLDER_VARIABLE, forget_process, note_replaced_worker
from gaprace.serving import logged_life, open_sockets
from gaprace.settings import ServerSettings, environment_of, share_of_worker, without_files
from gaprace.web.http.shared_counts import SharedCounts
from gaprace.web.http.shared_counts import create as create_counts
from gaprace.web.listening import url_of
from gaprace.web.seats import Seat
from gaprace.web.stand_in import StandIn
from gaprace.wiring.databases import prepare_database

MAX_MISSED_BEATS = 4
"""A worker that reports nothing for this many times `BEAT_TIMEOUT_S` hangs: it is killed and replaced.

They are counted one by one, so that a pause of the whole machine, which stops this process as well, is one at most."""
STOP_TIMEOUT_S = 20.0
"""For workers to say goodbye and to store what waits; those that take longer are killed."""
MIN_LIFETIME_S = 5.0
"""A worker that ends sooner is replaced only after a pause."""
RESTART_DELAY_S = 1.0
MAX_LOGGED_BYTES = 200
"""Of a line that a worker has printed."""
_log = logging.getLogger(__name__)


async def supervise(settings: ServerSettings, announce: Callable[[str], None]) -> None:
    """Serve with several processes until told to stop. `announce` gets the address once all accept connections.

    Raises:
        CannotServe: the server cannot run with these settings, or not yet.

    """
    if not hasattr(socket, "SO_REUSEPORT"):
        raise CannotServe("no_workers_here", "This system cannot share a port among processes: set --workers 1.")
    await prepare_database(settings.database_url, read_only=settings.read_only)
    folder = Path(tempfile.mkdtemp(prefix="gaprace-"))
    try:
        await _Supervisor(settings, folder).run(announce)
    finally:
        shutil.rmtree(folder)


class _Supervisor:
    def __init__(self, settings: ServerSettings, folder: Path) -> None:
        """Take a folder for what the workers share: their metrics and, unless another bus is set, their bus."""
        bus_url = f"machine:{folder}" if settings.bus_url == "local:" else settings.bus_url
        self._settings = replace(share_of_worker(settings), bus_url=bus_url)
        self._folder = folder
        self._stopping = asyncio.Event()

    async def run(self, announce: Callable[[str], None]) -> None:
        sockets = self._open_sockets()
        address, drain_s = url_of(sockets[0][0]), self._settings.drain_seconds
        create_counts(self._folder, len(sockets))
        seats = [
            _WorkerSeat(Seat(self._folder, number, len(sockets)), each, self._environment, self._stopping, drain_s)
            for number, each in enumerate(sockets)
        ]
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(signal_number, self._stopping.set)
        try:
            with logged_life(self._settings, address):
                async with asyncio.TaskGroup() as group:
                    for seat in seats:
                        group.create_task(seat.keep_filled())
                    if await self._all_listening(seats):
                        announce(address)
        except* CannotServe as errors:
            raise errors.exceptions[0] from None
        finally:
            for sock in chain.from_iterable(sockets):
                sock.close()

    def _open_sockets(self) -> list[list[socket.socket]]:
        """Open the sockets of each worker, all for the same port."""
        for sock in open_sockets(self._settings):  # not shared: refused if another server has the port
            sock.close()
        first = open_sockets(self._settings, shared=True)
        settings = replace(self._settings, port=first[0].getsockname()[1])
        return [first, *(open_sockets(settings, shared=True) for _ in range(1, settings.workers))]

    @property
    def _environment(self) -> dict[str, str]:
        own = {**environment_of(self._settings), MULTIPROCESS_FOLDER_VARIABLE: str(self._folder)}
        return without_files(os.environ) | own

    async def _all_listening(self, seats: "Sequence[_WorkerSeat]") -> bool:
        for seat in seats:
            await seat.is_settled.wait()
        return not self._stopping.is_set()


class _WorkerSeat:
    """The place of one worker, with the process that fills it at the moment."""

    def __init__(
        self,
        seat: Seat,
        sockets: list[socket.socket],
        environment: dict[str, str],
        stopping: asyncio.Event,
        drain_s: float,
    ) -> None:
        self.is_settled = asyncio.Event()
        """Set once the first process accepts connections, or has failed."""
        self._seat, self._lives = seat, count()
        self._sockets, self._stand_in = sockets, StandIn(seat, sockets)
        self._drain_s = drain_s
        self._environment = environment
        self._stopping = stopping

    async def keep_filled(self) -> None:
        """Run a process, and another one whenever it ends, until all are to stop.

        Raises:
            CannotServe: the process cannot run with these settings.

        """
        try:
            while not self._stopping.is_set():
                await self._fill()
        finally:
            self._stand_in.end()

    async def _fill(self) -> None:
        """Run a process; if it ends soon, pause before the next one."""
        started = monotonic()
        try:
            await self._run_process()
        finally:
            self.is_settled.set()
        if not self._stopping.is_set() and monotonic() - started < MIN_LIFETIME_S:
            with suppress(TimeoutError):
                async with asyncio.timeout(RESTART_DELAY_S):
                    await self._stopping.wait()

    async def _run_process(self) -> None:
        files = [sock.fileno() for sock in self._sockets]
        arguments = (self._seat.folder, self._seat.number, next(self._lives), *files)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", worker.__name__, *map(str, arguments)),
            stdin=asyncio.subprocess.PIPE,  # the worker ends when this pipe closes: with this process, however it ends
            stdout=asyncio.subprocess.PIPE,
            pass_fds=files,
            env=self._environment,
        )
        watching = asyncio.create_task(self._watch(process))
        stopping = asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait({watching, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not watching.done():
                await _stop(process, STOP_TIMEOUT_S + self._drain_s)
            await watching
        finally:
            stopping.cancel()
            watching.cancel()
            if process.returncode is None:
                process.kill()

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """Read the report of a process, and wait for its end.

        Raises:
            CannotServe: the process reports that it cannot serve.

        """
        assert process.stdout  # noqa: S101  # it is a pipe
        report = await _report_in(process.stdout)
        if report is not None:
            self._take(report)
            await self._until_silent(process, process.stdout)
        if self.is_settled.is_set() and not self._stopping.is_set():
            self._stand_in.begin()
        status = await process.wait()
        folder = str(self._seat.folder)
        forget_process(process.pid, folder)
        SharedCounts(self._seat).clear()
        if not self._stopping.is_set():
            note_replaced_worker(folder)
            _log.error("worker %d ended with status %d and is being replaced", process.pid, status)

    async def _until_silent(self, process: asyncio.subprocess.Process, output: asyncio.StreamReader) -> None:
        """Read the beats of a process up to its end; kill it if it hangs."""
        missed = 0
        while missed < MAX_MISSED_BEATS:
            try:
                async with asyncio.timeout(worker.BEAT_TIMEOUT_S):
                    if not await _line_of(output):
                        return
                missed = 0
                self._stand_in.end()
            except TimeoutError:
                if not self._stopping.is_set():  # it has its time to stop
                    missed += 1
                    self._stand_in.begin()
        _log.error("worker %d has hung for %.0f s and is killed", process.pid, missed * worker.BEAT_TIMEOUT_S)
        process.kill()

    def _take(self, report: dict[str, str]) -> None:
        """Take the report of a process: that it accepts connections, or why it cannot.

        Raises:
            CannotServe: the first process cannot. A later one is replaced like any other that ends.

        """
        if "code" not in report:
            self.is_settled.set()
            self._stand_in.end()
        elif not self.is_settled.is_set():
            raise CannotServe(report["code"], report["message"])
        else:
            _log.error("a worker cannot serve: %s", report["message"])


async def _report_in(output: asyncio.StreamReader) -> dict[str, str] | None:
    """Return the report of a process, which some library's lines may precede; None if it ends without one."""
    while line := await _line_of(output):
        with suppress(ValueError):
            report = json.loads(line)
            if isinstance(report, dict) and set(report) in (set(), {"code", "message"}):
                return report
        _log.warning("a worker printed %r", line[:MAX_LOGGED_BYTES])
    return None


async def _line_of(output: asyncio.StreamReader) -> bytes:
    """Return the next line of a process, empty at its end. The beginning of one that the reader cannot hold is lost."""
    while True:
        with suppress(ValueError):
            return await output.readline()


async def _stop(process: asyncio.subprocess.Process, timeout_s: float) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(timeout_s):
            await process.wait()
    except TimeoutError:
        _log.error("worker %d did not end within %.0f s and is killed", process.pid, timeout_s)
        process.kill()
