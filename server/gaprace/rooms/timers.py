"""Things to do at an instant, in the background, and again and again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from gaprace.errors import StoreUnavailable
from gaprace.ports import Clock

RETRY_S = 0.5
_log = logging.getLogger(__name__)


class Timers:
    """Background tasks that end with what they are for. A step that the store refuses for now is tried again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()

    def at(self, instant: int, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step at an instant (ms since 1970); at once, if it is over."""
        self._keep(self._step_at(instant, step))

    def soon(self, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step in the background."""
        self._keep(self._insisted(step))

    def every(self, ms: int, step: Callable[[], Awaitable[int | None]], work: str, *, first_ms: int = 0) -> None:
        """Take a step in `first_ms`, and again and again: after so many ms, or after as many as the step gives.

        A step that fails is logged as this work, and costs no later one.
        """
        self.at(self._clock.now() + first_ms, lambda: self._repeated(ms, step, work))

    def stop(self) -> None:
        """Take no more steps."""
        for task in self._tasks:
            task.cancel()

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _step_at(self, instant: int, step: Callable[[], Awaitable[None]]) -> None:
        await self._clock.sleep_until(instant)
        await self._insisted(step)

    async def _repeated(self, ms: int, step: Callable[[], Awaitable[int | None]], work: str) -> None:
        while True:
            pause = None
            try:
                pause = await step()
            except StoreUnavailable as error:
                _log.warning("the store is away, %s waits: %s", work, error)
            except Exception:  # noqa: BLE001 - the next one may succeed
                _log.exception("%s failed", work)
            await self._clock.sleep_until(self._clock.now() + (ms if pause is None else pause))

    async def _insisted(self, step: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await step()
            except StoreUnavailable as error:
                _log.warning("the store is away, a step waits: %s", error)
                await asyncio.sleep(RETRY_S)
            except Exception:  # noqa: BLE001 - it must not take the other steps with it
                _log.exception("a step failed")
                return
            else:
                return
