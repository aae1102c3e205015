"""Certified deals in SQL."""

from dataclasses import asdict

from sqlalchemy import RowMapping, func, select, update

from gaprace.ports import CertifiedDeal, StoredCertificate
from gaprace.store.base import SqlRepository, changes_row
from gaprace.store.tables import certified_deals

_READY = certified_deals.c.taken_at.is_(None)


class SqlCertifiedDeals(SqlRepository):
    """Implements `ports.CertifiedDealStore`."""

    async def add_certified(self, variant: str, deal: CertifiedDeal, found_at: int) -> None:
        row = {"variant": variant, "code": deal.code, "found_at": found_at, **asdict(deal.certificate)}
        await self.change(self.database.insert_new(certified_deals).values(row))

    async def certified_ready(self) -> dict[str, int]:
        variant = certified_deals.c.variant
        query = select(variant, func.count().label("ready")).where(_READY).group_by(variant)
        async with self.database.read() as connection:
            return {row.variant: row.ready for row in await connection.execute(query)}

    async def take_certified(self, variant: str, taken_at: int) -> CertifiedDeal | None:
        table = certified_deals.c
        first = select(certified_deals).where(table.variant == variant, _READY).order_by(table.found_at, table.code)
        async with self.database.write() as connection:
            while row := (await connection.execute(first.limit(1))).mappings().first():
                change = update(certified_deals).where(table.variant == variant, table.code == row["code"], _READY)
                if await changes_row(connection, change.values(taken_at=taken_at)):
                    return CertifiedDeal(row["code"], stored_certificate(row))
        return None

    async def certificate(self, variant: str, code: str) -> StoredCertificate | None:
        table = certified_deals.c
        query = select(certified_deals).where(table.variant == variant, table.code == code)
        row = await self.row(query)
        return stored_certificate(row) if row else None


def stored_certificate(row: RowMapping) -> StoredCertificate:
    """Read a certificate from a row with its columns."""
    return StoredCertificate(row["par"], row["harder_permille"], row["line"], row["version"])
