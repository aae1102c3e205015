"""Worker processes for jobs that take long.

They start with the first job, give way to the server (`nice`), and end with it, however it ends: each holds the reading
end of a pipe whose writing end only the server has, and when that is closed, by the server or by the system after a
kill, the worker ends in the middle of whatever it does. One that dies is replaced with the next job.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NamedTuple, ParamSpec, TypeVar

_log = logging.getLogger(__name__)
_SPAWN = multiprocessing.get_context("spawn")
"""A fork would inherit sockets, the event loop and locks that threads hold."""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def nothing_to_prepare() -> None:
    """Begin with the first job."""


class _Crew(NamedTuple):
    """The processes of now."""

    pool: ProcessPoolExecutor
    lifeline: Connection
    """They end when it is closed."""

    def dismiss(self) -> None:
        """End them at once."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.lifeline.close()


class Workers:
    """Some processes that take jobs, in the order in which they come."""

    def __init__(
        self, count: int, *, most_waiting: int, niceness: int, prepare: Callable[[], None] = nothing_to_prepare
    ) -> None:
        """Take how many there are, how many jobs may wait, how much they give way (0 to 19), and what they do first."""
        self._count, self._most = count, count + most_waiting
        self._beginning = niceness, prepare
        self._crew: _Crew | None = None
        self._under_way = 0
        self._is_closed = False

    async def run(
        self, within_s: float, job: Callable[Given, Answer], *args: Given.args, **kwargs: Given.kwargs
    ) -> Answer | None:
        """Have a job done; None if it cannot be done in time: too many wait, it took too long, or its worker died.

        A job has to keep its time by itself: once begun, it is not interrupted.
        """
        if self._under_way >= self._most or self._is_closed:
            return None
        self._under_way += 1
        try:
            crew = self._crew = self._crew or self._hired()
            # In a thread, since it may have to start a process.
            begun = await asyncio.to_thread(crew.pool.submit, job, *args, **kwargs)
        except (BrokenProcessPool, RuntimeError):  # it broke, or was closed, just now
            self._under_way -= 1
            self._replace()
            return None
        except BaseException:
            self._under_way -= 1
            raise
        future = asyncio.wrap_future(begun)
        future.add_done_callback(self._ended)
        return await self._awaited(future, begun, within_s)

    async def _awaited(
        self, future: "asyncio.Future[Answer]", begun: "Future[Answer]", within_s: float
    ) -> Answer | None:
        done, _ = await asyncio.wait({future}, timeout=within_s)
        if not done:
            begun.cancel()  # has an effect only while it waits
            return None
        return None if future.cancelled() or future.exception() else future.result()

    def _ended(self, future: "asyncio.Future[Answer]") -> None:
        self._under_way -= 1
        if future.cancelled():
            return
        error = future.exception()
        if isinstance(error, BrokenProcessPool):
            self._replace()
        elif error:
            _log.error("a job failed", exc_info=error)

    def _hired(self) -> _Crew:
        reader, writer = _SPAWN.Pipe(duplex=False)
        pool = ProcessPoolExecutor(self._count, _SPAWN, initializer=_begin, initargs=(reader, *self._beginning))
        return _Crew(pool, writer)

    def _replace(self) -> None:
        """Let the next job have new workers, if those of now are broken."""
        if self._crew and not self._is_closed:
            _log.warning("a worker process has died: it is replaced")
            self._crew.dismiss()
            self._crew = None

    def close(self) -> None:
        """End all workers, whatever they do."""
        self._is_closed = True
        if self._crew:
            self._crew.dismiss()
            self._crew = None


def _begin(lifeline: Connection, niceness: int, prepare: Callable[[], None]) -> None:
    """Set up a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the server, which ends its workers
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    prepare()


def _end_with(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(0)
