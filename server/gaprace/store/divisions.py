"""The divisions of groups in SQL."""

from collections.abc import Mapping

from sqlalchemy import func, select

from gaprace.store.base import SqlRepository
from gaprace.store.tables import group_divisions


class SqlDivisions(SqlRepository):
    """Implements `ports.DivisionStore`."""

    async def last_divisions(self, group: str, daily: str, month: str) -> tuple[str, dict[str, int]] | None:
        its = (group_divisions.c.group == group, group_divisions.c.daily == daily)
        last = select(func.max(group_divisions.c.month)).where(*its, group_divisions.c.month <= month)
        query = select(group_divisions).where(*its, group_divisions.c.month == last.scalar_subquery())
        rows = await self.rows(query)
        return (rows[0]["month"], {row["player"]: row["division"] for row in rows}) if rows else None

    async def save_divisions(self, group: str, daily: str, month: str, divisions: Mapping[str, int]) -> None:
        key = {"group": group, "daily": daily, "month": month}
        rows = [key | {"player": player, "division": division} for player, division in sorted(divisions.items())]
        if rows and not self.database.is_read_only:
            async with self.writing() as asks:
                await asks.execute(self.database.insert_new(group_divisions), rows)
