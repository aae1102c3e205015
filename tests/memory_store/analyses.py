"""The part of the store in memory for certified deals and analyses."""

from collections import Counter
from dataclasses import replace

from gaprace.ports import CertifiedDeal, StoredAnalysis, StoredCertificate
from gaprace.wire.http import AccuracyPoint
from tests.memory_store.database import MemoryAnalysis, MemoryCertified, MemoryRepository
from tests.memory_store.statistics import ended_games


class MemoryAnalyses(MemoryRepository):
    """Implements `CertifiedDealStore` and `AnalysisStore`."""

    async def add_certified(self, variant: str, deal: CertifiedDeal, found_at: int) -> None:
        (await self._reach()).certified.setdefault((variant, deal.code), MemoryCertified(deal, found_at))

    async def certified_ready(self) -> dict[str, int]:
        certified = (await self._reach()).certified
        return dict(Counter(variant for (variant, _), each in certified.items() if each.taken_at is None))

    async def take_certified(self, variant: str, taken_at: int) -> CertifiedDeal | None:
        certified = (await self._reach()).certified
        ready = [each for (of, _), each in certified.items() if of == variant and each.taken_at is None]
        if not ready:
            return None
        first = min(ready, key=lambda each: (each.found_at, each.deal.code))
        first.taken_at = taken_at
        return first.deal

    async def certificate(self, variant: str, code: str) -> StoredCertificate | None:
        found = (await self._reach()).certified.get((variant, code))
        return found.deal.certificate if found else None

    async def ask_analysis(self, game: str, asked_at: int, share: str = "", turn_ms: int = 0) -> None:
        data = await self._reach()
        data.game(game)
        open_ = [each.asked_at for each in data.analyses.values() if each.share == share and not each.stored.is_done]
        turn_at = max(asked_at, max(open_) + turn_ms) if share and open_ else asked_at
        data.analyses.setdefault(game, MemoryAnalysis(StoredAnalysis(game), turn_at, share=share))

    async def open_analyses(self, share: str | None = None) -> int:
        asked = (await self._reach()).analyses.values()
        return sum(not each.stored.is_done and share in {None, each.share} for each in asked)

    async def analysis(self, game: str) -> StoredAnalysis | None:
        found = (await self._reach()).analyses.get(game)
        return found.stored if found else None

    async def accuracies(self, player: str, limit: int) -> list[AccuracyPoint]:
        data = await self._reach()
        ended = (
            (game.id, result.ended_at, data.analyses.get(game.id)) for game, _, result in ended_games(data, player)
        )
        found = [
            AccuracyPoint(game, ended_at, analysis.stored.accuracy)
            for game, ended_at, analysis in ended
            if analysis and analysis.stored.accuracy is not None
        ]
        return found[-limit:] if limit else []

    async def claim_analysis(self, owner: str, now: int, until: int) -> StoredAnalysis | None:
        analyses = (await self._reach()).analyses.values()
        free = [each for each in analyses if not each.stored.is_done and each.owned_until < now]
        if not free:
            return None
        first = min(free, key=lambda each: (each.asked_at, each.stored.game))
        first.owner, first.owned_until = owner, until
        first.stored = replace(first.stored, is_begun=True)
        return first.stored

    async def save_analysis(self, owner: str, analysis: StoredAnalysis, until: int) -> bool:
        found = (await self._reach()).analyses.get(analysis.game)
        if found is None or found.owner != owner or found.stored.is_done:
            return False
        found.stored, found.owned_until = replace(analysis, is_begun=True), until
        return True
