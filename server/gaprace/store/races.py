"""Races in SQL, each with its deal and its games."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from sqlalchemy import RowMapping, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import DailyKey, Result, StoredGame, StoredRace, StoredRoom
from gaprace.store.base import SqlPart, changes_row, transaction
from gaprace.store.dailies import claim_attempts
from gaprace.store.deals import DEAL, deal_row, stored_deal
from gaprace.store.ratings import rate_race
from gaprace.store.rooms import save_room
from gaprace.store.tables import dailies, deals, games, races

RESULT = [field.name for field in fields(Result)]
"""The names of a result's fields, which are those of its columns."""


class SqlRaces(SqlPart):
    """The races' part of the store."""

    @transaction
    async def add_race(self, room: StoredRoom, race: StoredRace) -> bool:
        """Save the room as `save_room` does and, with it, add the race with its deal and games."""
        deal = deal_row(race.deal)
        async with self.database.write() as connection:
            if not await save_room(connection, room):
                return False
            await connection.execute(self.database.insert_new(deals).values(deal))
            await connection.execute(insert(races).values(_race_row(race, deal["id"])))
            if race.games:
                await connection.execute(insert(games), _game_rows(race))
            await claim_attempts(self.database, connection, race)
        return True

    @transaction
    async def race(self, race_id: str) -> StoredRace | None:
        """Return a race with its deal and games."""
        async with self.database.read() as connection:
            return await load_race(connection, race_id)

    @transaction
    async def open_races(self, due_by: int | None = None) -> list[tuple[str, str]]:
        """Return (room code, race id) of every race that has not ended, or only of those that end by `due_by` (ms)."""
        query = select(races.c.room, races.c.id).where(races.c.ended_at.is_(None)).order_by(races.c.room, races.c.id)
        if due_by is not None:
            query = query.where(races.c.ends_at <= due_by)
        async with self.database.read() as connection:
            return [(row.room, row.id) for row in await connection.execute(query)]

    @transaction
    async def end_race(self, room: StoredRoom, race_id: str, ended_at: int) -> bool:
        """Save the room as `save_room` does and, with it, end the race, if it has not ended; say whether it had not."""
        change = (
            update(races)
            .where(races.c.id == race_id, races.c.room == room.code, races.c.ended_at.is_(None))
            .values(ended_at=ended_at)
        )
        async with self.database.write() as connection:
            done = await save_room(connection, room) and await changes_row(connection, change)
            if done:
                await rate_race(self.database, connection, race_id, ended_at)
            else:
                await connection.rollback()
        return done


async def load_race(connection: AsyncConnection, race_id: str) -> StoredRace | None:
    """Read a race with its deal and games."""
    query = (
        select(races, *DEAL, dailies.c.date, dailies.c.variant.label("daily_variant"))
        .select_from(races)
        .join(deals, deals.c.id == races.c.deal)
        .outerjoin(dailies, dailies.c.deal == races.c.deal)
        .where(races.c.id == race_id)
    )
    row = (await connection.execute(query)).mappings().first()
    if not row:
        return None
    query = select(games).where(games.c.race == race_id).order_by(games.c.seat)
    return _stored_race(row, (await connection.execute(query)).mappings())


# Rows


def _race_row(race: StoredRace, deal: str) -> dict[str, Any]:
    same = ("id", "room", "number", "starts_at", "ends_at", "ended_at")
    return {"deal": deal, **{name: getattr(race, name) for name in same}}


def _game_rows(race: StoredRace) -> list[dict[str, Any]]:
    return [
        {
            "id": game.id,
            "race": race.id,
            "seat": seat,
            "player": game.player,
            "ranked": game.ranked,
            "hinted": game.hinted,
        }
        for seat, game in enumerate(race.games)
    ]


def _stored_race(row: RowMapping, game_rows: Iterable[RowMapping]) -> StoredRace:
    return StoredRace(
        id=row["id"],
        room=row["room"],
        number=row["number"],
        deal=stored_deal(row),
        starts_at=row["starts_at"],
        ends_at=row["ends_at"],
        games=tuple(_stored_game(game) for game in game_rows),
        ended_at=row["ended_at"],
        daily=None if row["date"] is None else DailyKey(row["date"], row["daily_variant"]),
    )


def _stored_game(row: RowMapping) -> StoredGame:
    return StoredGame(
        id=row["id"],
        player=row["player"],
        ranked=row["ranked"],
        hinted=row["hinted"],
        result=None if row["ended_at"] is None else Result(**{name: row[name] for name in RESULT}),
    )
