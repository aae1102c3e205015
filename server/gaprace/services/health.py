"""Health checks: whether this process can serve requests."""

import asyncio
from dataclasses import dataclass

from gaprace.errors import StoreUnavailable
from gaprace.ports import AccountStore, Bus

STORE_TIMEOUT_S = 2.0
"""Time limit for the answer of the store."""


@dataclass(frozen=True, slots=True)
class HealthReport:
    """The result of a health check."""

    store: bool
    """Whether the store answers."""
    bus: bool
    """Whether the bus delivers messages. Without it play continues, and processes catch up from the store."""


class Health:
    """Checks the store and the bus."""

    def __init__(self, store: AccountStore, bus: Bus) -> None:
        self._store, self._bus = store, bus

    async def report(self) -> HealthReport:
        """Return what works right now."""
        return HealthReport(await self._store_answers(), self._bus.is_up)

    async def _store_answers(self) -> bool:
        try:
            async with asyncio.timeout(STORE_TIMEOUT_S):
                await self._store.names(["nobody"])
        except (StoreUnavailable, TimeoutError):
            return False
        return True
