"""Certified deals: proven winnable without a shuffle, found ahead of time and stored until they are needed."""

import secrets

from gaprace.play.pools import POOLS
from gaprace.ports import CertifiedDeal, CertifiedDealStore, Clock, Engine
from gaprace.rooms.timers import Timers
from gaprace.rules.codes import CODES, code_of
from gaprace.rules.variants import VARIANTS

POLL_INTERVAL_MS = 20_000
"""Interval between checks that enough deals are ready."""
NEXT_CANDIDATE_DELAY_MS = 100
"""Delay between two candidates."""


class CertifiedDeals:
    """Keeps certified deals ready, and lets each be taken once."""

    def __init__(self, store: CertifiedDealStore, clock: Clock, engine: Engine) -> None:
        self._store, self._clock, self._engine = store, clock, engine
        self._timers = Timers(clock)

    def open(self) -> None:
        """Start searching."""
        if self._engine.searches:
            self._timers.every(POLL_INTERVAL_MS, self._try_next, "the search for certified deals")

    def close(self) -> None:
        """Stop searching."""
        self._timers.stop()

    async def _try_next(self) -> int | None:
        return NEXT_CANDIDATE_DELAY_MS if await self.search() else None

    async def search(self) -> bool:
        """Try one candidate for the pool that lacks most deals; return whether any pool lacks deals."""
        ready = await self._store.certified_ready()
        filled = {variant: ready.get(variant, 0) / size for variant, size in POOLS.items()}
        variant = min(filled, key=lambda each: filled[each])
        if filled[variant] >= 1:
            return False
        code = code_of(secrets.randbelow(CODES))
        certificate = await self._engine.certify(VARIANTS[variant], code)
        if certificate:
            await self._store.add_certified(variant, CertifiedDeal(code, certificate), self._clock.now())
        return True
