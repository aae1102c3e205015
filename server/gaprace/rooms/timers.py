"""Timers: for steps at an instant, in the background, at regular intervals, or one after the other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from gaprace.errors import ServerFull, StoreUnavailable
from gaprace.ports import Clock

RETRY_DELAY_S = 0.5
"""How long a step waits that failed since the store is unavailable."""
NEXT_BATCH_DELAY_MS = 20
"""Delay between two steps that write a batch each, in which others can write."""
_log = logging.getLogger(__name__)


class Timers:
    """Background tasks with one owner, which stops them. A step is retried while the store is unavailable."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()

    def at(self, instant: int, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step at an instant (ms since 1970); at once, if that has passed."""
        self._keep(self._step_at(instant, step))

    def soon(self, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step in the background."""
        self._keep(self._insisted(step))

    def every(
        self, interval_ms: int, step: Callable[[], Awaitable[int | None]], work: str, *, first_ms: int = 0
    ) -> None:
        """Take a step in `first_ms`, and again after each interval, or after as many ms as the step returns.

        A failed step is logged under the name of its work, and later steps still run.
        """
        self.at(self._clock.now() + first_ms, lambda: self._repeated(interval_ms, step, work))

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

    async def _repeated(self, interval_ms: int, step: Callable[[], Awaitable[int | None]], work: str) -> None:
        while True:
            pause = None
            try:
                pause = await step()
            except StoreUnavailable as error:
                _log.warning("the store is unavailable, %s will be tried again: %s", work, error)
            except Exception:  # noqa: BLE001 - the next one may succeed
                _log.exception("%s failed", work)
            await self._clock.sleep_until(self._clock.now() + (interval_ms if pause is None else pause))

    async def _insisted(self, step: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await step()
            except (StoreUnavailable, ServerFull) as error:
                _log.warning("a step waits: %s", error)
                await asyncio.sleep(RETRY_DELAY_S)
            except Exception:  # noqa: BLE001 - it must not take the other steps with it
                _log.exception("a step failed")
                return
            else:
                return


async def take_each(those: Iterable[str], step: Callable[[str], Awaitable[object]], work: str) -> bool:
    """Take a step for each of some, and return whether all succeeded: one that fails keeps no other from it."""
    succeeded = True
    for each in those:
        try:
            await step(each)
        except (StoreUnavailable, ServerFull):
            raise
        except Exception:  # noqa: BLE001 - it is logged, and tried again with the next ones
            _log.exception("%s failed for %s", work, each)
            succeeded = False
    return succeeded


PASS_INTERVAL_MS = 5
"""The time from one pass to the next."""
MAX_DELAY_MS = 60_000
"""The longest delay of a pass, even after the clock was put back."""


class Throttle:
    """One pass every `PASS_INTERVAL_MS`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._free_at = 0

    async def passed(self) -> None:
        """Wait for the next free pass."""
        now = self._clock.now()
        pass_at = min(max(self._free_at, now), now + MAX_DELAY_MS)
        self._free_at = pass_at + PASS_INTERVAL_MS
        await self._clock.sleep_until(pass_at)
