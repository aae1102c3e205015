"""The scores within groups in SQL, one row for each daily of a group, and the divisions of their seasons.

Whatever changes a daily of a group, closes it included, calls a `renew_*` function in the same transaction: it counts
the version up, so that scores that were computed from what was there before are neither read nor stored.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy import func, select

from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.group_scores import DayScores
from gaprace.play.people.group_roles import MEMBER_ROLES
from gaprace.ports import DailyKey, UnscoredDaily
from gaprace.store.base import Executor, SqlRepository
from gaprace.store.tables import closings, entries, events, group_divisions, group_members, group_scores

_KEY = (group_scores.c.group, group_scores.c.daily, group_scores.c.date)
_IS_SCORED = group_scores.c.scored == group_scores.c.version
_ITS_CLOSING = sa.and_(closings.c.variant == group_scores.c.daily, closings.c.date == group_scores.c.date)
_IS_OWN = events.c.kind == "group_daily"
_ITS_EVENT = sa.and_(_IS_OWN, events.c.group == group_scores.c.group, events.c.label == group_scores.c.date)
_IS_CLOSED = sa.or_(
    sa.exists().where(_ITS_CLOSING, closings.c.done),
    sa.and_(group_scores.c.daily == OWN_DAILY, sa.exists().where(_ITS_EVENT, events.c.ended_at.is_not(None))),
)
Stored = TypeVar("Stored")
_decoder = msgspec.msgpack.Decoder(DayScores)


class SqlGroupScores(SqlRepository):
    """Implements `ports.GroupScoreStore`."""

    async def group_scores(self, group: str, daily: str, first: str, last: str) -> Mapping[str, DayScores | None]:
        found = await self._of_days(group_scores.c.scores, group, daily, first, last)
        return {date: None if scores is None else _decoder.decode(scores) for date, scores in found.items()}

    async def group_score_versions(self, group: str, daily: str, first: str, last: str) -> Mapping[str, int | None]:
        """Return the versions of the scores of a group's dailies between two dates, by date; None as above."""
        return await self._of_days(group_scores.c.version, group, daily, first, last)

    async def _of_days(
        self, column: sa.Column[Stored], group: str, daily: str, first: str, last: str
    ) -> Mapping[str, Stored | None]:
        return {
            date: its if is_right else None
            for date, its, is_right in await self.tuples(_days(column, group, daily, first, last))
        }

    async def unscored_dailies(self, limit: int) -> Sequence[UnscoredDaily]:
        query = sa.select(*_KEY, group_scores.c.version).where(~_IS_SCORED, _IS_CLOSED)
        query = query.order_by(group_scores.c.date.desc(), group_scores.c.group).limit(limit)
        return [UnscoredDaily(*row) for row in await self.tuples(query)]

    async def save_group_scores(self, daily: UnscoredDaily, scores: DayScores) -> bool:
        *key, version = daily
        its = [column == value for column, value in zip(_KEY, key, strict=True)]
        change = sa.update(group_scores).where(*its, group_scores.c.version == version)
        change = change.values(scored=version, scores=msgspec.msgpack.encode(scores))
        return await self.change(change)


def are_dailies(group: str, daily: str) -> sa.ColumnElement[bool]:
    """Whether events are the own dailies of a group, or the world's dailies in a variant."""
    if daily == OWN_DAILY:
        return sa.and_(_IS_OWN, events.c.group == group)
    return sa.and_(events.c.kind == "daily", events.c.parent == daily)


def _days(column: sa.Column[Any], group: str, daily: str, first: str, last: str) -> sa.Select[Any]:
    """Read dates, and whether their scores are right. A closed daily without a row is one that no member has played."""
    scores, day = group_scores.c, events.c.label
    its_closing = (closings.c.variant == daily, closings.c.date == day, closings.c.done)
    is_closed = events.c.ended_at.is_not(None) if daily == OWN_DAILY else sa.exists().where(*its_closing)
    return (
        sa.select(day, column, sa.and_(_IS_SCORED, is_closed))
        .outerjoin(group_scores, sa.and_(scores.group == group, scores.daily == daily, scores.date == day))
        .where(are_dailies(group, daily), day.between(first, last), sa.or_(~is_closed, scores.date.is_not(None)))
    )


# Steps of a transaction


async def renew_own(executor: Executor, *which: sa.ColumnElement[bool]) -> None:
    """Rescore own dailies of groups: those of these events."""
    of = sa.select(events.c.group, sa.literal(OWN_DAILY), events.c.label).where(_IS_OWN, *which)
    await _renew(executor, of.order_by(events.c.group, events.c.label))


async def renew_of_games(executor: Executor, games: Collection[str]) -> None:
    """Rescore the own dailies of groups in which these games are. Closings rescore the world's."""
    codes = sa.select(entries.c.event).where(entries.c.game.in_(games))
    await renew_own(executor, events.c.code.in_(codes))


async def renew_of_member(executor: Executor, group: str, player: str) -> None:
    """Rescore the dailies of a group that a joining or leaving member has played."""
    daily = sa.case((_IS_OWN, OWN_DAILY), else_=events.c.parent).label("daily")
    of = (
        sa.select(sa.literal(group), daily, events.c.label)
        .join(entries, entries.c.event == events.c.code)
        .where(entries.c.player == player)
        .where(sa.or_(events.c.kind == "daily", sa.and_(_IS_OWN, events.c.group == group)))
    )
    await _renew(executor, of.order_by(daily, events.c.label))


async def renew_of_players(executor: Executor, daily: DailyKey, players: Collection[str]) -> None:
    """Rescore one of the world's dailies in all groups of these players."""
    of = (
        sa.select(group_members.c.group, sa.literal(daily.variant), sa.literal(daily.date))
        .where(group_members.c.player.in_(players), group_members.c.role.in_(MEMBER_ROLES))
        .distinct()
    )
    await _renew(executor, of.order_by(group_members.c.group))


async def _renew(executor: Executor, of: sa.Select[Any]) -> None:
    """Count up the versions of dailies, given by their keys, in the order in which rows are locked."""
    rows = of.add_columns(sa.literal(1), sa.literal(0))
    renewed = executor.database.insert_or_add(group_scores, group_scores.c.version)
    await executor.execute(renewed.from_select(["group", "daily", "date", "version", "scored"], rows))


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
            async with self.writing() as executor:
                await executor.execute(self.database.insert_new(group_divisions), rows)
