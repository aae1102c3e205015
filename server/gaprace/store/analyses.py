"""Analyses in SQL."""

from dataclasses import replace

from sqlalchemy import RowMapping, func, not_, select, update

from gaprace.ports import StoredAnalysis
from gaprace.store.base import SqlRepository, claim, may_be_id
from gaprace.store.tables import analyses, games
from gaprace.wire.http import AccuracyPoint


class SqlAnalyses(SqlRepository):
    """Implements `ports.AnalysisStore`."""

    async def ask_analysis(self, game: str, asked_at: int, share: str = "", turn_ms: int = 0) -> None:
        last = select(func.max(analyses.c.turn_at)).where(analyses.c.share == share, not_(analyses.c.done))
        async with self.writing() as asks:
            before = await asks.scalar(last) if share else None
            turn_at = asked_at if before is None else max(asked_at, before + turn_ms)
            row = {"game": game, "turn_at": turn_at, "share": share, "findings": b"", "done": False}
            await asks.execute(self.database.insert_new(analyses).values(row))

    async def open_analyses(self, share: str | None = None) -> int:
        query = select(func.count()).select_from(analyses).where(not_(analyses.c.done))
        if share is not None:
            query = query.where(analyses.c.share == share)
        return await self.scalar(query) or 0

    async def analysis(self, game: str) -> StoredAnalysis | None:
        if not may_be_id(game):
            return None
        query = select(analyses).where(analyses.c.game == game)
        row = await self.row(query)
        return _stored_analysis(row) if row else None

    async def accuracies(self, player: str, limit: int) -> list[AccuracyPoint]:
        query = (
            select(games.c.id, games.c.ended_at, analyses.c.accuracy)
            .join(analyses, analyses.c.game == games.c.id)
            .where(games.c.player == player, games.c.ended_at.is_not(None), analyses.c.accuracy.is_not(None))
            .order_by(games.c.ended_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        rows = await self.tuples(query)
        return [AccuracyPoint(*row) for row in reversed(rows)]

    async def claim_analysis(self, owner: str, now: int, until: int) -> StoredAnalysis | None:
        first = select(analyses).where(not_(analyses.c.done)).order_by(analyses.c.turn_at, analyses.c.game).limit(1)
        rows = await claim(self, analyses, first, now, until, owner=owner)
        return replace(_stored_analysis(rows[0]), is_begun=True) if rows else None

    async def save_analysis(self, owner: str, analysis: StoredAnalysis, until: int) -> bool:
        own = (analyses.c.game == analysis.game, analyses.c.owner == owner, not_(analyses.c.done))
        change = update(analyses).where(*own)
        changes = {
            "findings": analysis.findings,
            "done": analysis.is_done,
            "accuracy": analysis.accuracy,
            "owned_until": until,
            **({"share": None} if analysis.is_done else {}),  # nobody needs to know who has asked
        }
        return await self.change(change.values(changes))


def _stored_analysis(row: RowMapping) -> StoredAnalysis:
    return StoredAnalysis(
        game=row["game"],
        findings=row["findings"],
        is_begun=row["owner"] is not None,
        is_done=row["done"],
        accuracy=row["accuracy"],
    )
