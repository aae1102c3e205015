"""Search processes: they keep the event loop free, and neither hang nor outlive the server."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import psutil
import pytest

from gaprace.engine import search_processes as module
from gaprace.engine.search_processes import SearchProcesses
from tests.databases import is_alive
from tests.processes import ROOT

TIMEOUT_S = 60.0


@pytest.fixture
async def processes() -> AsyncIterator[SearchProcesses]:
    processes = SearchProcesses(1, max_waiting=1, niceness=5)
    yield processes
    await processes.close()


def ends(pid: int) -> bool:
    """Wait until a process has ended, and return whether it has."""
    give_up_at = time.monotonic() + TIMEOUT_S
    while is_alive(pid) and time.monotonic() < give_up_at:
        time.sleep(0.01)
    return not is_alive(pid)


async def test_a_job_is_done_in_another_process_that_gives_way(processes: SearchProcesses) -> None:
    pid = await processes.run(TIMEOUT_S, os.getpid)
    assert pid not in {None, os.getpid()}
    assert await processes.run(TIMEOUT_S, os.getpid) == pid
    assert await processes.run(TIMEOUT_S, os.nice, 0) == os.nice(0) + 5


async def test_processes_without_a_job_for_a_while_end_and_come_back_with_the_next(
    processes: SearchProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "IDLE_S", 0.0)
    pid = await processes.run(TIMEOUT_S, os.getpid)
    assert await asyncio.to_thread(ends, pid)
    again = await processes.run(TIMEOUT_S, os.getpid)
    assert again not in {None, pid}


NOTE = "import os; os.environ['CLASS_BEFORE'] = str(os.sched_getscheduler(0))"
FORBID = "def forbid(*_): raise PermissionError\nos.sched_setscheduler = forbid"


@pytest.mark.parametrize(
    ("prepare", "during"),
    [(NOTE, os.SCHED_IDLE), (f"{NOTE}\n{FORBID}", os.SCHED_OTHER)],
    ids=["usual", "where the system forbids the class"],
)
async def test_jobs_that_can_wait_have_only_what_nothing_else_wants_but_compiling_does_not_wait(
    prepare: str, during: int
) -> None:
    processes = SearchProcesses(1, max_waiting=0, niceness=0, is_idle=True, prepare=partial(exec, prepare, {}))
    try:
        assert await processes.run(TIMEOUT_S, os.sched_getscheduler, 0) == during
        assert await processes.run(TIMEOUT_S, os.getenv, "CLASS_BEFORE") == str(os.SCHED_OTHER)
    finally:
        await processes.close()
    assert os.sched_getscheduler(0) == os.SCHED_OTHER


async def test_a_job_is_rejected_at_once_when_the_queue_is_full(processes: SearchProcesses) -> None:
    assert await processes.run(TIMEOUT_S, os.getpid)
    busy = asyncio.create_task(processes.run(TIMEOUT_S, time.sleep, 0.5))
    waiting = asyncio.create_task(processes.run(TIMEOUT_S, os.getpid))
    await asyncio.sleep(0)
    assert await processes.run(TIMEOUT_S, os.getpid) is None
    assert not waiting.done()
    await busy
    assert await waiting
    assert await processes.run(TIMEOUT_S, os.getpid)


async def test_a_late_result_is_not_waited_for(processes: SearchProcesses) -> None:
    assert await processes.run(TIMEOUT_S, os.getpid)
    assert await processes.run(0.01, time.sleep, 0.3) is None
    assert await processes.run(TIMEOUT_S, os.getpid)


async def test_a_failed_job_returns_none_and_its_process_goes_on(
    processes: SearchProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    pid = await processes.run(TIMEOUT_S, os.getpid)
    assert await processes.run(TIMEOUT_S, int, "no number") is None
    assert "a search job failed" in caplog.text
    assert await processes.run(TIMEOUT_S, os.getpid) == pid


async def test_a_process_that_is_killed_is_replaced_and_its_job_and_those_that_wait_or_are_late_hold_up_nothing() -> (
    None
):
    """Even if new processes work already while the last jobs of the old ones are given up."""
    processes = SearchProcesses(1, max_waiting=8, niceness=0)
    for _ in range(2):
        pid = await processes.run(TIMEOUT_S, os.getpid)
        sleeping = asyncio.create_task(processes.run(TIMEOUT_S, time.sleep, 3600))
        await asyncio.sleep(0.05)
        late = [asyncio.create_task(processes.run(0.01, os.getpid)) for _ in range(3)]
        assert await asyncio.gather(*late) == [None] * 3
        waiting = [asyncio.create_task(processes.run(TIMEOUT_S, os.getpid)) for _ in range(4)]
        await asyncio.sleep(0.05)
        os.kill(pid, signal.SIGKILL)
        assert await asyncio.wait_for(asyncio.gather(sleeping, *waiting), TIMEOUT_S) == [None] * 5
    assert await processes.run(TIMEOUT_S, os.getpid) not in {None, pid}
    assert processes._jobs == 0
    await processes.close()


async def test_a_job_whose_result_is_no_longer_awaited_is_skipped(processes: SearchProcesses, tmp_path: Path) -> None:
    assert await processes.run(TIMEOUT_S, os.getpid)
    busy = asyncio.create_task(processes.run(TIMEOUT_S, time.sleep, 0.3))
    await asyncio.sleep(0.05)
    assert await processes.run(0.01, os.mkdir, tmp_path / "done") is None
    await busy
    assert await processes.run(TIMEOUT_S, os.listdir, tmp_path) == []


def search_processes() -> list[psutil.Process]:
    return [each for each in psutil.Process().children() if "spawn_main" in " ".join(each.cmdline())]


async def test_a_signal_to_all_processes_of_a_server_ends_no_search_process_not_even_while_it_starts(
    processes: SearchProcesses,
) -> None:
    job = asyncio.create_task(processes.run(TIMEOUT_S, os.getpid))
    while not (starting := search_processes()):  # noqa: ASYNC110  # the system has no event for it
        await asyncio.sleep(0)
    (process,) = starting
    for number in (signal.SIGINT, signal.SIGTERM):
        process.send_signal(number)
    assert await job == process.pid
    for number in (signal.SIGINT, signal.SIGTERM):
        process.send_signal(number)
    assert await processes.run(TIMEOUT_S, os.getpid) == process.pid


async def test_closing_ends_a_process_in_the_middle_of_a_job(processes: SearchProcesses) -> None:
    pid = await processes.run(TIMEOUT_S, os.getpid)
    job = asyncio.create_task(processes.run(TIMEOUT_S, time.sleep, 3600))
    await asyncio.sleep(0.05)
    await processes.close()
    assert await job is None
    assert await asyncio.to_thread(ends, pid)
    assert await processes.run(TIMEOUT_S, os.getpid) is None


OWNER = """
import asyncio, os, sys, time
from gaprace.engine.search_processes import SearchProcesses

async def main():
    processes = SearchProcesses(2, max_waiting=0, niceness=0)
    pids = [await processes.run(60, os.getpid)]
    print(*pids, flush=True)
    await processes.run(3600, time.sleep, 3600)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.fixture
def owner_script(tmp_path: Path) -> Path:
    """A program with search processes; it is a file, since each of them loads it."""
    script = tmp_path / "owner.py"
    script.write_text(OWNER)
    return script


async def test_processes_end_when_their_owner_is_killed(owner_script: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    owner = await asyncio.create_subprocess_exec(
        sys.executable, owner_script, stdout=asyncio.subprocess.PIPE, env=environment
    )
    process = int(await owner.stdout.readline())
    assert is_alive(process)
    owner.kill()
    await owner.wait()
    assert await asyncio.to_thread(ends, process)
