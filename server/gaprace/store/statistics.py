"""A player's games in SQL: recent games, everything for an export, and the record of two players with each other."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, FromClause, Row, RowMapping, Select, and_, exists, func, not_, select, tuple_

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.live.bots import level_of
from gaprace.ports import DailyKey, EndedGame, GameFilter, OwnPlace, Rival, SharedRace
from gaprace.rules.results import Result
from gaprace.rules.variants import VARIANTS
from gaprace.store.base import Executor, SqlRepository, made, may_be_id
from gaprace.store.deals import DEAL, stored_variant
from gaprace.store.one_of import is_one_of
from gaprace.store.races import IS_RECORDED_NOW, IS_SEALING, RESULT, is_open_by, stored_result
from gaprace.store.tables import attempts, dailies, deals, events, games, places, players, races, rooms

_WITH_DEAL = (
    games.join(races, races.c.id == games.c.race)
    .join(deals, deals.c.id == races.c.deal)
    .outerjoin(dailies, dailies.c.deal == deals.c.id)
    .outerjoin(events, IS_SEALING)
)


_ENDED = [games.c[name] for name in ("id", "race", "ranked", "kind", "ended_at", "voided_by")] + RESULT


class SqlStatistics(SqlRepository):
    """Implements `ports.StatisticsStore`."""

    async def last_ended_at(self, player_id: str) -> int | None:
        return await self.scalar(select(func.max(games.c.ended_at)).where(games.c.player == player_id))

    async def ended_games(self, player_id: str, which: GameFilter, limit: int) -> list[EndedGame]:
        if not may_be_id(which.rival + which.variant):
            return []
        daily = dailies.c.date, dailies.c.variant.label("daily_variant")
        query = (
            select(*_ENDED, races.c.ended_at.label("race_ended_at"), rooms.c.listed, DEAL[0], *daily)
            .select_from(_WITH_DEAL.join(rooms, rooms.c.code == races.c.room))
            .where(games.c.player == player_id, *_is_in(which))
            .order_by(games.c.ended_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with self.reading() as executor:
            rows = await executor.rows(query)
            others = (
                select(games.c.race, games.c.id, games.c.player, players.c.name, *RESULT)
                .join(players, players.c.id == games.c.player)
                .where(is_one_of(games.c.race, [row["race"] for row in rows]))
                .order_by(games.c.seat)
            )
            raced: dict[str, list[RowMapping]] = defaultdict(list)
            for other in await executor.rows(others):
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

    async def own_places(self, player_id: str) -> list[OwnPlace]:
        query = (
            select(places.c.leaderboard, places.c.key, places.c.game)
            .where(places.c.player == player_id)
            .order_by(places.c.leaderboard)
        )
        return [OwnPlace(Leaderboard.from_text(text), key, game) for text, key, game in await self.tuples(query)]


def _is_in(which: GameFilter) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions of a filter on a player's games."""
    yield games.c.ended_at.is_not(None)
    for name in ("variant", "kind"):
        if value := getattr(which, name):
            yield games.c[name] == value
    if which.won is not None:
        yield games.c.won == which.won
    if which.rival:
        yield games.c.kind == "race"
        yield _has_raced(which.rival)
    if which.after:
        yield tuple_(games.c.ended_at, games.c.id) < which.after
    if which.open_by is not None:
        yield is_open_by(which.open_by)
        yield ~IS_RECORDED_NOW
    if which.listed:
        yield rooms.c.listed


def _has_raced(rival: str) -> ColumnElement[bool]:
    """Ask whether a rival was in the race of a game."""
    if level_of(rival):  # a bot has millions of games: they are looked up, race by race
        return exists().where(_theirs.c.race == games.c.race, _theirs.c.player == rival)
    return games.c.race.in_(select(_theirs.c.race).where(_theirs.c.player == rival, _theirs.c.kind == "race"))


# Rows


def _played(row: RowMapping, raced: Sequence[RowMapping]) -> EndedGame:
    others = tuple(
        Rival(other["player"], other["name"], stored_result(other)) for other in raced if other["id"] != row["id"]
    )
    return made(
        EndedGame,
        row,
        variant=stored_variant(row["rules"]),
        result=stored_result(row),
        players=len(raced),
        rivals=None if row["race_ended_at"] is None else others,
        daily=_daily(row),
        is_listed=row["listed"],
        void=row["voided_by"] is not None,
    )


def _daily(row: RowMapping) -> DailyKey | None:
    return None if row["date"] is None else DailyKey(row["date"], row["daily_variant"])


_theirs = games.alias("theirs")


class SqlHeadToHead(SqlRepository):
    """Implements `ports.HeadToHeadStore`."""

    async def shared_races(self, player: str, other: str | None, limit: int) -> list[SharedRace]:
        if not may_be_id(player + (other or "")):
            return []
        return [_shared_race(row) for row in await self.tuples(_shared_races(player, other, limit))]

    async def shared_dailies(self, player: str, other: str) -> list[SharedRace]:
        if not (may_be_id(player) and may_be_id(other)):
            return []
        mine, theirs = [await _dailies_of(self, each) for each in (player, other)]
        shared = sorted(mine.keys() & theirs.keys(), key=lambda daily: daily.variant)
        shared.sort(key=lambda daily: daily.date, reverse=True)
        return [_shared_daily(each, mine[each], theirs[each]) for each in shared]


def _shared_races(player: str, other: str | None, limit: int) -> Select[Any]:
    needed = [games.c[name] for name in ("race", "ended_at", "voided_by", *Result.__struct_fields__)]
    mine = (
        select(*needed)
        .where(games.c.player == player, games.c.ended_at.is_not(None), games.c.kind == "race")
        .order_by(games.c.ended_at.desc(), games.c.id.desc())
        .limit(limit)
        .subquery("mine")
    )
    # A bot has millions of games: they are not to be looked through, but looked up, race by race.
    their_player = _theirs.c.player.concat("") if other and level_of(other) else _theirs.c.player
    is_person = and_(_theirs.c.player != player, not_(players.c.program), players.c.deleted_at.is_(None))
    facts = (races.c.id.label("race"), races.c.ended_at, rooms.c.listed, deals.c.variant, players.c.id, players.c.name)
    return (
        select(*_outcomes(mine), *facts)
        .select_from(mine)
        .join(_theirs, _theirs.c.race == mine.c.race)
        .join(players, players.c.id == _theirs.c.player)
        .join(races, races.c.id == mine.c.race)
        .join(rooms, rooms.c.code == races.c.room)
        .join(deals, deals.c.id == races.c.deal)
        .where(their_player == other if other else is_person)
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
    rival = (row.id, row.name)
    return SharedRace(stored_variant(row.variant), row.ended_at, mine, theirs, row.race, row.listed, rival=rival)


class _Played(NamedTuple):
    result: Result
    ended_at: int


async def _dailies_of(executor: Executor, player: str) -> dict[DailyKey, _Played]:
    """Return a player's results of dailies. The player stands here twice, so that indexes alone can answer."""
    query = (
        select(attempts.c.date, attempts.c.variant, *RESULT, games.c.ended_at)
        .join(games, games.c.id == attempts.c.game)
        .where(attempts.c.player == player, games.c.player == player, games.c.ranked, *_is_result(games))
    )
    rows = await executor.rows(query)
    return {DailyKey(row["date"], row["variant"]): _Played(stored_result(row), row["ended_at"]) for row in rows}


def _shared_daily(daily: DailyKey, mine: _Played, theirs: _Played) -> SharedRace:
    ended_at = max(mine.ended_at, theirs.ended_at)
    return SharedRace(VARIANTS[daily.variant], ended_at, mine.result, theirs.result, daily=daily)
