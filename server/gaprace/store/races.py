"""Races and games in SQL."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from operator import itemgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Select, delete, insert, select, tuple_

from gaprace.play.seals import NO_SEAL, Seal, Shown
from gaprace.ports import (
    ActionAppender,
    DailyKey,
    FinishedRace,
    RaceFilter,
    ShownBoards,
    StoredAction,
    StoredGame,
    StoredRace,
    StoredResult,
    StoredSeries,
)
from gaprace.rules.deal import Deal
from gaprace.rules.results import Result
from gaprace.store import tables
from gaprace.store.base import Executor, SqlRepository, SqlSteps, made, may_be_id
from gaprace.store.deals import DEAL, deal_row, stored_deal, stored_variant
from gaprace.store.tables import actions, dailies, deals, entries, events, games, races, rooms, seen_deals, series
from gaprace.wire.http import GameKind

RESULT = [games.c[name] for name in Result.__struct_fields__]
"""The columns of which `stored_result` makes a result."""
_FIGURES = itemgetter(*Result.__struct_fields__)
_PLAYED = [name for name in StoredResult.__struct_fields__ if name != "boards"]
"""The names of a stored result's fields, which are those of its columns. The columns of its boards are others."""
_running, _rival = races.alias("running"), games.alias("rival")
_has_rivals = sa.exists().where(_rival.c.race == _running.c.id, _rival.c.recorded.is_not(None))
_with_rivals = sa.select(_running.c.deal, _running.c.ends_at).where(_running.c.ended_at.is_(None), _has_rivals)
IS_RECORDED_NOW = races.c.deal.in_(_with_rivals.with_only_columns(_running.c.deal))
"""Whether a running race has recorded rivals on the deal of a race, whose games stay sealed until it ends."""
_OF_EVENT = (
    dailies.c.date,
    dailies.c.variant.label("daily_variant"),
    *(events.c[name].label(f"event_{name}") for name in ("ends_at", "ended_at", "lifted", "shows")),
)
OPEN_RACE = (
    # A daily has a race for each of its players: those that run are looked through, and not those on the deal.
    _with_rivals.with_only_columns(sa.func.max(_running.c.ends_at))
    .where(_running.c.deal.concat("") == races.c.deal, _running.c.id != races.c.id)
    .correlate(races)
    .scalar_subquery()
    .label("recorded_until"),
    *_OF_EVENT,
)
"""The columns of the daily whose deal a race is on, and of the event or the recorded rivals that seal it."""
IS_SEALING = events.c.code == sa.func.coalesce(races.c.event, dailies.c.event)
"""Whether an event seals a race: the event of its games, or the daily whose deal it is on."""


def is_open_by(now: int) -> sa.ColumnElement[bool]:
    """Whether the event of a race, joined if `IS_SEALING`, has ended by an instant: its seal is lifted for all."""
    return sa.or_(events.c.code.is_(None), events.c.ended_at <= now)


IS_RUNNING = games.c.ended_at.is_(None)
IS_PLAYED = sa.and_(games.c.ended_at.is_not(None), games.c.moves > 0)
"""Whether a game has ended with a result (`rules.results.is_played`)."""


def is_known(people: Collection[str]) -> sa.ColumnElement[bool]:
    """Whether people have seen a deal, or played its cards by any rules."""
    same, played, own = deals.alias("same"), races.alias("played"), games.alias("own")
    is_played = (
        sa.exists()
        .where(same.c.code == deals.c.code, played.c.deal == same.c.id)
        .where(own.c.race == played.c.id, own.c.player.in_(people))
    )
    is_seen = sa.exists().where(seen_deals.c.code == deals.c.code, seen_deals.c.player.in_(people))
    return sa.or_(is_played, is_seen)


class SqlRaces(SqlRepository):
    """Implements `ports.RaceStore`."""

    async def race(self, race_id: str) -> StoredRace | None:
        if not may_be_id(race_id):
            return None
        async with self.reading() as executor:
            return await load_race(executor, race_id) or await _load_open_race(executor, race_id)

    async def finished_races(self, room: str, first: int, last: int) -> list[FinishedRace]:
        query = (
            sa.select(races.c.id, races.c.number, races.c.ended_at, races.c.team_scores, games.c.player, games.c.team)
            .add_columns(*RESULT, *DEAL[:1])
            .join(games, games.c.race == races.c.id)
            .join(deals, deals.c.id == races.c.deal)
            .where(races.c.room == room, races.c.number.between(first, last), races.c.ended_at.is_not(None))
            .where(sa.not_(IS_RECORDED_NOW))
            .where(games.c.ended_at.is_not(None), games.c.voided_by.is_(None))
            .order_by(races.c.number, games.c.seat)
        )
        rows = await self.rows(query)
        return [_finished_race([*of_race]) for _, of_race in groupby(rows, key=lambda row: row["number"])]

    async def missed_races(self, group: str, player: str, since: int, limit: int) -> list[str]:
        with_rivals = sa.exists().where(games.c.race == races.c.id, games.c.recorded.is_not(None))
        query = (
            sa.select(races.c.id)
            .join(deals, deals.c.id == races.c.deal)
            .where(races.c.group == group, races.c.ended_at >= since, ~with_rivals, ~is_known([player]))
            .order_by(races.c.ended_at.desc(), races.c.id)
            .limit(limit)
        )
        return [*await self.scalars(query)]

    async def later_races(self, race: StoredRace) -> list[StoredRace]:
        its_deal = sa.select(races.c.deal).where(races.c.id == race.id).scalar_subquery()
        later = sa.select(races.c.id).where(
            races.c.deal == its_deal, races.c.group == race.group, races.c.ended_at > race.ended_at
        )
        async with self.reading() as executor:
            found = await load_races(executor, races.c.id.in_(later))
        return sorted(found, key=lambda each: (each.ended_at, each.id))

    async def listed_races(self, rooms: int, limit: int) -> list[FinishedRace]:
        return await self._of_games(_latest(limit, races.c.room.in_(_latest_listed(rooms))))

    async def past_races(self, which: RaceFilter, limit: int) -> list[FinishedRace]:
        if not may_be_id(which.player + which.variant):
            return []
        return await self._of_games(_latest(limit, *_is_among(which)))

    async def _of_games(self, latest: sa.Subquery) -> list[FinishedRace]:
        query = (
            sa.select(
                latest.c.id, latest.c.number, latest.c.ended_at, latest.c.team_scores, games.c.player, games.c.team
            )
            .add_columns(*RESULT, *DEAL[:1])
            .join(games, games.c.race == latest.c.id)
            .join(deals, deals.c.id == latest.c.deal)
            .where(games.c.ended_at.is_not(None), games.c.voided_by.is_(None))
            .order_by(latest.c.ended_at.desc(), latest.c.id.desc(), games.c.seat)
        )
        rows = await self.rows(query)
        return [_finished_race([*of_race]) for _, of_race in groupby(rows, key=lambda row: row["id"])]

    async def open_races(self, due_by: int | None = None) -> list[tuple[str, str]]:
        query = sa.select(races.c.room, races.c.id).where(races.c.ended_at.is_(None)).order_by(races.c.room, races.c.id)
        if due_by is not None:
            query = query.where(races.c.ends_at <= due_by)
        return [(row.room, row.id) for row in await self.tuples(query)]

    async def is_raced(self, code: str) -> bool:
        counts = sa.or_(games.c.ranked, games.c.recorded.is_not(None))
        ranked = sa.exists().where(games.c.race == races.c.id, counts, IS_RUNNING)
        query = (
            sa.select(races.c.id)
            .join(deals, deals.c.id == races.c.deal)
            .where(races.c.ended_at.is_(None), deals.c.code == code, ranked)
            .limit(1)
        )
        return await self.scalar(query) is not None

    async def finished_game(self, game_id: str) -> tuple[StoredGame, StoredRace] | None:
        if not may_be_id(game_id):
            return None
        query = sa.select(games.c.race).where(games.c.id == game_id, games.c.ended_at.is_not(None))
        async with self.reading() as executor:
            race_id = await executor.scalar(query)
            found = await load_races(executor, races.c.id == race_id, games.c.id == game_id) if race_id else []
        return (found[0].games[0], found[0]) if found else None

    async def own_games(self, player: str, game_ids: Sequence[str]) -> list[StoredRace]:
        own = games.c.id.in_(game_ids) & (games.c.player == player)
        return await self.read(load_races, races.c.id.in_(sa.select(games.c.race).where(own)), own)

    async def mark_hinted(self, game_id: str) -> None:
        change = sa.update(games).where(games.c.id == game_id, IS_RUNNING).values(hinted=True, ranked=False)
        await self.change(change)


def _latest_listed(count: int) -> Select[Any]:
    """Return the codes of the `count` listed rooms that were touched last."""
    return sa.select(rooms.c.code).where(rooms.c.listed).order_by(rooms.c.touched_at.desc()).limit(count)


def _is_among(which: RaceFilter) -> Iterator[sa.ColumnElement[bool]]:
    """Yield the conditions of a filter on a race."""
    yield sa.exists().where(rooms.c.code == races.c.room, rooms.c.listed)
    for name in ("variant", "player"):
        if value := getattr(which, name):
            yield sa.exists().where(games.c.race == races.c.id, games.c[name] == value)
    if which.since:
        yield races.c.ended_at >= which.since
    if which.after:
        yield tuple_(races.c.ended_at, races.c.id) < which.after


def _latest(limit: int, *which: sa.ColumnElement[bool]) -> sa.Subquery:
    """Return the last races that fulfil something, in which anybody has played, and that no event seals."""
    is_played = sa.exists().where(games.c.race == races.c.id, games.c.moves > 0)
    return (
        sa.select(races.c.id, races.c.number, races.c.ended_at, races.c.deal, races.c.team_scores)
        .where(races.c.ended_at.is_not(None), races.c.event.is_(None), is_played, sa.not_(IS_RECORDED_NOW), *which)
        .where(sa.not_(sa.exists().where(dailies.c.deal == races.c.deal)))
        .order_by(races.c.ended_at.desc(), races.c.id.desc())
        .limit(limit)
        .subquery()
    )


async def load_race(executor: Executor, race_id: str) -> StoredRace | None:
    """Read a race with its deal and its games."""
    found = await load_races(executor, races.c.id == race_id)
    return found[0] if found else None


async def load_races(
    executor: Executor, which: sa.ColumnElement[bool], *which_games: sa.ColumnElement[bool]
) -> list[StoredRace]:
    """Read races with their deals and their games, or those that meet a condition."""
    query = (
        sa.select(races, sa.literal("race").label("order"), *DEAL, *OPEN_RACE, rooms.c.listed)
        .select_from(races)
        .join(rooms, rooms.c.code == races.c.room)
        .join(deals, deals.c.id == races.c.deal)
        .outerjoin(dailies, dailies.c.deal == races.c.deal)
        .outerjoin(events, IS_SEALING)
        .where(which)
        .order_by(races.c.starts_at, races.c.id)
    )
    rows = await executor.rows(query)
    its_games = games.c.race.in_([row["id"] for row in rows])
    query = sa.select(games).where(its_games, *which_games).order_by(games.c.seat)
    played = defaultdict[str, list[sa.RowMapping]](list)
    for game in await executor.rows(query) if rows else ():
        played[game["race"]].append(game)
    return [_stored_race(row, played[row["id"]], await _seal(executor, row)) for row in rows]


async def _load_open_race(executor: Executor, code: str) -> StoredRace | None:
    """Read an event with a link as one race, with all of its games."""
    now = {"room": "", "number": 1, "listed": False, "team_scores": 0, "group": None, "recorded_until": None}
    query = (
        sa.select(
            *(events.c.code.label(name) for name in ("id", "event")),
            *(events.c.opens_at.label("starts_at"), events.c.ends_at, events.c.ended_at, events.c.order),
            *(sa.literal(value).label(name) for name, value in now.items()),
            *DEAL,
            *_OF_EVENT,
        )
        .join(deals, deals.c.id == events.c.deal)
        .outerjoin(dailies, dailies.c.deal == events.c.deal)
        .where(events.c.code == code, events.c.kind != "daily")
    )
    row = await executor.row(query)
    if row is None:
        return None
    its = sa.select(games).join(entries, entries.c.game == games.c.id).where(entries.c.event == code)
    played = await executor.rows(its.order_by(entries.c.at, games.c.id))
    return _stored_race(row, played, await _seal(executor, row))


async def _seal(executor: Executor, row: sa.RowMapping) -> Seal:
    """Return the seal of a race, which may be lifted for the players who have finished."""
    if row["event_lifted"] != "own_game":
        return stored_seal(row)
    finished = (
        sa.select(entries.c.player)
        .join(games, games.c.id == entries.c.game)
        .where(entries.c.event == row["event"], games.c.ended_at.is_not(None))
    )
    return stored_seal(row, [*await executor.scalars(finished)])


def stored_seal(row: sa.RowMapping, finished: Sequence[str] = ()) -> Seal:
    """Read the seal of a race from a row with the columns `OPEN_RACE`."""
    if row["recorded_until"] is not None:
        return Seal(row["recorded_until"], shows=Shown.SEAT)
    if row["event_ends_at"] is None:
        return NO_SEAL
    return Seal(row["event_ends_at"], row["event_ended_at"], frozenset(finished), Shown(row["event_shows"]))


# Steps of a transaction


class SqlRaceSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def add_race(self, race: StoredRace) -> None:
        deal = deal_row(race.deal)
        await self.execute(self.database.insert_new(deals).values(deal))
        await self.execute(sa.insert(races).values(_race_row(race, deal["id"])))
        if race.games:
            await self.execute(sa.insert(games), _game_rows(race, await self._kind_of(race)))

    async def _kind_of(self, race: StoredRace) -> GameKind:
        """Return the kind of the games of a race."""
        kind = await self.scalar(sa.select(events.c.kind).where(events.c.code == race.event))
        return kind or ("race" if len(race.games) > 1 else "solo")

    async def end_race(self, room: str, race_id: str, ended_at: int) -> StoredRace | None:
        running = (races.c.id == race_id, races.c.room == room, races.c.ended_at.is_(None))
        done = await self.change(sa.update(races).where(*running).values(ended_at=ended_at))
        return await load_race(self, race_id) if done else None

    async def forget_race(self, race: StoredRace) -> None:
        await self.execute(sa.delete(games).where(games.c.race == race.id))
        await self.execute(sa.delete(races).where(races.c.id == race.id))
        await forget_deal(self, race.deal)

    async def end_game(self, game_id: str, n: int, result: StoredResult) -> bool:
        lock = sa.select(games.c.id).where(games.c.id == game_id, IS_RUNNING).with_for_update(key_share=True)
        if await self.scalar(lock) is None:
            return False
        last = await self.scalar(sa.select(sa.func.max(actions.c.n)).where(actions.c.game == game_id))
        if (last or 0) != n:
            return False
        await self.execute(sa.update(games).where(games.c.id == game_id).values(_result_columns(result)))
        await self.execute(sa.delete(actions).where(actions.c.game == game_id))
        return True

    async def save_standing(self, changed: Sequence[StoredGame]) -> None:
        for game in changed:
            change = sa.update(games).where(games.c.id == game.id)
            await self.execute(change.values(ranked=game.ranked, kin=game.kin))


async def forget_deal(executor: Executor, deal: Deal) -> None:
    """Delete a deal if nothing refers to it."""
    deal_id = deal_row(deal)["id"]
    is_used = sa.or_(*(sa.exists().where(table.c.deal == deal_id) for table in (races, events)))
    await executor.execute(sa.delete(deals).where(deals.c.id == deal_id, sa.not_(is_used)))


# Rows


def _finished_race(rows: Sequence[sa.RowMapping]) -> FinishedRace:
    """Return a race from the rows of its games."""
    first = rows[0]
    results = {row["player"]: stored_result(row) for row in rows}
    count, variant = first["team_scores"], stored_variant(first["rules"])
    teams = {row["player"]: row["team"] for row in rows} if count else {}
    return FinishedRace(first["id"], first["number"], first["ended_at"], results, variant, teams, count)


def stored_result(row: Mapping[Any, Any]) -> Result:
    """Read a result from a row with the columns `RESULT`."""
    return Result(*_FIGURES(row))


def _result_columns(result: StoredResult) -> dict[str, Any]:
    same = {name: getattr(result, name) for name in _PLAYED}
    return same | {"last_board": result.boards.last, "shuffled_boards": " ".join(result.boards.shuffled)}


def _race_row(race: StoredRace, deal: str) -> dict[str, Any]:
    same = ("id", "room", "number", "starts_at", "ends_at", "ended_at", "event", "team_scores", "group")
    return {"deal": deal, **{name: getattr(race, name) for name in same}}


def _game_rows(race: StoredRace, kind: GameKind) -> list[dict[str, Any]]:
    same = ("id", "player", "ranked", "hinted", "among_programs", "team", "recorded")
    about = {"race": race.id, "variant": race.deal.variant.name, "kind": kind}
    return [
        {**about, "seat": seat, **{name: getattr(game, name) for name in same}} for seat, game in enumerate(race.games)
    ]


def _stored_race(row: sa.RowMapping, game_rows: Iterable[sa.RowMapping], seal: Seal) -> StoredRace:
    return made(
        StoredRace,
        row,
        deal=stored_deal(row),
        games=tuple(stored_game(game) for game in game_rows),
        daily=None if row["date"] is None else DailyKey(row["date"], row["daily_variant"]),
        is_listed=row["listed"],
        event=row["event"] if row["event_ends_at"] is not None else None,
        seal=seal,
    )


def stored_game(row: sa.RowMapping) -> StoredGame:
    """Read a game from a row of `games`."""
    return made(StoredGame, row, result=None if row["ended_at"] is None else _stored_result(row))


def _stored_result(row: sa.RowMapping) -> StoredResult:
    boards = ShownBoards(row["last_board"], tuple(row["shuffled_boards"].split()))
    return made(StoredResult, row, boards=boards)


class SqlActions(SqlRepository):
    """Implements `ports.ActionStore`."""

    @property
    def appender(self) -> ActionAppender:
        return self.database.appender

    async def actions(self, game_ids: Sequence[str]) -> dict[str, list[StoredAction]]:
        table = tables.actions.c
        query = select(tables.actions).where(table.game.in_(game_ids)).order_by(table.game, table.n)
        found: dict[str, list[StoredAction]] = {game: [] for game in game_ids}
        for row in await self.rows(query):
            found[row["game"]].append(StoredAction(**row))
        return found


class SqlSeries(SqlRepository):
    """Implements `ports.SeriesStore`."""

    async def series(self, series_id: str) -> StoredSeries | None:
        if not may_be_id(series_id):
            return None
        return await self._first(select(series).where(series.c.id == series_id))

    async def series_of_race(self, room: str, number: int) -> StoredSeries | None:
        ends_next = select(series).where(series.c.room == room, series.c.last >= number).order_by(series.c.last)
        found = await self._first(ends_next.limit(1))
        return found if found and found.first <= number else None

    async def group_series(self, group: str, after: tuple[int, str] | None, limit: int) -> list[StoredSeries]:
        """Return the series of a group's rooms, the latest first: those after (ended_at, id) in this order."""
        query = select(series).where(series.c.group == group)
        if after:
            query = query.where(tuple_(series.c.ended_at, series.c.id) < after)
        return await self.all(StoredSeries, query.order_by(series.c.ended_at.desc(), series.c.id.desc()).limit(limit))

    async def _first(self, query: Select[Any]) -> StoredSeries | None:
        return await self.one(StoredSeries, query)


class SqlSeriesSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def add_series(self, added: StoredSeries) -> None:
        await self.execute(insert(series).values(asdict(added)))


async def forget_group_series(executor: Executor, group: str) -> None:
    """Delete the series of a group. Their races stay."""
    await executor.execute(delete(series).where(series.c.group == group))
