"""Dailies and the ranked attempts at them in SQL."""

from dataclasses import asdict

from sqlalchemy import RowMapping, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import AttemptTaken, DailyKey, StoredAttempt, StoredCertificate, StoredDaily, StoredRace
from gaprace.store.base import SqlPart, changes_row, transaction
from gaprace.store.deals import DEAL, deal_row, stored_deal
from gaprace.store.engines import Database
from gaprace.store.tables import attempts, dailies, deals, games, races

_DAILIES = select(dailies, *DEAL).join(deals, deals.c.id == dailies.c.deal)


class SqlDailies(SqlPart):
    """The dailies' part of the store."""

    @transaction
    async def add_daily(self, daily: StoredDaily) -> StoredDaily:
        """Add a daily, unless there is one of this date and variant; give the one that is stored."""
        key, deal = daily.key, deal_row(daily.deal)
        certificate = asdict(daily.certificate) if daily.certificate else {}
        stored = _DAILIES.where(dailies.c.date == key.date, dailies.c.variant == key.variant)
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(deals).values(deal))
            row = {**key._asdict(), "deal": deal["id"], **certificate}
            await connection.execute(self.database.insert_new(dailies).values(row))
            return _stored_daily((await connection.execute(stored)).mappings().one())

    @transaction
    async def dailies(self, first: str, last: str) -> list[StoredDaily]:
        """Return the dailies from one date to another, both included, by date and variant."""
        query = _DAILIES.where(dailies.c.date.between(first, last)).order_by(dailies.c.date, dailies.c.variant)
        async with self.database.read() as connection:
            return [_stored_daily(row) for row in (await connection.execute(query)).mappings()]

    @transaction
    async def attempt(self, daily: DailyKey, player: str) -> StoredAttempt | None:
        """Return a player's ranked game of a daily, which may still run."""
        its = (attempts.c.date == daily.date, attempts.c.variant == daily.variant, attempts.c.player == player)
        query = (
            select(games.c.id, races.c.room, games.c.ended_at)
            .select_from(attempts)
            .join(games, games.c.id == attempts.c.game)
            .join(races, races.c.id == games.c.race)
            .where(*its)
        )
        async with self.database.read() as connection:
            row = (await connection.execute(query)).first()
        return StoredAttempt(daily, row.id, row.room, row.ended_at is not None) if row else None


async def claim_attempts(database: Database, connection: AsyncConnection, race: StoredRace) -> None:
    """Store the ranked games of a race on a daily as their players' attempts.

    Raises:
        AttemptTaken: somebody has one already.

    """
    if race.daily is None:
        return
    for game in race.games:
        row = {**race.daily._asdict(), "player": game.player, "game": game.id}
        if game.ranked and not await changes_row(connection, database.insert_new(attempts).values(row)):
            raise AttemptTaken


def _stored_daily(row: RowMapping) -> StoredDaily:
    certificate = None if row["par"] is None else StoredCertificate(row["par"], row["harder"], row["line"])
    return StoredDaily(DailyKey(row["date"], row["variant"]), stored_deal(row), certificate)
