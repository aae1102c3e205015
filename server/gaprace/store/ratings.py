"""Ratings in SQL."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import RowMapping, func, insert, select

from gaprace.play.people.rating import Rating
from gaprace.ports import RatingChange, StoredRace
from gaprace.store.base import SqlRepository, SqlSteps
from gaprace.store.tables import rating_changes, ratings


class SqlRatings(SqlRepository):
    """Implements `ports.RatingStore`."""

    async def ratings(self, player: str) -> dict[str, Rating]:
        query = select(ratings).where(ratings.c.player == player).order_by(ratings.c.variant)
        return {row["variant"]: stored_rating(row) for row in await self.rows(query)}

    async def rating_history(self, player: str, variant: str, limit: int) -> list[RatingChange]:
        query = (
            select(rating_changes)
            .where(rating_changes.c.player == player, rating_changes.c.variant == variant)
            .order_by(rating_changes.c.at.desc(), rating_changes.c.races.desc(), rating_changes.c.race.desc())
            .limit(limit)
        )
        rows = await self.rows(query)
        return [RatingChange(row["at"], row["race"], Rating(row["mu"], row["sigma"]).value) for row in reversed(rows)]


# Steps of a transaction


class SqlRatingSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def lock_ratings(self, players: Sequence[str], variant: str) -> dict[str, Rating]:
        ordered = sorted(players)
        new: list[dict[str, Any]] = [{"player": each, "variant": variant, **Rating()._asdict()} for each in ordered]
        await self.connection.execute(self.database.insert_new(ratings).values(new))
        query = (
            select(ratings)
            .where(ratings.c.player.in_(ordered), ratings.c.variant == variant)
            .order_by(ratings.c.player)
            .with_for_update()
        )
        return {row["player"]: stored_rating(row) for row in (await self.connection.execute(query)).mappings()}

    async def last_races(self, players: Sequence[str], variant: str, limit: int) -> dict[str, set[str]]:
        latest = (rating_changes.c.at.desc(), rating_changes.c.race.desc())
        order = func.row_number().over(partition_by=rating_changes.c.player, order_by=latest)
        # An index alone answers this, however many there are.
        numbered = (
            select(rating_changes.c.player, rating_changes.c.race, order.label("number"))
            .where(rating_changes.c.player.in_(players), rating_changes.c.variant == variant)
            .subquery()
        )
        query = select(numbered.c.player, numbered.c.race).where(numbered.c.number <= limit)
        races: dict[str, set[str]] = defaultdict(set)
        for player, race in await self.connection.execute(query):
            races[player].add(race)
        return dict(races)

    async def save_ratings(self, race: StoredRace, after: Mapping[str, Rating]) -> None:
        variant = race.deal.variant.name
        rows = [{"player": player, "variant": variant, **rating._asdict()} for player, rating in sorted(after.items())]
        await self.connection.execute(self.database.insert_or_replace(ratings).values(rows))
        new = {"race": race.id, "at": race.ended_at}
        await self.connection.execute(insert(rating_changes), [row | new for row in rows])

    async def save_program_ratings(self, variant: str, after: Mapping[str, Rating]) -> None:
        rows = [{"player": player, "variant": variant, **rating._asdict()} for player, rating in sorted(after.items())]
        await self.connection.execute(self.database.insert_or_replace(ratings).values(rows))


def stored_rating(row: RowMapping) -> Rating:
    """Read a rating from a row with its columns."""
    return Rating(**{name: row[name] for name in Rating._fields})
