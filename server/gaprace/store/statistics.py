"""A player's games in SQL: recent games, everything for an export, and what two players have against each other."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, FromClause, Row, RowMapping, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.live.bots import level_of
from gaprace.ports import DailyKey, EndedGame, OwnGame, OwnPlace, SharedRace
from gaprace.rules.ranking import Result
from gaprace.rules.variants import VARIANTS
from gaprace.store.base import SqlRepository, may_be_id
from gaprace.store.deals import DEAL, play_of, stored_deal, stored_variant
from gaprace.store.races import IS_RECORDED_NOW, IS_SEALING, OPEN_RACE, RESULT, stored_result, stored_seal
from gaprace.store.tables import attempts, dailies, deals, events, games, places, races, rooms

_WITH_DEAL = (
    games.join(races, races.c.id == games.c.race)
    .join(deals, deals.c.id == races.c.deal)
    .outerjoin(dailies, dailies.c.deal == deals.c.id)
    .outerjoin(events, IS_SEALING)
)


class SqlStatistics(SqlRepository):
    """Implements `ports.StatisticsStore`."""

    async def last_ended_at(self, player_id: str) -> int | None:
        query = select(func.max(games.c.ended_at)).where(games.c.player == player_id)
        async with self.database.read() as connection:
            last: int | None = await connection.scalar(query)
            return last

    async def recent_games(self, player_id: str, limit: int) -> list[EndedGame]:
        query = (
            select(games, races.c.ended_at.label("race_ended_at"), rooms.c.listed, *DEAL, *OPEN_RACE)
            .select_from(_WITH_DEAL.join(rooms, rooms.c.code == races.c.room))
            .where(games.c.player == player_id, games.c.ended_at.is_not(None))
            .order_by(games.c.ended_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with self.database.read() as connection:
            rows = [*(await connection.execute(query)).mappings()]
            others = select(games.c.race, games.c.id, *RESULT).where(games.c.race.in_([row["race"] for row in rows]))
            raced: dict[str, list[RowMapping]] = defaultdict(list)
            for other in (await connection.execute(others)).mappings():
                raced[other["race"]].append(other)
        return [_played(row, raced[row["race"]]) for row in rows]

    async def game_ids(self, player_id: str) -> list[str]:
        query = (
            select(games.c.id)
            .join(races, races.c.id == games.c.race)
            .where(games.c.player == player_id)
            .order_by(races.c.starts_at, games.c.id)
        )
        return [*await self.scalars(query)]

    async def own_games(self, player_id: str, game_ids: Sequence[str]) -> list[OwnGame]:
        query = (
            select(games, races.c.room, races.c.starts_at, *DEAL, *OPEN_RACE)
            .select_from(_WITH_DEAL)
            .where(games.c.id.in_(game_ids), games.c.player == player_id)
            .order_by(races.c.starts_at, games.c.id)
        )
        return [_own(row) for row in await self.rows(query)]

    async def own_places(self, player_id: str) -> list[OwnPlace]:
        query = (
            select(places.c.leaderboard, places.c.key, places.c.game)
            .where(places.c.player == player_id)
            .order_by(places.c.leaderboard)
        )
        async with self.database.read() as connection:
            rows = await connection.execute(query)
            return [OwnPlace(Leaderboard.from_text(text), key, game) for text, key, game in rows]


# Rows


def _played(row: RowMapping, raced: Sequence[RowMapping]) -> EndedGame:
    others = tuple(stored_result(other) for other in raced if other["id"] != row["id"])
    return EndedGame(
        id=row["id"],
        variant=stored_deal(row).variant,
        ranked=row["ranked"],
        ended_at=row["ended_at"],
        result=stored_result(row),
        players=len(raced),
        rivals=None if row["race_ended_at"] is None else others,
        daily=_daily(row),
        race=row["race"],
        is_listed=row["listed"],
        void=row["voided_by"] is not None,
        seal=stored_seal(row),
    )


def _own(row: RowMapping) -> OwnGame:
    same = (
        "id",
        "race",
        "room",
        "starts_at",
        "ranked",
        "hinted",
        "ended_at",
    )
    has_ended = row["ended_at"] is not None
    return OwnGame(
        transcript=play_of(row).transcript if has_ended else None,
        deal=stored_deal(row),
        daily=_daily(row),
        result=stored_result(row) if has_ended else None,
        seal=stored_seal(row),
        **{name: row[name] for name in same},
    )


def _daily(row: RowMapping) -> DailyKey | None:
    return None if row["date"] is None else DailyKey(row["date"], row["daily_variant"])


_theirs = games.alias("theirs")


class SqlHeadToHead(SqlRepository):
    """Implements `ports.HeadToHeadStore`."""

    async def shared_races(self, player: str, other: str, limit: int) -> list[SharedRace]:
        if not (may_be_id(player) and may_be_id(other)):
            return []
        async with self.database.read_once() as connection:
            return [_shared_race(row) for row in await connection.execute(_shared_races(player, other, limit))]

    async def shared_dailies(self, player: str, other: str) -> list[SharedRace]:
        if not (may_be_id(player) and may_be_id(other)):
            return []
        async with self.database.read() as connection:
            mine, theirs = [await _dailies_of(connection, each) for each in (player, other)]
        shared = sorted(mine.keys() & theirs.keys(), key=lambda daily: daily.variant)
        shared.sort(key=lambda daily: daily.date, reverse=True)
        return [_shared_daily(each, mine[each], theirs[each]) for each in shared]


def _shared_races(player: str, other: str, limit: int) -> Select[Any]:
    needed = [games.c[name] for name in ("race", "ended_at", "voided_by", *Result.__struct_fields__)]
    mine = (
        select(*needed)
        .where(games.c.player == player, games.c.ended_at.is_not(None))
        .order_by(games.c.ended_at.desc(), games.c.id.desc())
        .limit(limit)
        .subquery("mine")
    )
    # A bot has millions of games: they are not to be looked through, but looked up, race by race.
    their_player = _theirs.c.player.concat("") if level_of(other) else _theirs.c.player
    return (
        select(*_outcomes(mine), races.c.id.label("race"), races.c.ended_at, rooms.c.listed, deals.c.variant)
        .select_from(mine)
        .join(_theirs, and_(_theirs.c.race == mine.c.race, their_player == other))
        .join(races, races.c.id == mine.c.race)
        .join(rooms, rooms.c.code == races.c.room)
        .join(deals, deals.c.id == races.c.deal)
        .where(races.c.ended_at.is_not(None), *_is_result(mine), *_is_result(_theirs), ~IS_RECORDED_NOW)
        .order_by(races.c.ended_at.desc(), races.c.id.desc())
    )


def _outcomes(mine: FromClause) -> list[Any]:
    return [
        side.c[name].label(f"{prefix}_{name}")
        for prefix, side in (("mine", mine), ("theirs", _theirs))
        for name in Result.__struct_fields__
    ]


def _is_result(side: FromClause) -> list[ColumnElement[bool]]:
    return [side.c.ended_at.is_not(None), side.c.moves > 0, side.c.voided_by.is_(None)]


def _shared_race(row: Row[Any]) -> SharedRace:
    """Read a row that begins with the columns of `_outcomes`."""
    size = len(Result.__struct_fields__)
    mine, theirs = Result(*row[:size]), Result(*row[size : 2 * size])
    return SharedRace(stored_variant(row.variant), row.ended_at, mine, theirs, row.race, row.listed)


class _Played(NamedTuple):
    result: Result
    ended_at: int


async def _dailies_of(connection: AsyncConnection, player: str) -> dict[DailyKey, _Played]:
    """Return a player's results of dailies. The player stands here twice, so that indexes alone can answer."""
    query = (
        select(attempts.c.date, attempts.c.variant, *RESULT, games.c.ended_at)
        .join(games, games.c.id == attempts.c.game)
        .where(attempts.c.player == player, games.c.player == player, games.c.ranked, *_is_result(games))
    )
    rows = (await connection.execute(query)).mappings()
    return {DailyKey(row["date"], row["variant"]): _Played(stored_result(row), row["ended_at"]) for row in rows}


def _shared_daily(daily: DailyKey, mine: _Played, theirs: _Played) -> SharedRace:
    ended_at = max(mine.ended_at, theirs.ended_at)
    return SharedRace(VARIANTS[daily.variant], ended_at, mine.result, theirs.result, daily=daily)
