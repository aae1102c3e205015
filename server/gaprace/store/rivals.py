"""The deals that players have seen, and the games that may be recorded rivals, in SQL."""

from collections.abc import Collection
from itertools import product

from sqlalchemy import RowMapping, and_, or_, select

from gaprace.play.events.calendar import date_of
from gaprace.play.live.rivals import LATE_RACES, MIN_AGE_MS, RivalGame
from gaprace.play.people.rating import Rating
from gaprace.ports import RecordedBy, SeenDeal
from gaprace.rules.variants import Variant
from gaprace.store.base import SqlRepository
from gaprace.store.deals import variant_text
from gaprace.store.races import IS_PLAYED, IS_RECORDED_NOW
from gaprace.store.tables import dailies, deals, games, players, puzzle_mistakes, races, ratings, seen_deals


class SqlRivals(SqlRepository):
    """Implements `ports.RivalStore`."""

    async def add_seen(self, players: Collection[str], codes: Collection[str], at: int) -> None:
        if self.database.is_read_only:
            return
        these = seen_deals.c.player.in_(players), seen_deals.c.code.in_(codes)
        known = select(seen_deals.c.player, seen_deals.c.code).where(*these)
        async with self.database.read() as connection:
            new = {*product(players, codes)} - {(row.player, row.code) for row in await connection.execute(known)}
        if not new:
            return  # the usual case, and nobody has to wait for it
        rows = [{"player": player, "code": code, "at": at} for player, code in sorted(new)]
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(seen_deals), rows)

    async def seen_deals(self, player: str) -> list[SeenDeal]:
        query = select(seen_deals.c.code, seen_deals.c.at).where(seen_deals.c.player == player)
        async with self.database.read() as connection:
            rows = await connection.execute(query.order_by(seen_deals.c.at, seen_deals.c.code))
            return [SeenDeal(*row) for row in rows]

    async def puzzle_deals(self, puzzle: str) -> list[str]:
        query = (
            select(deals.c.code)
            .join(races, races.c.deal == deals.c.id)
            .join(games, games.c.race == races.c.id)
            .join(puzzle_mistakes, puzzle_mistakes.c.game == games.c.id)
            .where(puzzle_mistakes.c.puzzle == puzzle)
            .distinct()
        )
        return [*await self.scalars(query)]

    async def rival_games(
        self, variant: Variant, people: Collection[str], apart: Collection[str], now: int
    ) -> list[RivalGame]:
        own = select(deals.c.code).join(races, races.c.deal == deals.c.id).join(games, games.c.race == races.c.id)
        seen = select(seen_deals.c.code).where(seen_deals.c.player.in_(people))
        late = (
            select(races.c.id, races.c.deal)
            .where(races.c.event.is_(None), races.c.ended_at <= now - MIN_AGE_MS, ~IS_RECORDED_NOW)
            .order_by(races.c.ended_at.desc())
            .limit(LATE_RACES)
            .subquery("late")
        )
        with_rivals = select(games.c.race).where(games.c.recorded.is_not(None))
        query = (
            select(games.c.id, games.c.player, games.c.ended_at, late.c.deal, players.c.name, players.c.recorded_as)
            .add_columns(ratings.c.mu, ratings.c.sigma)
            .select_from(late)
            .join(deals, deals.c.id == late.c.deal)
            .join(games, games.c.race == late.c.id)
            .join(players, players.c.id == games.c.player)
            .outerjoin(ratings, and_(ratings.c.player == games.c.player, ratings.c.variant == variant.name))
            .where(deals.c.variant == variant_text(variant))
            .where(deals.c.code.not_in(seen), deals.c.code.not_in(own.where(games.c.player.in_(people))))
            .where(deals.c.id.not_in(select(dailies.c.deal)))
            .where(or_(games.c.ranked, late.c.id.in_(with_rivals)), games.c.recorded.is_(None))
            .where(IS_PLAYED, games.c.voided_by.is_(None), ~games.c.hinted, ~games.c.given_up)
            .where(games.c.player.not_in([*people, *apart]), players.c.deleted_at.is_(None), ~players.c.program)
            .where(or_(players.c.suspended_until.is_(None), players.c.suspended_until <= now))
            .where(players.c.recorded_as != "never")
        )
        return [_rival_game(row) for row in await self.rows(query)]

    async def recorded_by(self, game_ids: Collection[str]) -> dict[str, RecordedBy]:
        query = (
            select(games.c.id, games.c.ended_at, players.c.name, players.c.recorded_as, players.c.deleted_at)
            .join(players, players.c.id == games.c.player)
            .where(games.c.id.in_(game_ids))
        )
        return {row["id"]: _recorded_by(row) for row in await self.rows(query)}


def _rival_game(row: RowMapping) -> RivalGame:
    rating = Rating() if row["mu"] is None else Rating(row["mu"], row["sigma"])
    return RivalGame(
        game=row["id"],
        player=row["player"],
        name=row["name"],
        recorded_as=row["recorded_as"],
        date=date_of(row["ended_at"]),
        deal=row["deal"],
        rating=rating.value,
    )


def _recorded_by(row: RowMapping) -> RecordedBy:
    is_named = row["recorded_as"] == "name" and row["deleted_at"] is None
    return RecordedBy(row["name"] if is_named else "", date_of(row["ended_at"]))
