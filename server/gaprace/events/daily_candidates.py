"""The search for certified deals, and the choice of a daily's deal.

It is the first candidate of the daily's committed secret that is certified and fits its weekday.

The choice depends only on the secret and the solver, not on a clock or the speed of the server: each candidate is
judged within a number of boards. So anyone can repeat it after the reveal (`gaprace verify --daily`).
"""

import secrets
from itertools import count

from gaprace.play.events.difficulty import POOLS, Band
from gaprace.ports import Candidate, CertifiedDeal, CertifiedDealStore, Clock, Engine
from gaprace.rules.codes import CODES, code_of
from gaprace.rules.draw import candidate_code
from gaprace.rules.variants import VARIANTS

RETRY_DELAY_MS = 1_000
"""Delay before a candidate is judged again that the engine had no time for."""


class DailyCandidates:
    """Implements `ports.Certifier`."""

    def __init__(self, clock: Clock, engine: Engine) -> None:
        self._clock, self._engine = clock, engine

    async def first_certified(self, variant: str, secret: bytes, band: Band | None = None) -> Candidate | None:
        """Return the first certified candidate in a band; None if this process does not search."""
        if not self._engine.searches:
            return None
        for number in count():
            code = candidate_code(secret, number)
            while (judgement := await self._engine.judge(VARIANTS[variant], code)) is None:
                await self._clock.sleep_until(self._clock.now() + RETRY_DELAY_MS)
            if judgement.certificate and (band is None or band.has(judgement.certificate.harder_permille)):
                return Candidate(number, judgement.certificate)
        raise AssertionError("candidates never end")


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
