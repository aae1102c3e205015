"""Reports, decisions and void results in SQL."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, and_, delete, exists, func, insert, select, tuple_, update

from gaprace.play.people.moderation import Sanction
from gaprace.ports import CountedGame, DailyKey, StoredPlayer, StoredReport, Voiding
from gaprace.store.base import SqlRepository, SqlSteps, may_be_id
from gaprace.store.deals import DEAL, stored_deal
from gaprace.store.group_scores import renew_of_games
from gaprace.store.tables import (
    deals,
    decisions,
    entries,
    events,
    games,
    players,
    races,
    recomputations,
    reports,
    voidings,
)
from gaprace.wire.http import Decision

_IS_OPEN = reports.c.decision.is_(None)


class SqlModeration(SqlRepository):
    """Implements `ports.ModerationStore`."""

    async def add_report(self, report: StoredReport) -> StoredReport:
        same = (getattr(reports.c, name) == getattr(report, name) for name in ("reporter", "player", "subject"))
        async with self.writing() as executor:
            await executor.execute(self.database.insert_new(reports).values(asdict(report)))
            return StoredReport(**(await executor.execute(select(reports).where(*same))).mappings().one())

    async def open_reports(self, limit: int) -> list[StoredReport]:
        query = select(reports).where(_IS_OPEN).order_by(reports.c.at, reports.c.id).limit(limit)
        return await self.all(StoredReport, query)

    async def reports(self, ids: Sequence[str]) -> list[StoredReport]:
        return await self.all(StoredReport, select(reports).where(reports.c.id.in_(ids)))

    async def reports_by(self, reporter: str) -> list[StoredReport]:
        query = select(reports).where(reports.c.reporter == reporter).order_by(reports.c.at, reports.c.id)
        return await self.all(StoredReport, query)

    async def count_open_reports(self) -> int:
        return await self._count(_IS_OPEN)

    async def count_reports_by(self, reporter: str, since: int) -> int:
        return await self._count(reports.c.reporter == reporter, reports.c.at >= since)

    async def _count(self, *which: ColumnElement[bool]) -> int:
        return await self.count(reports, *which)

    async def decision(self, decision_id: str) -> Decision | None:
        found = await self._decisions(decisions.c.id == decision_id) if may_be_id(decision_id) else []
        return found[0] if found else None

    async def decisions(
        self, limit: int, after: tuple[int, str] | None = None, player: str | None = None
    ) -> list[Decision]:
        which = [] if player is None else [decisions.c.player == player]
        if after:
            which.append(tuple_(decisions.c.at, decisions.c.id) < after)
        return await self._decisions(*which, limit=limit)

    async def _decisions(self, *which: ColumnElement[bool], limit: int = 1) -> list[Decision]:
        query = select(decisions).where(*which).order_by(decisions.c.at.desc(), decisions.c.id.desc()).limit(limit)
        return await self.all(Decision, query)

    async def count_unread_decisions(self, player: str) -> int:
        unread = (decisions.c.player == player, decisions.c.read_at.is_(None))
        return await self.count(decisions, *unread)

    async def read_decision(self, decision_id: str, at: int) -> None:
        unread = (decisions.c.id == decision_id, decisions.c.read_at.is_(None))
        await self.change(update(decisions).where(*unread).values(read_at=at))

    async def answer_decision(self, decision_id: str, text: str, at: int) -> bool:
        unanswered = (decisions.c.id == decision_id, decisions.c.answered_at.is_(None))
        change = update(decisions).where(*unanswered).values(answer=text, answered_at=at)
        return await self.change(change)

    async def announcement(self, now: int) -> Decision | None:
        holds = (
            decisions.c.action == "announce",
            decisions.c.until > now,
            decisions.c.lifted_at.is_(None),
        )
        found = await self._decisions(*holds)
        return found[0] if found else None

    async def find_players(self, name: str, limit: int) -> list[StoredPlayer]:
        is_named = func.lower(players.c.name) == func.lower(name)
        query = (
            select(players)
            .where(is_named, players.c.deleted_at.is_(None))
            .order_by(players.c.created_at.desc(), players.c.id)
            .limit(limit)
        )
        return await self.all(StoredPlayer, query)

    async def voidings(self) -> list[Voiding]:
        return await self.all(Voiding, select(voidings).order_by(voidings.c.decision))

    async def recomputing(self) -> list[str]:
        query = select(recomputations.c.variant).order_by(recomputations.c.variant)
        return [*await self.scalars(query)]


# Steps of a transaction


class SqlModerationSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def add_decision(self, decision: Decision, settled: Sequence[str]) -> None:
        row = {column.name: getattr(decision, column.name) for column in decisions.c}
        await self.execute(insert(decisions).values(row))
        if settled:
            change = update(reports).where(reports.c.id.in_(settled), _IS_OPEN).values(decision=decision.id)
            await self.execute(change)

    async def lift_decision(self, decision_id: str, at: int) -> bool:
        holds = (decisions.c.id == decision_id, decisions.c.lifted_at.is_(None))
        return await self.change(update(decisions).where(*holds).values(lifted_at=at))

    async def standing_decisions(self, player: str) -> list[Decision]:
        await self.execute(select(players.c.id).where(players.c.id == player).with_for_update(key_share=True))
        query = select(decisions).where(decisions.c.player == player, decisions.c.lifted_at.is_(None))
        return await self.all(Decision, query)

    async def sanction(self, player: str, sanction: Sanction, until: int | None) -> None:
        await self.execute(update(players).where(players.c.id == player).values({sanction: until}))

    async def rename_player(self, player: str, name: str) -> None:
        known = (players.c.id == player, players.c.deleted_at.is_(None))
        await self.execute(update(players).where(*known).values(name=name))

    async def countable_game(self, game_id: str) -> CountedGame | None:
        found = await self._counted(games.c.ranked, games.c.id == game_id)
        return found[0] if found else None

    async def countable_games(self, player: str, limit: int) -> list[CountedGame]:
        return await self._counted(games.c.ranked, games.c.player == player, limit=limit)

    async def void_games(self, decision_id: str, limit: int) -> list[CountedGame]:
        return await self._counted(games.c.voided_by == decision_id, limit=limit)

    async def _counted(self, *which: ColumnElement[bool], limit: int = 1) -> list[CountedGame]:
        query = _COUNTED.where(*which).limit(limit)
        return [_counted(row) for row in await self.rows(query)]

    async def has_running_games(self, player: str) -> bool:
        running = exists().where(games.c.player == player, games.c.ended_at.is_(None), games.c.ranked)
        return bool(await self.scalar(select(running)))

    async def set_void(self, voided: Sequence[str], voided_by: str | None) -> None:
        theirs = select(games.c.player).where(games.c.id.in_(voided))
        lock = select(players.c.id).where(players.c.id.in_(theirs)).order_by(players.c.id)
        await self.execute(lock.with_for_update(key_share=True))
        change = update(games).where(games.c.id.in_(voided)).values(ranked=voided_by is None, voided_by=voided_by)
        await self.execute(change)
        await renew_of_games(self, voided)

    async def add_voiding(self, voiding: Voiding) -> None:
        await self.execute(self.database.insert_or_replace(voidings).values(asdict(voiding)))

    async def end_voiding(self, decision_id: str) -> None:
        await self.execute(delete(voidings).where(voidings.c.decision == decision_id))


_COUNTED: Select[Any] = (
    select(
        games.c.id,
        games.c.player,
        games.c.race,
        races.c.ended_at.label("race_ended_at"),
        events.c.label.label("date"),
        events.c.parent.label("daily_variant"),
        *DEAL,
    )
    .select_from(games)
    .join(races, races.c.id == games.c.race)
    .join(deals, deals.c.id == races.c.deal)
    .outerjoin(entries, entries.c.game == games.c.id)
    .outerjoin(events, and_(events.c.code == entries.c.event, events.c.kind == "daily"))
    .where(games.c.ended_at.is_not(None))
    .order_by(games.c.ended_at, games.c.id)
    .with_for_update(of=games, key_share=True)
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
