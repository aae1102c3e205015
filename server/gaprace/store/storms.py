"""Storms in SQL."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.storm import Storm, best_storms
from gaprace.ports import PuzzleTry, StormBest
from gaprace.store.base import SqlRepository, changes_row, may_be_id, shielded
from gaprace.store.database import Database
from gaprace.store.puzzles import begin_counted, replace_try
from gaprace.store.tables import players, storm_bests, storm_puzzles, storms


class SqlStorms(SqlRepository):
    """Implements `ports.PuzzleStore` for storms."""

    @shielded
    async def add_storm(self, storm: Storm, served: PuzzleTry) -> bool:
        """Add a storm with its first puzzle; return False if the player has one of this sequence."""
        async with self.database.write() as connection:
            if not await changes_row(connection, self.database.insert_new(storms).values(asdict(storm))):
                return False
            await begin_counted(self.database, connection, served)
            return await self._add_to_sequence(connection, storm)

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
        self, known: Storm, changed: Storm, ended: PuzzleTry | None = None, served: PuzzleTry | None = None
    ) -> bool:
        """Replace a storm, with the try that has ended and the one that begins, and add its puzzle to the sequence."""
        async with self.database.write() as connection:
            if not await changes_row(connection, update(storms).where(*_as(known)).values(asdict(changed))):
                return False
            if ended:
                await replace_try(connection, replace(ended, found="", state="open"), ended)
            if served is None or await self._serve(connection, changed, served):
                return True
            await connection.rollback()
        return False

    async def _serve(self, connection: AsyncConnection, storm: Storm, served: PuzzleTry) -> bool:
        """Begin the try of the next puzzle, which is new to a player whose storm is ranked."""
        is_new = await begin_counted(self.database, connection, served)
        return (is_new or not storm.is_ranked) and await self._add_to_sequence(connection, storm)

    async def _add_to_sequence(self, connection: AsyncConnection, storm: Storm) -> bool:
        """Add the puzzle on the board of a storm to its sequence; return False if another one has its place."""
        row = {"sequence": storm.sequence, "position": storm.position, "puzzle": storm.puzzle}
        await connection.execute(self.database.insert_new(storm_puzzles).values(row))
        its = (storm_puzzles.c.sequence == storm.sequence, storm_puzzles.c.position == storm.position)
        stored = await connection.scalar(select(storm_puzzles.c.puzzle).where(*its))
        return bool(stored == storm.puzzle)

    @shielded
    async def end_storm(self, known: Storm, flags: str, best: StormBest | None) -> bool:
        """Note what the examination of a storm has found, and the player's best score; False if it was done before."""
        async with self.database.write() as connection:
            if not await changes_row(connection, update(storms).where(*_as(known)).values(flags=flags)):
                return False
            if best:
                for period in known.periods:
                    await self._save_best(connection, period, best)
        return True

    async def _save_best(self, connection: AsyncConnection, period: str, best: StormBest) -> None:
        new = self.database.insert_new(storm_bests).values(period=period, **best._asdict())
        its = (storm_bests.c.period == period, storm_bests.c.player == best.player, storm_bests.c.score < best.score)
        if not await changes_row(connection, new):
            await connection.execute(update(storm_bests).where(*its).values(score=best.score, at=best.at))

    @shielded
    async def due_storms(self, now: int, limit: int) -> list[Storm]:
        """Return storms that are over and were not examined."""
        is_over = or_(storms.c.ends_at <= now, storms.c.puzzle == "")
        return await self._storms(select(storms).where(storms.c.flags.is_(None), is_over).limit(limit))

    @shielded
    async def storm_puzzles(self, sequence: str) -> list[str]:
        """Return the ids of the puzzles of a sequence, in order."""
        query = select(storm_puzzles.c.puzzle).where(storm_puzzles.c.sequence == sequence)
        async with self.database.read() as connection:
            return [*await connection.scalars(query.order_by(storm_puzzles.c.position))]

    @shielded
    async def storms_on(self, sequence: str, limit: int) -> list[Storm]:
        """Return the storms on a sequence: more puzzles solved first, then fewer failed, then the earlier."""
        order = (storms.c.solved.desc(), storms.c.failed, storms.c.begun_at, storms.c.id)
        return await self._storms(select(storms).where(storms.c.sequence == sequence).order_by(*order).limit(limit))

    @shielded
    async def storm_on(self, sequence: str, player: str) -> Storm | None:
        """Return the storm of a player on a sequence."""
        found = await self._storms(select(storms).where(storms.c.sequence == sequence, storms.c.player == player))
        return found[0] if found else None

    @shielded
    async def flagged_storms(self, limit: int) -> list[Storm]:
        """Return storms that an examination keeps out of the ranks, the latest first."""
        is_left_out = (storms.c.sequence == storms.c.id, storms.c.cleared_by.is_(None), storms.c.voided_by.is_(None))
        query = select(storms).where(storms.c.flags != "", *is_left_out)
        return await self._storms(query.order_by(storms.c.begun_at.desc(), storms.c.id).limit(limit))

    async def _storms(self, query: Select[Any]) -> list[Storm]:
        async with self.database.read() as connection:
            return [Storm(**row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def storms_of(self, player: str) -> list[Storm]:
        """Return all storms of a player, the earliest first."""
        return await self._storms(
            select(storms).where(storms.c.player == player).order_by(storms.c.begun_at, storms.c.id)
        )

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


def _as(known: Storm) -> tuple[ColumnElement[bool], ...]:
    """Return the condition that a running storm is still as it was read."""
    is_as_void = storms.c.voided_by.is_not_distinct_from(known.voided_by)
    return storms.c.id == known.id, storms.c.n == known.n, storms.c.flags.is_(None), is_as_void


# Steps of a transaction


async def clear_storm(database: Database, connection: AsyncConnection, storm: str, by: str) -> None:
    """Let a flagged storm count again."""
    is_flagged = (storms.c.id == storm, storms.c.flags != "", storms.c.cleared_by.is_(None))
    await _change(database, connection, is_flagged, {"cleared_by": by})


async def void_storms(
    database: Database, connection: AsyncConnection, player: str, decision: str, storm: str | None
) -> bool:
    """Make one storm of a player void, or all of them; return whether there were any."""
    which = () if storm is None else (storms.c.id == storm,)
    is_valid = (storms.c.player == player, storms.c.voided_by.is_(None), *which)
    return await _change(database, connection, is_valid, {"voided_by": decision})


async def restore_storms(database: Database, connection: AsyncConnection, decision: str) -> None:
    """Make the storms valid again that a decision has made void."""
    await _change(database, connection, (storms.c.voided_by == decision,), {"voided_by": None})


async def _change(
    database: Database, connection: AsyncConnection, which: Sequence[ColumnElement[bool]], values: dict[str, Any]
) -> bool:
    """Change the storms of one player, and replace the player's best ones; return whether there were any."""
    changed = update(storms).where(*which).values(values).returning(storms.c.player)
    owners = {*(await connection.scalars(changed))}
    for player in owners:
        await _count_anew(database, connection, player)
    return bool(owners)


async def _count_anew(database: Database, connection: AsyncConnection, player: str) -> None:
    """Replace the best storms of a player by those that count now. Programs have none."""
    await connection.execute(delete(storm_bests).where(storm_bests.c.player == player))
    query = select(storms).join(players, players.c.id == storms.c.player)
    found = (await connection.execute(query.where(players.c.id == player, players.c.program.is_(False)))).mappings()
    for period, storm in best_storms(Storm(**row) for row in found).items():
        best = StormBest(player, storm.solved, storm.scored_at)
        await connection.execute(database.insert_new(storm_bests).values(period=period, **best._asdict()))
