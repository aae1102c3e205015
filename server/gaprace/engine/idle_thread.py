"""Work for processor time that nothing else wants.

A process of the lowest niceness still keeps the processor for some milliseconds when another one wakes up: a move that
comes meanwhile waits, and again each time its thread of the database wakes. Linux takes the processor from its
idle class at once (`SCHED_IDLE` of sched(7)). Without privileges no thread leaves that class, so the work gets a
thread of its own.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

Answer = TypeVar("Answer")


def in_idle_thread(work: Callable[[], Answer]) -> Answer:
    """Do work in a thread of the idle class, where the system has one, and return its result."""
    with ThreadPoolExecutor(1, initializer=_become_idle) as thread:
        return thread.submit(work).result()


def _become_idle() -> None:
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # a sandbox may forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
