"""The choice of a daily's deal: the first candidate of its committed secret that is certified and fits its weekday.

The choice depends only on the secret and the solver, not on a clock or the speed of the server: each candidate is
judged within a number of boards. So anyone can repeat it after the reveal (`gaprace verify --daily`).
"""

from itertools import count

from gaprace.play.events.ramp import Band
from gaprace.ports import Candidate, Clock, Engine
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
