"""Analyses and examinations of finished games in SQL."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import RowMapping, exists, false, func, not_, select, true, update

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.ports import EarlierGame, FlaggedGame, StoredAnalysis, StoredExamination
from gaprace.rules.deal import Deal
from gaprace.store.base import SqlRepository, SqlSteps, claim, made, may_be_id
from gaprace.store.deals import deal_row
from gaprace.store.races import IS_PLAYED, RESULT, stored_result
from gaprace.store.tables import actions, analyses, entries, examinations, games, places, players, races, sessions
from gaprace.wire.http import AccuracyPoint


class SqlAnalyses(SqlRepository):
    """Implements `ports.AnalysisStore`."""

    async def ask_analysis(self, game: str, asked_at: int, share: str = "", turn_ms: int = 0) -> None:
        last = select(func.max(analyses.c.turn_at)).where(analyses.c.share == share, not_(analyses.c.done))
        async with self.writing() as executor:
            before = await executor.scalar(last) if share else None
            turn_at = asked_at if before is None else max(asked_at, before + turn_ms)
            row = {"game": game, "turn_at": turn_at, "share": share, "findings": b"", "done": False}
            await executor.execute(self.database.insert_new(analyses).values(row))

    async def open_analyses(self, share: str | None = None) -> int:
        its = [] if share is None else [analyses.c.share == share]
        return await self.count(analyses, not_(analyses.c.done), *its)

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


class SqlExaminations(SqlRepository):
    """Implements `ports.ExaminationStore`."""

    async def examination(self, game: str) -> StoredExamination | None:
        if not may_be_id(game):
            return None
        row = await self.row(select(examinations).where(examinations.c.game == game))
        return _stored(row) if row else None

    async def claim_examination(self, now: int, until: int) -> StoredExamination | None:
        query = select(examinations).where(not_(examinations.c.done))
        first = query.order_by(examinations.c.asked_at, examinations.c.game).limit(1)
        rows = await claim(self, examinations, first, now, until)
        return _stored(rows[0]) if rows else None

    async def flagged_games(self, leaderboard: Leaderboard, limit: int) -> list[FlaggedGame]:
        query = (
            select(games.c.id, games.c.player, players.c.name, examinations.c.flags, *RESULT, games.c.ended_at)
            .join(games, games.c.id == examinations.c.game)
            .join(players, players.c.id == games.c.player)
            .where(examinations.c.flagged, examinations.c.leaderboard == leaderboard.text)
            .order_by(examinations.c.asked_at.desc(), examinations.c.game)
            .limit(limit)
        )
        rows = await self.rows(query)
        return [
            FlaggedGame(row["id"], row["player"], row["name"], row["flags"], stored_result(row), row["ended_at"])
            for row in rows
        ]

    async def noted_examinations(self, limit: int) -> list[StoredExamination]:
        query = (
            select(examinations)
            .join(games, games.c.id == examinations.c.game)
            .where(examinations.c.noted, games.c.voided_by.is_(None))
            .order_by(examinations.c.asked_at, examinations.c.game)
            .limit(limit)
        )
        return [_stored(row) for row in await self.rows(query)]

    async def scouts(self, event: str, player: str, before: int) -> int:
        mine = select(sessions.c.network).where(sessions.c.player == player, sessions.c.network != "")
        kin = select(sessions.c.player).where(sessions.c.network.in_(mine), sessions.c.player != player)
        has_played = exists().where(games.c.player == entries.c.player, games.c.moves > 0)
        plays = exists().where(actions.c.game == entries.c.game, actions.c.action.contains("@"))
        query = select(func.count()).where(entries.c.event == event, entries.c.player.in_(kin))
        looked = await self.scalar(query.where(entries.c.at < before, entries.c.game.is_not(None), ~has_played, ~plays))
        return looked or 0

    async def earlier_games(
        self, leaderboard: Leaderboard, deal: Deal, player: str, before: int, limit: int
    ) -> Sequence[EarlierGame]:
        best = select(games.c.id, games.c.transcript)
        best = best.where(IS_PLAYED, games.c.ended_at < before, games.c.player != player)
        if leaderboard.kind == "daily":
            of_leaders = (
                select(places.c.game)
                .where(places.c.leaderboard == leaderboard.text)
                .order_by(places.c.key, places.c.player)
                .limit(limit)
                .subquery()
            )
            query = best.join(of_leaders, of_leaders.c.game == games.c.id)
        else:
            query = (
                best.join(races, races.c.id == games.c.race)
                .where(races.c.deal == deal_row(deal)["id"])
                .order_by(games.c.score.desc(), games.c.id)
                .limit(limit)
            )
        rows = await self.rows(query)
        return [EarlierGame(row["id"], row["transcript"]) for row in rows]


# Steps of a transaction


class SqlExaminationSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def ask_examinations(self, asked: Mapping[str, Leaderboard], at: int) -> None:
        rows = [
            {
                "game": game,
                "leaderboard": leaderboard.text,
                "asked_at": at,
                "flags": b"[]",
                "done": False,
                "noted": False,
                "flagged": False,
            }
            for game, leaderboard in sorted(asked.items())
        ]
        if rows:
            await self.execute(self.database.insert_new(examinations).values(rows))

    async def save_examination(self, game: str, flags: bytes, *, noted: bool) -> bool:
        change = update(examinations).where(examinations.c.game == game, not_(examinations.c.done))
        return await self.change(change.values(flags=flags, noted=noted, done=True))

    async def last_examinations(self, player: str, limit: int) -> list[StoredExamination]:
        query = (
            select(examinations)
            .join(games, games.c.id == examinations.c.game)
            .where(games.c.player == player, examinations.c.done)
            .order_by(games.c.ended_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        return [_stored(row) for row in await self.rows(query)]

    async def leave_out(self, of: Sequence[str]) -> None:
        for game in sorted(of):
            await self.execute(
                update(examinations).where(examinations.c.game == game, examinations.c.noted).values(flagged=true())
            )

    async def clear_examination(self, game: str, by: str, at: int) -> bool:
        change = update(examinations).where(examinations.c.game == game, examinations.c.noted)
        cleared = {"noted": false(), "flagged": false(), "cleared_by": by, "cleared_at": at}
        return await self.change(change.values(cleared))

    async def flagged_players(self, leaderboard: Leaderboard, player_ids: Sequence[str]) -> set[str]:
        query = (
            select(games.c.player)
            .join(examinations, examinations.c.game == games.c.id)
            .where(examinations.c.flagged, examinations.c.leaderboard == leaderboard.text)
            .where(games.c.player.in_(player_ids))
        )
        return {*await self.scalars(query)}


def _stored(row: RowMapping) -> StoredExamination:
    is_ = {f"is_{name}": row[name] for name in ("done", "noted", "flagged")}
    return made(StoredExamination, row, leaderboard=Leaderboard.from_text(row["leaderboard"]), **is_)
