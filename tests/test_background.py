"""The thread for long computations: it leaves the interpreter to the event loop, and lets short ones go first."""

import asyncio
import threading
from collections.abc import Iterator
from time import perf_counter, thread_time

import pytest

from gaprace.background import MAX_WAITING_COST, SHARE, BackgroundThread
from gaprace.errors import ServerFull
from tests.refusals import refused


@pytest.fixture
def thread() -> Iterator[BackgroundThread]:
    thread = BackgroundThread()
    yield thread
    thread.close()


async def occupied(thread: BackgroundThread) -> tuple[threading.Event, asyncio.Task[int]]:
    """Let a thread compute until an event is set."""
    release = threading.Event()
    running = asyncio.create_task(thread.last(until(release), 1))
    await asyncio.sleep(0)
    return release, running


def until(release: threading.Event) -> Iterator[int]:
    """A computation that waits for a test."""
    yield 0
    assert release.wait(10)
    yield 1


def noting(name: str, finished: list[str]) -> Iterator[str]:
    finished.append(name)
    yield name


async def test_the_last_step_is_the_result_and_an_error_reaches_the_caller(thread: BackgroundThread) -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise LookupError("as a test wants it")

    assert await thread.last(iter(range(5)), 5) == 4
    with pytest.raises(LookupError):
        await thread.last(failing(), 1)
    assert await thread.last(iter("ab"), 2) == "b"


async def test_a_short_computation_goes_before_the_long_ones_that_wait(thread: BackgroundThread) -> None:
    finished: list[str] = []
    release, running = await occupied(thread)
    jobs = [
        asyncio.create_task(thread.last(noting(name, finished), cost)) for name, cost in (("long", 9), ("short", 2))
    ]
    await asyncio.sleep(0)
    release.set()
    await asyncio.gather(running, *jobs)
    assert finished == ["short", "long"]


async def test_what_nobody_waits_for_any_more_is_not_computed(thread: BackgroundThread) -> None:
    finished: list[str] = []
    release, running = await occupied(thread)
    gone = asyncio.create_task(thread.last(noting("gone", finished), 1))
    await asyncio.sleep(0)
    gone.cancel()
    release.set()
    await running
    await thread.last(noting("here", finished), 5)
    assert finished == ["here"]


async def test_more_than_can_be_computed_soon_is_refused_with_a_time_to_come_back(thread: BackgroundThread) -> None:
    release, running = await occupied(thread)
    waiting = asyncio.create_task(thread.last(iter([1]), MAX_WAITING_COST))
    await asyncio.sleep(0)
    with refused("server_full", "Try again in 10 s"):
        await thread.last(iter([1]), 1)
    release.set()
    assert [await running, await waiting] == [1, 1]


async def test_it_takes_no_more_than_its_share_of_the_interpreter(thread: BackgroundThread) -> None:
    def busy() -> Iterator[float]:
        since = thread_time()
        while thread_time() - since < 0.05:
            yield thread_time() - since

    since = perf_counter()
    spent = await thread.last(busy(), 1)
    assert perf_counter() - since >= spent * (1 / SHARE - 1)  # what it has slept


async def test_a_computation_that_the_end_of_the_server_interrupts_has_no_result(thread: BackgroundThread) -> None:
    began, release = threading.Event(), threading.Event()

    def steps() -> Iterator[int]:
        began.set()
        yield from until(release)

    found = asyncio.create_task(thread.last(steps(), 2))
    assert await asyncio.to_thread(began.wait, 10)
    thread.close()
    release.set()
    with pytest.raises(ServerFull):
        await found
