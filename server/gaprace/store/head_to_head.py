"""What two players have played against each other, in SQL."""

from typing import Any

from sqlalchemy import FromClause, Row, Select, and_, select

from gaprace.ports import DailyKey, SharedRace
from gaprace.rules.ranking import Outcome
from gaprace.store.base import SqlRepository, may_be_id, shielded
from gaprace.store.deals import stored_variant
from gaprace.store.tables import attempts, dailies, deals, games, races, rooms

_theirs = games.alias("theirs")
_RULES = deals.c.variant.label("rules")
_their_attempts = attempts.alias("their_attempts")


class SqlHeadToHead(SqlRepository):
    """Implements `ports.HeadToHeadStore`."""

    @shielded
    async def shared_races(self, player: str, other: str, limit: int) -> list[SharedRace]:
        """Return the ended races of two players with a move of each, newest first, among `limit` games of `player`."""
        return await self._shared(_shared_races(player, other, limit), player, other)

    @shielded
    async def shared_dailies(self, player: str, other: str) -> list[SharedRace]:
        """Return the dailies that both players have ended with a ranked game and a move, newest first."""
        return await self._shared(_shared_dailies(player, other), player, other)

    async def _shared(self, query: Select[Any], player: str, other: str) -> list[SharedRace]:
        if not (may_be_id(player) and may_be_id(other)):
            return []
        async with self.database.read() as connection:
            return [_shared_race(row) for row in await connection.execute(query)]


def _shared_races(player: str, other: str, limit: int) -> Select[Any]:
    needed = [games.c[name] for name in ("race", "ended_at", "voided_by", *Outcome._fields)]
    mine = (
        select(*needed)
        .where(games.c.player == player, games.c.ended_at.is_not(None))
        .order_by(games.c.ended_at.desc(), games.c.id.desc())
        .limit(limit)
        .subquery("mine")
    )
    return (
        select(*_outcomes(mine), races.c.id.label("race"), races.c.ended_at, rooms.c.listed, _RULES)
        .select_from(mine)
        .join(_theirs, and_(_theirs.c.race == mine.c.race, _theirs.c.player == other))
        .join(races, races.c.id == mine.c.race)
        .join(rooms, rooms.c.code == races.c.room)
        .join(deals, deals.c.id == races.c.deal)
        .where(races.c.ended_at.is_not(None), *_are_results(mine))
        .order_by(races.c.ended_at.desc(), races.c.id.desc())
    )


def _shared_dailies(player: str, other: str) -> Select[Any]:
    mine = games.alias("mine")
    their_attempt = and_(_their_attempts.c.date == attempts.c.date, _their_attempts.c.variant == attempts.c.variant)
    return (
        select(*_outcomes(mine), mine.c.ended_at.label("mine_ended_at"), _theirs.c.ended_at, dailies.c.date, _RULES)
        .select_from(attempts)
        .join(_their_attempts, and_(their_attempt, _their_attempts.c.player == other))
        # The players stand in these, too, so that indexes alone can answer.
        .join(mine, and_(mine.c.id == attempts.c.game, mine.c.player == player))
        .join(_theirs, and_(_theirs.c.id == _their_attempts.c.game, _theirs.c.player == other))
        .join(dailies, and_(dailies.c.date == attempts.c.date, dailies.c.variant == attempts.c.variant))
        .join(deals, deals.c.id == dailies.c.deal)
        .where(attempts.c.player == player, mine.c.ranked, _theirs.c.ranked, *_are_results(mine))
        .order_by(attempts.c.date.desc(), attempts.c.variant)
    )


def _outcomes(mine: FromClause) -> list[Any]:
    return [
        side.c[name].label(f"{prefix}_{name}")
        for prefix, side in (("mine", mine), ("theirs", _theirs))
        for name in Outcome._fields
    ]


def _are_results(mine: FromClause) -> list[Any]:
    sides = (mine, _theirs)
    return [
        *(side.c.ended_at.is_not(None) for side in sides),
        *(side.c.moves > 0 for side in sides),
        *(side.c.voided_by.is_(None) for side in sides),
    ]


def _shared_race(row: Row[Any]) -> SharedRace:
    """Read a row that begins with the columns of `_outcomes`."""
    size = len(Outcome._fields)
    mine, theirs = Outcome(*row[:size]), Outcome(*row[size : 2 * size])
    variant = stored_variant(row.rules)
    if "race" in row._fields:
        return SharedRace(variant, row.ended_at, mine, theirs, row.race, row.listed)
    ended_at = max(row.mine_ended_at, row.ended_at)
    return SharedRace(variant, ended_at, mine, theirs, daily=DailyKey(row.date, variant.name))
