"""The deals that players have seen, and the games that may be recorded rivals, in SQL."""

from collections.abc import Collection
from itertools import product

from sqlalchemy import RowMapping, Select, Subquery, and_, exists, literal, or_, select

from gaprace.play.events.calendar import date_of
from gaprace.play.live.rivals import LATE_GAMES, MIN_AGE_MS, RivalGame
from gaprace.play.people.rating import Rating
from gaprace.ports import RecordedBy, SeenDeal
from gaprace.rules.variants import Variant
from gaprace.store.base import SqlRepository, made
from gaprace.store.deals import variant_text
from gaprace.store.races import IS_RECORDED_NOW, is_known
from gaprace.store.tables import (
    MAY_BE_RIVAL,
    dailies,
    deals,
    games,
    players,
    puzzle_mistakes,
    races,
    ratings,
    seen_deals,
)


class SqlRivals(SqlRepository):
    """Implements `ports.RivalStore`."""

    async def add_seen(self, players: Collection[str], codes: Collection[str], at: int) -> None:
        if self.database.is_read_only:
            return
        these = seen_deals.c.player.in_(players), seen_deals.c.code.in_(codes)
        known = select(seen_deals.c.player, seen_deals.c.code).where(*these)
        new = {*product(players, codes)} - {(row.player, row.code) for row in await self.tuples(known)}
        if not new:
            return  # the usual case, and nobody has to wait for it
        rows = [{"player": player, "code": code, "at": at} for player, code in sorted(new)]
        async with self.writing() as executor:
            await executor.execute(self.database.insert_new(seen_deals), rows)

    async def seen_deals(self, player: str) -> list[SeenDeal]:
        query = select(seen_deals.c.code, seen_deals.c.at).where(seen_deals.c.player == player)
        return [SeenDeal(*row) for row in await self.tuples(query.order_by(seen_deals.c.at, seen_deals.c.code))]

    async def knows_deal(self, player: str, code: str) -> bool:
        query = select(literal(1)).select_from(deals).where(deals.c.code == code, is_known([player])).limit(1)
        return await self.scalar(query) is not None

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
        late = (
            select(games.c.id, games.c.race, games.c.player, games.c.ended_at, games.c.ranked, games.c.variant)
            .where(MAY_BE_RIVAL, games.c.variant == variant.name, games.c.ended_at <= now - MIN_AGE_MS)
            .order_by(games.c.ended_at.desc())
            .limit(LATE_GAMES)
            .subquery("late")
        )
        with_rivals = exists().where(games.c.race == late.c.race, games.c.recorded.is_not(None))
        query = (
            _of_people(late, now)
            .where(races.c.ended_at <= now - MIN_AGE_MS, ~IS_RECORDED_NOW, or_(late.c.ranked, with_rivals))
            .where(deals.c.variant == variant_text(variant), deals.c.id.not_in(select(dailies.c.deal)))
            .where(late.c.player.not_in([*people, *apart]), ~is_known(people))
        )
        return [_rival_game(row) for row in await self.rows(query)]

    async def rivals_of(self, race: str, now: int) -> list[RivalGame]:
        of_race = (
            select(games.c.id, games.c.race, games.c.player, games.c.ended_at, games.c.seat, games.c.variant)
            .where(games.c.race == race, games.c.ended_at.is_not(None), games.c.moves > 0)
            .where(games.c.voided_by.is_(None), games.c.recorded.is_(None))
            .subquery("of_race")
        )
        return [_rival_game(row) for row in await self.rows(_of_people(of_race, now).order_by(of_race.c.seat))]

    async def recorded_by(self, game_ids: Collection[str]) -> dict[str, RecordedBy]:
        query = (
            select(games.c.id, games.c.ended_at, players.c.name, players.c.recorded_as, players.c.deleted_at)
            .join(players, players.c.id == games.c.player)
            .where(games.c.id.in_(game_ids))
        )
        return {row["id"]: _recorded_by(row) for row in await self.rows(query)}


def _of_people(found: Subquery, now: int) -> Select[tuple[object, ...]]:
    """Select games of people who may be raced again: of no program, and of nobody who is deleted or suspended."""
    return (
        select(found.c.id, found.c.player, found.c.ended_at, races.c.deal, players.c.name, players.c.recorded_as)
        .add_columns(ratings.c.mu, ratings.c.sigma)
        .select_from(found)
        .join(races, races.c.id == found.c.race)
        .join(deals, deals.c.id == races.c.deal)
        .join(players, players.c.id == found.c.player)
        .outerjoin(ratings, and_(ratings.c.player == found.c.player, ratings.c.variant == found.c.variant))
        .where(players.c.deleted_at.is_(None), ~players.c.program, players.c.recorded_as != "never")
        .where(or_(players.c.suspended_until.is_(None), players.c.suspended_until <= now))
    )


def _rival_game(row: RowMapping) -> RivalGame:
    rating = Rating() if row["mu"] is None else Rating(row["mu"], row["sigma"])
    return made(RivalGame, row, game=row["id"], date=date_of(row["ended_at"]), rating=rating.value)


def _recorded_by(row: RowMapping) -> RecordedBy:
    is_named = row["recorded_as"] == "name" and row["deleted_at"] is None
    return RecordedBy(row["name"] if is_named else "", date_of(row["ended_at"]))
