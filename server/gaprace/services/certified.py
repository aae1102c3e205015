"""Certified deals: proven to be winnable without a shuffle, found ahead of time and kept ready in the store."""

import secrets

from gaprace.play.pools import POOLS
from gaprace.ports import CertifiedDeal, CertifiedDealStore, Clock, Engine
from gaprace.rooms.timers import Timers
from gaprace.rules.deal import CODES, code_of
from gaprace.rules.variants import VARIANTS

LOOK_MS = 20_000
"""How often to see whether enough are ready."""
NEXT_MS = 100
"""Between one candidate and the next."""
ASK_MS = 1_000
"""How often somebody who waits for a deal looks for one."""


class CertifiedDeals:
    """Keeps deals ready, and gives them out, each once. Implements `ports.Certifier`."""

    def __init__(self, store: CertifiedDealStore, clock: Clock, engine: Engine) -> None:
        self._store, self._clock, self._engine = store, clock, engine
        self._timers = Timers(clock)

    def open(self) -> None:
        """Begin to search."""
        if self._engine.searches:
            self._timers.every(LOOK_MS, self._try_next, "the search for certified deals")

    def close(self) -> None:
        """Search no more."""
        self._timers.stop()

    async def certified(self, variant: str) -> CertifiedDeal | None:
        """Return a deal for a daily as soon as one is ready; none if nobody searches here."""
        while self._engine.searches:
            deal = await self._store.take_certified(variant, self._clock.now())
            if deal:
                return deal
            await self._clock.sleep_until(self._clock.now() + ASK_MS)
        return None

    async def _try_next(self) -> int | None:
        return NEXT_MS if await self.search() else None

    async def search(self) -> bool:
        """Try one candidate of the variant that lacks most; say whether any lacked one."""
        ready = await self._store.certified_ready()
        lacking = {variant: ready.get(variant, 0) / most for variant, most in POOLS.items()}
        variant = min(lacking, key=lambda each: lacking[each])
        if lacking[variant] >= 1:
            return False
        code = code_of(secrets.randbelow(CODES))
        certificate = await self._engine.certify(VARIANTS[variant], code)
        if certificate:
            await self._store.add_certified(variant, CertifiedDeal(code, certificate), self._clock.now())
        return True
