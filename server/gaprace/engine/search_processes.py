"""A pool of processes for long jobs, so that no search holds up the event loop.

They start with the first job, end when none has come for a while (`IDLE_S`), give way to the server (`nice`), and end
with it, however it ends: each holds the reading end of a pipe whose writing end only the server has. When that closes,
through the server or through the system after a kill, the process exits, even in the middle of a job. A process that
dies is replaced with the next job.

Terminals and service managers send a signal to all processes of a server at once. It is for the server, which may go on
for a while (`GAPRACE_DRAIN_SECONDS`); its search processes never see it.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, NamedTuple, ParamSpec, TypeVar

_log = logging.getLogger(__name__)
_SPAWN = multiprocessing.get_context("spawn")
"""A fork would inherit sockets, the event loop, and locks that other threads hold."""
_FOR_THE_SERVER = (signal.SIGINT, signal.SIGTERM)

IDLE_S = 600.0
"""Processes without a job for this long end: each holds 320 MB, and a new one is ready in a second."""

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def nothing_to_prepare() -> None:
    """Do nothing before the first job."""


class _Pool(NamedTuple):
    executor: ProcessPoolExecutor
    lifeline: Connection
    """The processes exit when this end of the pipe closes."""

    def submit(self, job: Callable[..., Answer], *args: object) -> "Future[Answer | None]":
        """Submit a job, and start a process for it if none is free."""
        with _signals_blocked():
            return self.executor.submit(job, *args)

    def close(self) -> None:
        """End the processes, and wait until all of the executor has ended.

        The wait matters at the end of the program: an executor that is still closing its pipes then prints a traceback
        (`concurrent.futures` wakes it at exit by one of them).
        """
        self.lifeline.close()
        self.executor.shutdown(cancel_futures=True)


class SearchProcesses:
    """Processes that do jobs in the order in which they are submitted."""

    def __init__(
        self,
        count: int,
        *,
        max_waiting: int,
        niceness: int,
        is_idle: bool = False,
        prepare: Callable[[], None] = nothing_to_prepare,
    ) -> None:
        """Take the number of processes, of jobs that may queue, the niceness (0 to 19), and a function to run first.

        With `is_idle`, jobs have only processor time that nothing else wants.
        """
        self._count, self._max_jobs = count, count + max_waiting
        self._initargs = niceness, is_idle, prepare
        self._pool: _Pool | None = None
        self._jobs = 0
        self._is_closed = False
        self._resting: asyncio.TimerHandle | None = None

    async def run(
        self,
        timeout_s: float,
        job: Callable[Arguments, Answer],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Answer | None:
        """Run a job and return its result; None if the queue is full, it takes too long, or its process dies.

        A job has to stop by itself: once started, it is not interrupted. One that starts after its timeout is skipped.
        """
        if self._jobs >= self._max_jobs or self._is_closed:
            return None
        if self._resting:
            self._resting.cancel()
        pool = self._pool = self._pool or self._new_pool()
        self._jobs += 1
        try:
            # In a thread, since the executor may have to start a process.
            submitted = await asyncio.to_thread(
                pool.submit, _run_unless_late, monotonic() + timeout_s, job, args, kwargs
            )
        except (BrokenProcessPool, RuntimeError):  # the pool broke or was closed in the meantime
            self._jobs -= 1
            self._discard(pool)
            return None
        except BaseException:
            self._jobs -= 1
            raise
        future = asyncio.wrap_future(submitted)
        future.add_done_callback(partial(self._on_done, pool))
        done, _ = await asyncio.wait({future}, timeout=timeout_s)
        # A late job is not cancelled: an executor that breaks fails on cancelled jobs, and leaves the others waiting.
        return None if not done or future.cancelled() or future.exception() else future.result()

    @property
    def jobs(self) -> int:
        """How many jobs wait or are under way."""
        return self._jobs

    def _on_done(self, pool: _Pool, future: "asyncio.Future[Any]") -> None:
        self._jobs -= 1
        if not self._jobs:
            self._resting = asyncio.get_running_loop().call_later(IDLE_S, self._rest)
        if future.cancelled():
            return
        error = future.exception()
        if isinstance(error, BrokenProcessPool):
            self._discard(pool)
        elif error:
            _log.error("a search job failed", exc_info=error)

    def _new_pool(self) -> _Pool:
        reader, writer = _SPAWN.Pipe(duplex=False)
        executor = ProcessPoolExecutor(self._count, _SPAWN, initializer=_initialize, initargs=(reader, *self._initargs))
        return _Pool(executor, writer)

    def _discard(self, broken: _Pool) -> None:
        """Make the next job start a new pool. Called for each job of a broken pool; only the first call acts."""
        if self._pool is broken and not self._is_closed:
            _log.warning("a search process has died and will be replaced")
            self._rest()

    def _rest(self) -> None:
        """End the processes until the next job."""
        pool, self._pool = self._pool, None
        if pool:
            asyncio.get_running_loop().run_in_executor(None, pool.close)

    async def close(self) -> None:
        """End all processes, even in the middle of a job."""
        self._is_closed = True
        if self._resting:
            self._resting.cancel()
        pool, self._pool = self._pool, None
        if pool:
            await asyncio.to_thread(pool.close)


def _run_unless_late(
    late_at: float, job: Callable[..., Answer], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Answer | None:
    """Run a job unless its result is no longer awaited. The processes of a machine share one monotonic clock."""
    return None if monotonic() > late_at else job(*args, **kwargs)


def _initialize(
    lifeline: Connection,
    niceness: int,
    is_idle: bool,  # noqa: FBT001  # the executor passes it by position
    prepare: Callable[[], None],
) -> None:
    """Set up a process."""
    for number in _FOR_THE_SERVER:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_exit_with_server, args=(lifeline,), daemon=True).start()
    prepare()
    if is_idle:  # not before: others wait for the compiled code
        _become_idle()


def _become_idle() -> None:
    """Join the system's idle class (`SCHED_IDLE` of sched(7)), where there is one.

    A process of the lowest niceness still keeps the processor for some milliseconds when another one wakes up: a move
    that comes meanwhile waits, and again each time its thread of the database wakes. Linux takes the processor from its
    idle class at once.
    """
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # a sandbox may forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Let processes that start here have the signals of the server blocked, until `_initialize` ignores them."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    resource_tracker.ensure_running()  # the first process would start it, and it unblocks them
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _FOR_THE_SERVER)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _exit_with_server(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(0)
