"""How this process is: whether it can serve, and what is missing."""

import asyncio
from dataclasses import dataclass

from gaprace.errors import StoreUnavailable
from gaprace.ports import Bus, Store

ANSWER_S = 2.0
"""How long the store may take to answer."""


@dataclass(frozen=True, slots=True)
class HealthReport:
    """What works."""

    store: bool
    bus: bool
    """Whether notes come through. Without, play goes on: others are healed from the store."""


class Health:
    """Asks the store and the bus."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store, self._bus = store, bus

    async def report(self) -> HealthReport:
        """Say what works just now."""
        return HealthReport(await self._store_answers(), self._bus.is_up)

    async def _store_answers(self) -> bool:
        try:
            async with asyncio.timeout(ANSWER_S):
                await self._store.names(["nobody"])
        except (StoreUnavailable, TimeoutError):
            return False
        return True
