"""Several processes that serve on one port: started, started again when one dies, and ended together.

Each worker has sockets of its own for the same addresses, so that the system divides connections among them. This
process keeps these sockets open: who connects while a worker is started anew waits a moment, and is not refused.
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
from pathlib import Path
from time import monotonic

from gaprace import logs
from gaprace.errors import CannotServe
from gaprace.loops import run
from gaprace.metrics import SHARED_FOLDER, forget_process
from gaprace.settings import ServerSettings, environment_of, read_settings, share_of_worker
from gaprace.web.listening import url_of
from gaprace.web.server import Server
from gaprace.wiring import prepare_database, serve_on, taken_sockets

STOP_S = 20.0
"""How long workers may take to say goodbye and to store what waits; beyond, they are killed."""
SHORT_LIFE_S = 5.0
"""A worker that lives no longer than this is started again only after a pause."""
PAUSE_S = 1.0
BAD_SETTINGS = 2
_log = logging.getLogger(__name__)


async def supervise(settings: ServerSettings, announce: Callable[[str], None]) -> None:
    """Serve with several processes until told to stop; announce the address when all accept connections.

    Raises:
        CannotServe: with these settings it is not possible, or not yet.

    """
    if not hasattr(socket, "SO_REUSEPORT"):
        raise CannotServe("no_workers_here", "This system cannot share a port among processes: set one worker.")
    await prepare_database(settings.database_url)
    folder = Path(tempfile.mkdtemp(prefix="gaprace-"))
    try:
        await _Supervisor(settings, folder).run(announce)
    finally:
        shutil.rmtree(folder)


class _Supervisor:
    def __init__(self, settings: ServerSettings, folder: Path) -> None:
        """Take a folder for what the workers share: their bus, unless they have another, and their figures."""
        bus_url = f"machine:{folder}" if settings.bus_url == "local:" else settings.bus_url
        self._settings = replace(share_of_worker(settings), bus_url=bus_url)
        self._folder = folder
        self._stopping = asyncio.Event()
        self._failure: CannotServe | None = None

    async def run(self, announce: Callable[[str], None]) -> None:
        sockets = self._sockets()
        address = url_of(sockets[0][0])
        workers = [_Worker(each, self._environment, self._stopping) for each in sockets]
        for sign in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(sign, self._stopping.set)
        try:
            async with asyncio.TaskGroup() as group:
                for worker in workers:
                    group.create_task(worker.live())
                if await self._all_ready(workers):
                    announce(address)
        except* CannotServe as failures:
            raise failures.exceptions[0] from None
        finally:
            for each in (sock for some in sockets for sock in some):
                each.close()

    def _sockets(self) -> list[list[socket.socket]]:
        first = taken_sockets(self._settings, shared=True)
        settings = replace(self._settings, port=first[0].getsockname()[1])
        return [first, *(taken_sockets(settings, shared=True) for _ in range(1, settings.workers))]

    @property
    def _environment(self) -> dict[str, str]:
        return {**os.environ, **environment_of(self._settings), SHARED_FOLDER: str(self._folder)}

    async def _all_ready(self, workers: "Sequence[_Worker]") -> bool:
        for worker in workers:
            await worker.is_ready.wait()
        return not self._stopping.is_set()


class _Worker:
    """One place of a worker, and the process that holds it just now."""

    def __init__(self, sockets: list[socket.socket], environment: dict[str, str], stopping: asyncio.Event) -> None:
        self.is_ready = asyncio.Event()
        """Set once it accepts connections, or never will."""
        self._sockets = sockets
        self._environment = environment
        self._stopping = stopping

    async def live(self) -> None:
        """Have a process serve, and another one if it dies, until all are to stop."""
        while not self._stopping.is_set():
            began = monotonic()
            try:
                await self._one_life()
            finally:
                self.is_ready.set()
            if not self._stopping.is_set() and monotonic() - began < SHORT_LIFE_S:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), PAUSE_S)

    async def _one_life(self) -> None:
        files = [sock.fileno() for sock in self._sockets]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", __name__, *map(str, files)),
            stdin=asyncio.subprocess.PIPE,  # it ends with this process
            stdout=asyncio.subprocess.PIPE,
            pass_fds=files,
            env=self._environment,
        )
        watching = asyncio.create_task(self._watch(process))
        stopping = asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait({watching, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not watching.done():
                await _stopped(process)
            await watching
        finally:
            stopping.cancel()
            watching.cancel()
            if process.returncode is None:
                process.kill()

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """Follow one process from its first word to its end.

        Raises:
            CannotServe: it says so.

        """
        assert process.stdout  # noqa: S101 (it was asked for)
        said = await process.stdout.readline()
        if said:
            _heed(json.loads(said))
            self.is_ready.set()
        status = await process.wait()
        forget_process(process.pid, self._environment[SHARED_FOLDER])
        if not self._stopping.is_set():
            _log.error("worker %d ended with status %d: another one is started", process.pid, status)


def _heed(said: dict[str, str]) -> None:
    if "code" in said:
        raise CannotServe(said["code"], said["message"])


async def _stopped(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), STOP_S)
    except TimeoutError:
        _log.error("worker %d does not end: it is killed", process.pid)
        process.kill()


# The worker's side


def main(files: Sequence[str]) -> int:
    """Serve on inherited sockets, until told to stop or the supervisor has gone."""
    settings = read_settings(os.environ)
    logs.set_up(settings.log_format, settings.log_level)
    sockets = [socket.socket(fileno=int(file)) for file in files]
    try:
        run(_serve(sockets, settings))
    except CannotServe as error:
        print(json.dumps({"code": error.code, "message": error.message}), flush=True)  # noqa: T201
        return BAD_SETTINGS
    return 0


async def _serve(sockets: list[socket.socket], settings: ServerSettings) -> None:
    def listens() -> None:
        print("{}", flush=True)  # noqa: T201

    def ends_with_supervisor(server: Server) -> None:
        def end() -> None:
            server.should_exit = True

        _call_at_end_of_input(end)

    await serve_on(sockets, settings, listens, ends_with_supervisor)


def _call_at_end_of_input(call: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()

    def readable() -> None:
        if not os.read(sys.stdin.fileno(), 1024):
            loop.remove_reader(sys.stdin.fileno())
            call()

    loop.add_reader(sys.stdin.fileno(), readable)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
