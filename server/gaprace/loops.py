"""The event loop that server processes run on."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Outcome = TypeVar("Outcome")
_THREADS_S = 5.0


def run(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Run something on an event loop of its own, to the end of it and of the threads of its database."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        try:
            return runner.run(work)
        finally:
            _let_threads_report()


def _let_threads_report() -> None:
    """Keep the loop until the thread of a connection to SQLite that failed has told it of its end."""
    for thread in threading.enumerate():
        if thread.name.endswith("(_connection_worker_thread)"):
            thread.join(timeout=_THREADS_S)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 (there is none for Windows)
    except ImportError:
        return None
    return uvloop.new_event_loop
