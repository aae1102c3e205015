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
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, NamedTuple, ParamSpec, TypeVar

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

        A job has to keep its time by itself: once begun, it is not interrupted. One that is late before it begins is
        passed over.
        """
        if self._under_way >= self._most or self._is_closed:
            return None
        crew = self._crew = self._crew or self._hired()
        self._under_way += 1
        try:
            # In a thread, since it may have to start a process.
            begun = await asyncio.to_thread(crew.pool.submit, _unless_late, monotonic() + within_s, job, args, kwargs)
        except (BrokenProcessPool, RuntimeError):  # it broke, or was closed, just now
            self._under_way -= 1
            self._replace(crew)
            return None
        except BaseException:
            self._under_way -= 1
            raise
        future = asyncio.wrap_future(begun)
        future.add_done_callback(partial(self._ended, crew))
        done, _ = await asyncio.wait({future}, timeout=within_s)
        # One that is late is not cancelled: a pool that breaks fails on cancelled ones, and leaves the others waiting.
        return None if not done or future.cancelled() or future.exception() else future.result()

    def _ended(self, crew: _Crew, future: "asyncio.Future[Any]") -> None:
        self._under_way -= 1
        if future.cancelled():
            return
        error = future.exception()
        if isinstance(error, BrokenProcessPool):
            self._replace(crew)
        elif error:
            _log.error("a job failed", exc_info=error)

    def _hired(self) -> _Crew:
        reader, writer = _SPAWN.Pipe(duplex=False)
        pool = ProcessPoolExecutor(self._count, _SPAWN, initializer=_begin, initargs=(reader, *self._beginning))
        return _Crew(pool, writer)

    def _replace(self, broken: _Crew) -> None:
        """Let the next job have new workers, unless it has: each job of a broken crew comes here."""
        if self._crew is broken and not self._is_closed:
            _log.warning("a worker process has died: it is replaced")
            broken.dismiss()
            self._crew = None

    def close(self) -> None:
        """End all workers, whatever they do."""
        self._is_closed = True
        if self._crew:
            self._crew.dismiss()
            self._crew = None


def _unless_late(
    late_at: float, job: Callable[..., Answer], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Answer | None:
    """Do a job, unless nobody waits for it any more. All processes of a machine have one monotonic clock."""
    return None if monotonic() > late_at else job(*args, **kwargs)


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
