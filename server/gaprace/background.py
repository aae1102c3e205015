"""The thread for long computations in Python, such as replays of games.

Threads share one interpreter with the event loop, so this one takes at most a part of its time: it pauses after each
slice. A thread rather than a process, because a game with all its boards would have to be copied from there.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from itertools import count
from time import sleep, thread_time
from typing import Any, NamedTuple, TypeVar

from gaprace.errors import ServerFull

SLICE_S = 0.0005
"""Time of the processor between two pauses: about as long as the event loop may have to wait for the interpreter."""
SHARE = 0.25
"""The part of the interpreter's time that the thread takes at most."""
MAX_WAITING_COST = 200_000
"""Steps that may wait: some 16 seconds' worth."""
FULL_RETRY_S = 10.0
"""When to come back if there are more."""

Item = TypeVar("Item")


class _Job(NamedTuple):
    cost: int
    number: int
    """Orders jobs of the same cost."""
    steps: Iterator[Any]
    result: "asyncio.Future[Any]"


class BackgroundThread:
    """Implements `ports.Background`."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, "background")
        self._jobs: list[_Job] = []
        """A heap, the cheapest job first."""
        self._waiting_cost = 0
        self._numbers = count()
        self._running: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """The number of computations that wait."""
        return len(self._jobs)

    async def last(self, steps: Iterator[Item], cost: int) -> Item:
        """Take all steps of a computation, and return the item of the last one.

        Raises ServerFull if more than `MAX_WAITING_COST` steps would be waiting, or the server ends meanwhile.
        """
        if self._waiting_cost + cost > MAX_WAITING_COST:
            raise ServerFull("The server is busy computing.", FULL_RETRY_S)
        job = _Job(cost, next(self._numbers), steps, asyncio.get_running_loop().create_future())
        self._waiting_cost += cost
        heappush(self._jobs, job)
        if self._running is None:
            self._running = asyncio.create_task(self._run())
        return await job.result  # type: ignore[no-any-return]

    async def _run(self) -> None:
        try:
            while self._jobs:
                job = heappop(self._jobs)
                self._waiting_cost -= job.cost
                if not job.result.done():  # its caller may be gone
                    await self._run_job(job)
        finally:
            self._running = None

    async def _run_job(self, job: _Job) -> None:
        try:
            last = await asyncio.get_running_loop().run_in_executor(self._executor, self._last, job.steps)
        except Exception as error:  # noqa: BLE001 (it is the caller's)
            if not job.result.done():
                job.result.set_exception(error)
        else:
            if not job.result.done():
                job.result.set_result(last)

    def _last(self, steps: Iterator[Item]) -> Item:
        """Take all steps, in the thread."""
        since = thread_time()
        for item in steps:  # noqa: B007 (the last one is returned)
            if thread_time() - since > SLICE_S:
                sleep(SLICE_S * (1 / SHARE - 1))
                since = thread_time()
            if self._is_closed:  # the last item so far is no result
                raise ServerFull("The server is ending.", FULL_RETRY_S)
        return item

    def close(self) -> None:
        """Take no more steps, refuse the computation that is under way, and cancel those that wait."""
        self._is_closed = True
        self._executor.shutdown(wait=False, cancel_futures=True)
        for job in self._jobs:
            job.result.cancel()
