"""What spectators learn of positions, within a budget: no broadcast takes time from those who play."""

from collections.abc import Awaitable, Callable, Sequence
from time import monotonic

from cachetools import LRUCache

from gaprace.rules.variants import Variant
from gaprace.solver.position import Outlook, Position

MAX_KNOWN = 10_000
"""Positions to remember, some 5 MB."""
BATCH_SIZE = 50
"""Positions of one job at the most, some 0.1 s of CPU."""
MAX_SHARE = 0.1
"""Of the time, for all broadcasts of this process together. Where a job takes longer since others go first, the next
one comes later."""


Search = Callable[[Sequence[Position], Variant], Awaitable[tuple[list[Outlook], float] | None]]
"""Finds the outlooks of the first positions, and says how long it took (s); None if there was no time."""


class SpectatorOutlooks:
    """Finds each position's outlook once, in one search at a time."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._known: LRUCache[tuple[Variant, Position], Outlook] = LRUCache(MAX_KNOWN)
        self._is_searching = False
        self._free_at = 0.0
        """When the next job may begin, by the monotonic clock (s)."""

    async def of(self, positions: Sequence[Position], variant: Variant) -> list[Outlook | None]:
        """Return the outlook of each position; None where there was no time to find it."""
        new = [each for each in dict.fromkeys(positions) if (variant, each) not in self._known]
        if new and not self._is_searching and monotonic() >= self._free_at:
            await self._find(new[:BATCH_SIZE], variant)
        return [self._known.get((variant, each)) for each in positions]

    async def _find(self, positions: Sequence[Position], variant: Variant) -> None:
        self._is_searching = True
        try:
            found = await self._search(positions, variant)
        finally:
            self._is_searching = False
        if found is None:
            return
        outlooks, took_s = found
        self._free_at = monotonic() + took_s * (1 / MAX_SHARE - 1)
        self._known.update({(variant, each): outlook for each, outlook in zip(positions, outlooks, strict=False)})
