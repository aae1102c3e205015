"""Storms in SQL."""

from dataclasses import asdict, replace

from sqlalchemy import func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.storm import Storm
from gaprace.ports import PuzzleTry, StormBest
from gaprace.store.base import SqlRepository, changes_row, may_be_id, shielded
from gaprace.store.puzzles import begin_counted, replace_try
from gaprace.store.tables import storm_bests, storms


class SqlStorms(SqlRepository):
    """Implements `ports.PuzzleStore` for storms."""

    @shielded
    async def add_storm(self, storm: Storm, served: PuzzleTry) -> None:
        """Add a storm with its first puzzle."""
        async with self.database.write() as connection:
            await connection.execute(insert(storms).values(asdict(storm)))
            await begin_counted(self.database, connection, served)

    @shielded
    async def storm(self, storm_id: str) -> Storm | None:
        """Return a storm."""
        if not may_be_id(storm_id):
            return None
        async with self.database.read() as connection:
            row = (await connection.execute(select(storms).where(storms.c.id == storm_id))).mappings().first()
        return Storm(**row) if row else None

    @shielded
    async def move_storm(
        self, known: Storm, changed: Storm, ended: PuzzleTry | None, served: PuzzleTry | None, best: StormBest | None
    ) -> bool:
        """Replace a storm, with the try that has ended and the one that begins, and the player's best score."""
        as_known = (storms.c.id == known.id, storms.c.n == known.n)
        async with self.database.write() as connection:
            if not await changes_row(connection, update(storms).where(*as_known).values(asdict(changed))):
                return False
            if ended:
                await replace_try(connection, replace(ended, found="", state="open"), ended)
            if served and not await begin_counted(self.database, connection, served):
                await connection.rollback()
                return False
            for period in known.periods if best else ():
                await self._save_best(connection, period, best)
        return True

    async def _save_best(self, connection: AsyncConnection, period: str, best: StormBest | None) -> None:
        if best is None:
            return
        new = self.database.insert_new(storm_bests).values(period=period, **best._asdict())
        its = (storm_bests.c.period == period, storm_bests.c.player == best.player, storm_bests.c.score < best.score)
        if not await changes_row(connection, new):
            await connection.execute(update(storm_bests).where(*its).values(score=best.score, at=best.at))

    @shielded
    async def storms_of(self, player: str) -> list[Storm]:
        """Return all storms of a player, the earliest first."""
        query = select(storms).where(storms.c.player == player).order_by(storms.c.begun_at, storms.c.id)
        async with self.database.read() as connection:
            return [Storm(**row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def storm_bests(self, period: str, limit: int) -> list[StormBest]:
        """Return the best of a period: higher scores first, then earlier ones."""
        order = (storm_bests.c.score.desc(), storm_bests.c.at, storm_bests.c.player)
        query = select(storm_bests).where(storm_bests.c.period == period).order_by(*order).limit(limit)
        async with self.database.read() as connection:
            return [StormBest(row.player, row.score, row.at) for row in await connection.execute(query)]

    @shielded
    async def storm_place(self, period: str, player: str) -> tuple[int, StormBest] | None:
        """Return the place, from 1, and the best storm of a player in a period."""
        table = storm_bests.c
        query = select(storm_bests).where(table.period == period, table.player == player)
        async with self.database.read() as connection:
            row = (await connection.execute(query)).first()
            if row is None:
                return None
            is_better = or_(table.score > row.score, (table.score == row.score) & (table.at < row.at))
            better = select(func.count()).where(table.period == period, is_better)
            place = 1 + (await connection.scalar(better) or 0)
        return place, StormBest(row.player, row.score, row.at)
