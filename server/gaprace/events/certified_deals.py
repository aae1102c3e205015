"""Certified deals: proven winnable without a shuffle, found ahead of time and stored until they are needed."""

import secrets

from gaprace.play.events.pools import POOLS
from gaprace.ports import CertifiedDeal, CertifiedDealStore, Clock, Engine
from gaprace.rules.codes import CODES, code_of
from gaprace.rules.variants import VARIANTS

NEXT_CANDIDATE_DELAY_MS = 100
"""Delay between two candidates."""


class CertifiedDeals:
    """Keeps certified deals ready, and lets each be taken once."""

    def __init__(self, store: CertifiedDealStore, clock: Clock, engine: Engine) -> None:
        self._store, self._clock, self._engine = store, clock, engine

    async def step(self) -> int | None:
        """Try one candidate for the pool that lacks most deals; return the delay before the next one in ms.

        Return None if no pool lacks deals.
        """
        ready = await self._store.certified_ready()
        filled = {variant: ready.get(variant, 0) / size for variant, size in POOLS.items()}
        variant = min(filled, key=lambda each: filled[each])
        if filled[variant] >= 1:
            return None
        code = code_of(secrets.randbelow(CODES))
        certificate = await self._engine.certify(VARIANTS[variant], code)
        if certificate:
            await self._store.add_certified(variant, CertifiedDeal(code, certificate), self._clock.now())
        return NEXT_CANDIDATE_DELAY_MS
