"""Certified deals, dailies and the ranked attempts at them in SQL."""

from collections.abc import Mapping
from dataclasses import asdict

from sqlalchemy import ColumnElement, RowMapping, and_, exists, func, select, update

from gaprace.play.events.leaderboards import DailyGame
from gaprace.ports import CertifiedDeal, DailyKey, DailySecret, StoredCertificate, StoredDaily
from gaprace.store.base import Executor, SqlRepository, SqlSteps
from gaprace.store.deals import DEAL, deal_row, stored_deal
from gaprace.store.events import event_row
from gaprace.store.races import IS_PLAYED, RESULT, stored_result
from gaprace.store.tables import (
    attempts,
    certified_deals,
    dailies,
    daily_secrets,
    deals,
    events,
    examinations,
    games,
    players,
)

_CERTIFICATE = tuple(certified_deals.c[name] for name in ("par", "harder_permille", "line", "version"))
_ITS_SECRET = and_(daily_secrets.c.date == dailies.c.date, daily_secrets.c.variant == dailies.c.variant)
ITS_CERTIFICATE = and_(certified_deals.c.variant == dailies.c.variant, certified_deals.c.code == deals.c.code)
_DAILIES = (
    select(dailies, daily_secrets.c.band, *_CERTIFICATE, *DEAL)
    .join(deals, deals.c.id == dailies.c.deal)
    .outerjoin(certified_deals, ITS_CERTIFICATE)
    .outerjoin(daily_secrets, _ITS_SECRET)
)


class SqlDailies(SqlRepository):
    """Implements `ports.DailyStore`."""

    async def add_daily(self, daily: StoredDaily) -> StoredDaily:
        event, deal = daily.event, deal_row(daily.deal)
        async with self.writing() as executor:
            await executor.execute(self.database.insert_new(deals).values(deal))
            new = self.database.insert_new(events).values(event_row(event, deal["id"]))
            if await executor.change(new) and daily.certificate:
                times = {"found_at": event.opens_at, "taken_at": event.opens_at}
                row = {"variant": daily.key.variant, "code": daily.deal.code, **asdict(daily.certificate), **times}
                await executor.execute(self.database.insert_new(certified_deals).values(row))
            stored = _DAILIES.where(dailies.c.event == event.code)
            return _stored_daily((await executor.execute(stored)).mappings().one())

    async def commit_dailies(self, secrets: Mapping[DailyKey, DailySecret]) -> None:
        rows = [{**key._asdict(), **secret._asdict()} for key, secret in sorted(secrets.items())]
        if rows:
            await self.change(self.database.insert_new(daily_secrets).values(rows))

    async def daily_secrets(self, first: str, last: str) -> dict[DailyKey, DailySecret]:
        query = select(daily_secrets).where(daily_secrets.c.date.between(first, last))
        return {
            DailyKey(row.date, row.variant): DailySecret(row.secret, row.band)
            for row in await self.tuples(query.order_by(daily_secrets.c.date, daily_secrets.c.variant))
        }

    async def dailies(self, first: str, last: str) -> list[StoredDaily]:
        query = _DAILIES.where(dailies.c.date.between(first, last)).order_by(dailies.c.date, dailies.c.variant)
        return [_stored_daily(row) for row in await self.rows(query)]

    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        return await _daily_games(self, player, variant, IS_PLAYED)


async def _daily_games(executor: Executor, player: str, variant: str, *which: ColumnElement[bool]) -> list[DailyGame]:
    """Read those of a player's ranked games of dailies that have ended, by date."""
    query = (
        select(attempts.c.date, games.c.id, *RESULT)
        .join(games, games.c.id == attempts.c.game)
        # The player stands here twice, so that indexes alone can answer.
        .where(attempts.c.player == player, games.c.player == player, attempts.c.variant == variant)
        .where(games.c.ranked, *which)
        .order_by(attempts.c.date)
    )
    rows = await executor.rows(query)
    return [DailyGame(row["date"], row["id"], stored_result(row)) for row in rows]


# Steps of a transaction


class SqlDailySteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def attempt_of(self, game_id: str) -> tuple[DailyKey, str] | None:
        query = (
            select(attempts.c.date, attempts.c.variant, attempts.c.player)
            .join(games, games.c.id == attempts.c.game)
            .where(attempts.c.game == game_id, games.c.ranked)
        )
        attempt = (await self.execute(query)).first()
        if attempt is None:
            return None
        lock = select(players.c.id).where(players.c.id == attempt.player).with_for_update(key_share=True)
        await self.execute(lock)
        return DailyKey(attempt.date, attempt.variant), attempt.player

    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        is_flagged = exists().where(examinations.c.game == games.c.id, examinations.c.flagged)
        return await _daily_games(self, player, variant, games.c.ended_at.is_not(None), ~is_flagged)


def _stored_daily(row: RowMapping) -> StoredDaily:
    certificate = None if row["par"] is None else stored_certificate(row)
    return StoredDaily(DailyKey(row["date"], row["variant"]), stored_deal(row), certificate, row["band"])


_READY = certified_deals.c.taken_at.is_(None)


class SqlCertifiedDeals(SqlRepository):
    """Implements `ports.CertifiedDealStore`."""

    async def add_certified(self, variant: str, deal: CertifiedDeal, found_at: int) -> None:
        row = {"variant": variant, "code": deal.code, "found_at": found_at, **asdict(deal.certificate)}
        await self.change(self.database.insert_new(certified_deals).values(row))

    async def certified_ready(self) -> dict[str, int]:
        variant = certified_deals.c.variant
        query = select(variant, func.count().label("ready")).where(_READY).group_by(variant)
        return {row.variant: row.ready for row in await self.tuples(query)}

    async def take_certified(self, variant: str, taken_at: int) -> CertifiedDeal | None:
        table = certified_deals.c
        first = select(certified_deals).where(table.variant == variant, _READY).order_by(table.found_at, table.code)
        async with self.writing() as executor:
            while row := await executor.row(first.limit(1)):
                change = update(certified_deals).where(table.variant == variant, table.code == row["code"], _READY)
                if await executor.change(change.values(taken_at=taken_at)):
                    return CertifiedDeal(row["code"], stored_certificate(row))
        return None

    async def certificate(self, variant: str, code: str) -> StoredCertificate | None:
        table = certified_deals.c
        query = select(certified_deals).where(table.variant == variant, table.code == code)
        row = await self.row(query)
        return stored_certificate(row) if row else None


def stored_certificate(row: RowMapping) -> StoredCertificate:
    """Read a certificate from a row with its columns."""
    return StoredCertificate(row["par"], row["harder_permille"], row["line"], row["version"])
