"""What the solver found, in SQL."""

from dataclasses import replace

from sqlalchemy import ColumnElement, RowMapping, func, not_, or_, select, update

from gaprace.ports import CertifiedDeal, StoredAnalysis, StoredCertificate
from gaprace.store.base import SqlPart, changes_row, is_key, transaction
from gaprace.store.tables import analyses, certified_deals

_READY = certified_deals.c.taken_at.is_(None)
_CERTIFICATE = (certified_deals.c.par, certified_deals.c.harder, certified_deals.c.line)


class SqlFindings(SqlPart):
    """The part of the store for what the solver found."""

    # Certified deals

    @transaction
    async def add_certified(self, variant: str, deal: CertifiedDeal, found_at: int) -> None:
        """Keep a deal ready, unless it is known already."""
        proved = deal.certificate
        row = {
            "variant": variant,
            "code": deal.code,
            "par": proved.par,
            "harder": proved.harder,
            "line": proved.line,
            "found_at": found_at,
        }
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(certified_deals).values(row))

    @transaction
    async def certified_ready(self) -> dict[str, int]:
        """Return how many deals are ready, by variant; those without any are missing."""
        variant = certified_deals.c.variant
        query = select(variant, func.count().label("ready")).where(_READY).group_by(variant)
        async with self.database.read() as connection:
            return {row.variant: row.ready for row in await connection.execute(query)}

    @transaction
    async def take_certified(self, variant: str, taken_at: int) -> CertifiedDeal | None:
        """Take the deal that was ready first, for good: nobody else gets it. None if there is none."""
        table = certified_deals.c
        first = select(certified_deals).where(table.variant == variant, _READY).order_by(table.found_at, table.code)
        async with self.database.write() as connection:
            while row := (await connection.execute(first.limit(1))).mappings().first():
                change = update(certified_deals).where(table.variant == variant, table.code == row["code"], _READY)
                if await changes_row(connection, change.values(taken_at=taken_at)):
                    return CertifiedDeal(row["code"], _certificate(row))
        return None

    @transaction
    async def certificate(self, variant: str, code: str) -> StoredCertificate | None:
        """Return what was proved of a deal, taken or not."""
        table = certified_deals.c
        query = select(*_CERTIFICATE).where(table.variant == variant, table.code == code)
        async with self.database.read() as connection:
            row = (await connection.execute(query)).mappings().first()
        return _certificate(row) if row else None

    # Analyses

    @transaction
    async def ask_analysis(self, game: str, asked_at: int) -> None:
        """Ask for the analysis of a finished game, unless that was done before."""
        row = {"game": game, "asked_at": asked_at, "findings": b"", "done": False}
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(analyses).values(row))

    @transaction
    async def analysis(self, game: str) -> StoredAnalysis | None:
        """Return an analysis that was asked for."""
        if not is_key(game):
            return None
        query = select(analyses).where(analyses.c.game == game)
        async with self.database.read() as connection:
            row = (await connection.execute(query)).mappings().first()
        return _stored_analysis(row) if row else None

    @transaction
    async def claim_analysis(self, owner: str, now: int, until: int) -> StoredAnalysis | None:
        """Take on the analysis asked for first that is not done and nobody's, or whose owner let the time pass."""
        free = _is_free(now)
        first = select(analyses).where(free).order_by(analyses.c.asked_at, analyses.c.game).limit(1)
        async with self.database.write() as connection:
            while row := (await connection.execute(first)).mappings().first():
                change = update(analyses).where(analyses.c.game == row["game"], free)
                if await changes_row(connection, change.values(owner=owner, owned_until=until)):
                    return replace(_stored_analysis(row), is_begun=True)
        return None

    @transaction
    async def save_analysis(self, owner: str, analysis: StoredAnalysis, until: int) -> bool:
        """Store what was found so far, and keep the analysis until a later instant; say whether it was the owner's."""
        own = (analyses.c.game == analysis.game, analyses.c.owner == owner, not_(analyses.c.done))
        change = update(analyses).where(*own)
        changes = {"findings": analysis.findings, "done": analysis.is_done, "owned_until": until}
        async with self.database.write() as connection:
            return await changes_row(connection, change.values(changes))


def _certificate(row: RowMapping) -> StoredCertificate:
    return StoredCertificate(row["par"], row["harder"], row["line"])


def _is_free(now: int) -> ColumnElement[bool]:
    owned_until = analyses.c.owned_until
    return not_(analyses.c.done) & or_(owned_until.is_(None), owned_until < now)


def _stored_analysis(row: RowMapping) -> StoredAnalysis:
    return StoredAnalysis(
        game=row["game"],
        findings=row["findings"],
        is_begun=row["owner"] is not None,
        is_done=row["done"],
    )
