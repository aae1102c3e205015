"""The event loop of the server and of the commands."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Outcome = TypeVar("Outcome")
_THREAD_TIMEOUT_S = 5.0


def run(main: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Run a coroutine on a new event loop, uvloop where there is one, until it and its database threads have ended."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        try:
            return runner.run(main)
        finally:
            # The loop stays open until the threads of failed SQLite connections have reported to it.
            for thread in threading.enumerate():
                if thread.name.endswith("(_connection_worker_thread)"):
                    thread.join(timeout=_THREAD_TIMEOUT_S)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415  # of the extra `scale`, and not on Windows
    except ImportError:
        return None
    return uvloop.new_event_loop
