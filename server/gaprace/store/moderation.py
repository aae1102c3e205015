"""Reports, decisions and void results in SQL."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, and_, delete, exists, func, insert, select, tuple_, update

from gaprace.ports import CountedGame, DailyKey, Sanction, StoredPlayer, StoredReport, Voiding
from gaprace.store import tables
from gaprace.store.base import SqlRepository, SqlSteps, changes_row, may_be_id
from gaprace.store.deals import DEAL, stored_deal
from gaprace.store.group_scores import renew_of_games
from gaprace.wire.http import Decision

_IS_OPEN = tables.reports.c.decision.is_(None)


class SqlModeration(SqlRepository):
    """Implements `ports.ModerationStore`."""

    async def add_report(self, report: StoredReport) -> StoredReport:
        same = (getattr(tables.reports.c, name) == getattr(report, name) for name in ("reporter", "player", "subject"))
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(tables.reports).values(asdict(report)))
            return StoredReport(**(await connection.execute(select(tables.reports).where(*same))).mappings().one())

    async def open_reports(self, limit: int) -> list[StoredReport]:
        query = select(tables.reports).where(_IS_OPEN).order_by(tables.reports.c.at, tables.reports.c.id).limit(limit)
        return [StoredReport(**row) for row in await self.rows(query)]

    async def reports(self, ids: Sequence[str]) -> list[StoredReport]:
        async with self.database.read() as connection:
            rows = await connection.execute(select(tables.reports).where(tables.reports.c.id.in_(ids)))
            return [StoredReport(**row) for row in rows.mappings()]

    async def reports_by(self, reporter: str) -> list[StoredReport]:
        query = (
            select(tables.reports)
            .where(tables.reports.c.reporter == reporter)
            .order_by(tables.reports.c.at, tables.reports.c.id)
        )
        return [StoredReport(**row) for row in await self.rows(query)]

    async def count_open_reports(self, player: str | None = None) -> int:
        about = () if player is None else (tables.reports.c.player == player,)
        return await self._count(_IS_OPEN, *about)

    async def count_reports_by(self, reporter: str, since: int) -> int:
        return await self._count(tables.reports.c.reporter == reporter, tables.reports.c.at >= since)

    async def _count(self, *which: ColumnElement[bool]) -> int:
        return await self.scalar(select(func.count()).select_from(tables.reports).where(*which)) or 0

    async def decision(self, decision_id: str) -> Decision | None:
        found = await self._decisions(tables.decisions.c.id == decision_id) if may_be_id(decision_id) else []
        return found[0] if found else None

    async def decisions(
        self, limit: int, after: tuple[int, str] | None = None, player: str | None = None
    ) -> list[Decision]:
        which = [] if player is None else [tables.decisions.c.player == player]
        if after:
            which.append(tuple_(tables.decisions.c.at, tables.decisions.c.id) < after)
        return await self._decisions(*which, limit=limit)

    async def _decisions(self, *which: ColumnElement[bool], limit: int = 1) -> list[Decision]:
        query = (
            select(tables.decisions)
            .where(*which)
            .order_by(tables.decisions.c.at.desc(), tables.decisions.c.id.desc())
            .limit(limit)
        )
        return [Decision(**row) for row in await self.rows(query)]

    async def count_unread_decisions(self, player: str) -> int:
        unread = (tables.decisions.c.player == player, tables.decisions.c.read_at.is_(None))
        return await self.scalar(select(func.count()).select_from(tables.decisions).where(*unread)) or 0

    async def read_decision(self, decision_id: str, at: int) -> None:
        unread = (tables.decisions.c.id == decision_id, tables.decisions.c.read_at.is_(None))
        await self.change(update(tables.decisions).where(*unread).values(read_at=at))

    async def answer_decision(self, decision_id: str, text: str, at: int) -> bool:
        unanswered = (tables.decisions.c.id == decision_id, tables.decisions.c.answered_at.is_(None))
        change = update(tables.decisions).where(*unanswered).values(answer=text, answered_at=at)
        return await self.change(change)

    async def announcement(self, now: int) -> Decision | None:
        holds = (
            tables.decisions.c.action == "announce",
            tables.decisions.c.until > now,
            tables.decisions.c.lifted_at.is_(None),
        )
        found = await self._decisions(*holds)
        return found[0] if found else None

    async def find_players(self, name: str, limit: int) -> list[StoredPlayer]:
        is_named = func.lower(tables.players.c.name) == func.lower(name)
        query = (
            select(tables.players)
            .where(is_named, tables.players.c.deleted_at.is_(None))
            .order_by(tables.players.c.created_at.desc(), tables.players.c.id)
            .limit(limit)
        )
        return [StoredPlayer(**row) for row in await self.rows(query)]

    async def voidings(self) -> list[Voiding]:
        async with self.database.read() as connection:
            rows = await connection.execute(select(tables.voidings).order_by(tables.voidings.c.decision))
            return [Voiding(**row) for row in rows.mappings()]

    async def recomputing(self) -> list[str]:
        query = select(tables.recomputations.c.variant).order_by(tables.recomputations.c.variant)
        return [*await self.scalars(query)]


def _decision_row(decision: Decision) -> dict[str, Any]:
    return {column.name: getattr(decision, column.name) for column in tables.decisions.c}


# Steps of a transaction


class SqlModerationSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def add_decision(self, decision: Decision, settled: Sequence[str]) -> None:
        await self.connection.execute(insert(tables.decisions).values(_decision_row(decision)))
        if settled:
            change = (
                update(tables.reports).where(tables.reports.c.id.in_(settled), _IS_OPEN).values(decision=decision.id)
            )
            await self.connection.execute(change)

    async def lift_decision(self, decision_id: str, at: int) -> bool:
        holds = (tables.decisions.c.id == decision_id, tables.decisions.c.lifted_at.is_(None))
        return await changes_row(self.connection, update(tables.decisions).where(*holds).values(lifted_at=at))

    async def standing_decisions(self, player: str) -> list[Decision]:
        await self.connection.execute(
            select(tables.players.c.id).where(tables.players.c.id == player).with_for_update(key_share=True)
        )
        query = select(tables.decisions).where(
            tables.decisions.c.player == player, tables.decisions.c.lifted_at.is_(None)
        )
        return [Decision(**row) for row in (await self.connection.execute(query)).mappings()]

    async def sanction(self, player: str, sanction: Sanction, until: int | None) -> None:
        await self.connection.execute(
            update(tables.players).where(tables.players.c.id == player).values({sanction: until})
        )

    async def rename_player(self, player: str, name: str) -> None:
        known = (tables.players.c.id == player, tables.players.c.deleted_at.is_(None))
        await self.connection.execute(update(tables.players).where(*known).values(name=name))

    async def countable_game(self, game_id: str) -> CountedGame | None:
        found = await self._counted(tables.games.c.ranked, tables.games.c.id == game_id)
        return found[0] if found else None

    async def countable_games(self, player: str, limit: int) -> list[CountedGame]:
        return await self._counted(tables.games.c.ranked, tables.games.c.player == player, limit=limit)

    async def void_games(self, decision_id: str, limit: int) -> list[CountedGame]:
        return await self._counted(tables.games.c.voided_by == decision_id, limit=limit)

    async def _counted(self, *which: ColumnElement[bool], limit: int = 1) -> list[CountedGame]:
        query = _COUNTED.where(*which).limit(limit)
        return [_counted(row) for row in (await self.connection.execute(query)).mappings()]

    async def has_running_games(self, player: str) -> bool:
        running = exists().where(
            tables.games.c.player == player, tables.games.c.ended_at.is_(None), tables.games.c.ranked
        )
        return bool(await self.connection.scalar(select(running)))

    async def set_void(self, voided: Sequence[str], voided_by: str | None) -> None:
        theirs = select(tables.games.c.player).where(tables.games.c.id.in_(voided))
        lock = select(tables.players.c.id).where(tables.players.c.id.in_(theirs)).order_by(tables.players.c.id)
        await self.connection.execute(lock.with_for_update(key_share=True))
        change = (
            update(tables.games)
            .where(tables.games.c.id.in_(voided))
            .values(ranked=voided_by is None, voided_by=voided_by)
        )
        await self.connection.execute(change)
        await renew_of_games(self.database, self.connection, voided)

    async def add_voiding(self, voiding: Voiding) -> None:
        await self.connection.execute(self.database.insert_or_replace(tables.voidings).values(asdict(voiding)))

    async def end_voiding(self, decision_id: str) -> None:
        await self.connection.execute(delete(tables.voidings).where(tables.voidings.c.decision == decision_id))


_COUNTED: Select[Any] = (
    select(
        tables.games.c.id,
        tables.games.c.player,
        tables.games.c.race,
        tables.races.c.ended_at.label("race_ended_at"),
        tables.events.c.label.label("date"),
        tables.events.c.parent.label("daily_variant"),
        *DEAL,
    )
    .select_from(tables.games)
    .join(tables.races, tables.races.c.id == tables.games.c.race)
    .join(tables.deals, tables.deals.c.id == tables.races.c.deal)
    .outerjoin(tables.entries, tables.entries.c.game == tables.games.c.id)
    .outerjoin(tables.events, and_(tables.events.c.code == tables.entries.c.event, tables.events.c.kind == "daily"))
    .where(tables.games.c.ended_at.is_not(None))
    .order_by(tables.games.c.ended_at, tables.games.c.id)
    .with_for_update(of=tables.games, key_share=True)
)


def _counted(row: RowMapping) -> CountedGame:
    return CountedGame(
        id=row["id"],
        player=row["player"],
        race=row["race"],
        variant=stored_deal(row).variant.name,
        race_ended_at=row["race_ended_at"],
        daily=None if row["date"] is None else DailyKey(row["date"], row["daily_variant"]),
    )
