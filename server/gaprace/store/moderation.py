"""Reports, decisions and void results in SQL."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, delete, exists, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import CountedGame, DailyKey, Sanction, StoredDecision, StoredPlayer, StoredReport, Voiding
from gaprace.store.base import SqlRepository, changes_row, may_be_id, shielded
from gaprace.store.database import Database
from gaprace.store.deals import DEAL, stored_deal
from gaprace.store.group_scores import renew_of_games
from gaprace.store.tables import (
    attempts,
    deals,
    decisions,
    games,
    players,
    races,
    recomputations,
    reports,
    voidings,
)

_IS_OPEN = reports.c.decision.is_(None)


class SqlModeration(SqlRepository):
    """Implements `ports.ModerationStore`."""

    @shielded
    async def add_report(self, report: StoredReport) -> StoredReport:
        """Add a report, unless the reporter has made the same before; return the stored one."""
        same = (getattr(reports.c, name) == getattr(report, name) for name in ("reporter", "player", "subject"))
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(reports).values(asdict(report)))
            return StoredReport(**(await connection.execute(select(reports).where(*same))).mappings().one())

    @shielded
    async def open_reports(self, limit: int) -> list[StoredReport]:
        """Return the oldest reports that no decision has settled."""
        query = select(reports).where(_IS_OPEN).order_by(reports.c.at, reports.c.id).limit(limit)
        async with self.database.read() as connection:
            return [StoredReport(**row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def reports(self, ids: Sequence[str]) -> list[StoredReport]:
        """Return reports by their ids, in any order."""
        async with self.database.read() as connection:
            rows = await connection.execute(select(reports).where(reports.c.id.in_(ids)))
            return [StoredReport(**row) for row in rows.mappings()]

    @shielded
    async def reports_by(self, reporter: str) -> list[StoredReport]:
        """Return all reports that a player has made, the oldest first."""
        query = select(reports).where(reports.c.reporter == reporter).order_by(reports.c.at, reports.c.id)
        async with self.database.read() as connection:
            return [StoredReport(**row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def count_open_reports(self, player: str | None = None) -> int:
        """Return the number of open reports, or of those about a player."""
        about = () if player is None else (reports.c.player == player,)
        return await self._count(_IS_OPEN, *about)

    @shielded
    async def count_reports_by(self, reporter: str, since: int) -> int:
        """Return how many reports a player has made since a time (ms since 1970)."""
        return await self._count(reports.c.reporter == reporter, reports.c.at >= since)

    async def _count(self, *which: ColumnElement[bool]) -> int:
        async with self.database.read() as connection:
            return await connection.scalar(select(func.count()).select_from(reports).where(*which)) or 0

    @shielded
    async def decision(self, decision_id: str) -> StoredDecision | None:
        """Return a decision."""
        found = await self._decisions(decisions.c.id == decision_id) if may_be_id(decision_id) else []
        return found[0] if found else None

    @shielded
    async def decisions(
        self, limit: int, before: tuple[int, str] | None = None, player: str | None = None
    ) -> list[StoredDecision]:
        """Return the latest decisions, or those before (at, id), or those about one player."""
        which = [] if player is None else [decisions.c.player == player]
        if before:
            which.append(tuple_(decisions.c.at, decisions.c.id) < before)
        return await self._decisions(*which, limit=limit)

    async def _decisions(self, *which: ColumnElement[bool], limit: int = 1) -> list[StoredDecision]:
        query = select(decisions).where(*which).order_by(decisions.c.at.desc(), decisions.c.id.desc()).limit(limit)
        async with self.database.read() as connection:
            return [StoredDecision(**row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def count_unread_decisions(self, player: str) -> int:
        """Return the number of decisions about a player that the player has not read."""
        unread = (decisions.c.player == player, decisions.c.read_at.is_(None))
        async with self.database.read() as connection:
            return await connection.scalar(select(func.count()).select_from(decisions).where(*unread)) or 0

    @shielded
    async def read_decision(self, decision_id: str, at: int) -> None:
        """Note when the player concerned first read a decision."""
        unread = (decisions.c.id == decision_id, decisions.c.read_at.is_(None))
        async with self.database.write() as connection:
            await connection.execute(update(decisions).where(*unread).values(read_at=at))

    @shielded
    async def answer_decision(self, decision_id: str, text: str, at: int) -> bool:
        """Store the one answer to a decision; return False if it has one."""
        unanswered = (decisions.c.id == decision_id, decisions.c.answered_at.is_(None))
        change = update(decisions).where(*unanswered).values(answer=text, answered_at=at)
        async with self.database.write() as connection:
            return await changes_row(connection, change)

    @shielded
    async def announcement(self, now: int) -> StoredDecision | None:
        """Return the latest announcement that holds now."""
        holds = (decisions.c.action == "announce", decisions.c.until > now, decisions.c.lifted_at.is_(None))
        found = await self._decisions(*holds)
        return found[0] if found else None

    @shielded
    async def find_players(self, name: str, limit: int) -> list[StoredPlayer]:
        """Return players of this name, by upper and lower case alike, the latest first."""
        is_named = func.lower(players.c.name) == func.lower(name)
        query = (
            select(players)
            .where(is_named, players.c.deleted_at.is_(None))
            .order_by(players.c.created_at.desc(), players.c.id)
            .limit(limit)
        )
        async with self.database.read() as connection:
            return [StoredPlayer(**row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def voidings(self) -> list[Voiding]:
        """Return what is still to be made void or valid."""
        async with self.database.read() as connection:
            rows = await connection.execute(select(voidings).order_by(voidings.c.decision))
            return [Voiding(**row) for row in rows.mappings()]

    @shielded
    async def recomputing(self) -> list[str]:
        """Return the variants whose ratings are being computed anew."""
        query = select(recomputations.c.variant).order_by(recomputations.c.variant)
        async with self.database.read() as connection:
            return [*(await connection.scalars(query))]


# Steps of a transaction


async def add_decision(connection: AsyncConnection, decision: StoredDecision, settled: Sequence[str]) -> None:
    """Add a decision, which settles these reports."""
    await connection.execute(insert(decisions).values(asdict(decision)))
    if settled:
        change = update(reports).where(reports.c.id.in_(settled), _IS_OPEN).values(decision=decision.id)
        await connection.execute(change)


async def lift_decision(connection: AsyncConnection, decision_id: str, at: int) -> bool:
    """Lift a decision; return False if it had been lifted before."""
    holds = (decisions.c.id == decision_id, decisions.c.lifted_at.is_(None))
    return await changes_row(connection, update(decisions).where(*holds).values(lifted_at=at))


async def standing_decisions(connection: AsyncConnection, player: str) -> list[StoredDecision]:
    """Return the decisions about a player that are not lifted, expired ones included, and lock the player."""
    await connection.execute(select(players.c.id).where(players.c.id == player).with_for_update(key_share=True))
    query = select(decisions).where(decisions.c.player == player, decisions.c.lifted_at.is_(None))
    return [StoredDecision(**row) for row in (await connection.execute(query)).mappings()]


async def sanction(connection: AsyncConnection, player: str, sanction: Sanction, until: int | None) -> None:
    """Set until when a player is kept from something; None for no longer."""
    await connection.execute(update(players).where(players.c.id == player).values({sanction: until}))


async def rename_player(connection: AsyncConnection, player: str, name: str) -> None:
    """Rename a player, unless deleted."""
    known = (players.c.id == player, players.c.deleted_at.is_(None))
    await connection.execute(update(players).where(*known).values(name=name))


_COUNTED: Select[Any] = (
    select(
        games.c.id,
        games.c.player,
        games.c.race,
        races.c.ended_at.label("race_ended_at"),
        attempts.c.date,
        attempts.c.variant.label("daily_variant"),
        *DEAL,
    )
    .select_from(games)
    .join(races, races.c.id == games.c.race)
    .join(deals, deals.c.id == races.c.deal)
    .outerjoin(attempts, attempts.c.game == games.c.id)
    .where(games.c.ended_at.is_not(None))
    .order_by(games.c.ended_at, games.c.id)
    .with_for_update(of=games, key_share=True)
)


async def countable_games(connection: AsyncConnection, limit: int, *which: ColumnElement[bool]) -> list[CountedGame]:
    """Return games that have ended and count, the earliest first, and lock them."""
    query = _COUNTED.where(games.c.ranked, *which).limit(limit)
    return [_counted(row) for row in (await connection.execute(query)).mappings()]


async def void_games(connection: AsyncConnection, decision_id: str, limit: int) -> list[CountedGame]:
    """Return some of the games that a decision has made void, and lock them."""
    query = _COUNTED.where(games.c.voided_by == decision_id).limit(limit)
    return [_counted(row) for row in (await connection.execute(query)).mappings()]


def _counted(row: RowMapping) -> CountedGame:
    return CountedGame(
        id=row["id"],
        player=row["player"],
        race=row["race"],
        variant=stored_deal(row).variant.name,
        race_ended_at=row["race_ended_at"],
        daily=None if row["date"] is None else DailyKey(row["date"], row["daily_variant"]),
    )


async def has_running_games(connection: AsyncConnection, player: str) -> bool:
    """Whether a player has ranked games that have not ended."""
    running = exists().where(games.c.player == player, games.c.ended_at.is_(None), games.c.ranked)
    return bool(await connection.scalar(select(running)))


async def set_void(
    database: Database, connection: AsyncConnection, voided: Sequence[str], voided_by: str | None
) -> None:
    """Make results void, or valid again. The places of their players stay locked until the transaction ends."""
    theirs = select(games.c.player).where(games.c.id.in_(voided))
    lock = select(players.c.id).where(players.c.id.in_(theirs)).order_by(players.c.id)
    await connection.execute(lock.with_for_update(key_share=True))
    change = update(games).where(games.c.id.in_(voided)).values(ranked=voided_by is None, voided_by=voided_by)
    await connection.execute(change)
    await renew_of_games(database, connection, voided)


async def add_voiding(database: Database, connection: AsyncConnection, voiding: Voiding) -> None:
    """Store what is to be made void or valid in the background, instead of what its decision meant before."""
    await connection.execute(database.insert_or_replace(voidings).values(asdict(voiding)))


async def end_voiding(connection: AsyncConnection, decision_id: str) -> None:
    """Forget what has been done."""
    await connection.execute(delete(voidings).where(voidings.c.decision == decision_id))
