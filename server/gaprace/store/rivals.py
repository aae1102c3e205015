"""The deals that players have seen, in SQL."""

from collections.abc import Collection
from itertools import product

from sqlalchemy import select

from gaprace.ports import SeenDeal
from gaprace.store.base import SqlRepository
from gaprace.store.tables import deals, games, puzzle_mistakes, races, seen_deals


class SqlRivals(SqlRepository):
    """Implements `ports.RivalStore`."""

    async def add_seen(self, players: Collection[str], codes: Collection[str], at: int) -> None:
        if self.database.is_read_only:
            return
        these = seen_deals.c.player.in_(players), seen_deals.c.code.in_(codes)
        known = select(seen_deals.c.player, seen_deals.c.code).where(*these)
        async with self.database.read() as connection:
            new = {*product(players, codes)} - {(row.player, row.code) for row in await connection.execute(known)}
        if not new:
            return  # the usual case, and nobody has to wait for it
        rows = [{"player": player, "code": code, "at": at} for player, code in sorted(new)]
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(seen_deals), rows)

    async def seen_deals(self, player: str) -> list[SeenDeal]:
        query = select(seen_deals.c.code, seen_deals.c.at).where(seen_deals.c.player == player)
        async with self.database.read() as connection:
            rows = await connection.execute(query.order_by(seen_deals.c.at, seen_deals.c.code))
            return [SeenDeal(*row) for row in rows]

    async def puzzle_deals(self, puzzle: str) -> list[str]:
        query = (
            select(deals.c.code)
            .join(races, races.c.deal == deals.c.id)
            .join(games, games.c.race == races.c.id)
            .join(puzzle_mistakes, puzzle_mistakes.c.game == games.c.id)
            .where(puzzle_mistakes.c.puzzle == puzzle)
            .distinct()
        )
        return [*await self.scalars(query)]
