"""Ratings in SQL."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import RowMapping, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.leaderboards import ALL_TIME, Leaderboard, rating_key
from gaprace.play.rating import MIN_RATED_GAMES, Rating, after_race
from gaprace.ports import RatingAfter
from gaprace.rules.ranking import Outcome, race_rank_of
from gaprace.store.base import SqlPart, transaction
from gaprace.store.deals import DEAL, stored_deal
from gaprace.store.engines import Database
from gaprace.store.leaderboards import replace_places
from gaprace.store.tables import deals, games, races, rating_changes, ratings


class SqlRatings(SqlPart):
    """The ratings' part of the store."""

    @transaction
    async def ratings(self, player: str) -> dict[str, Rating]:
        """Return a player's ratings, by variant."""
        query = select(ratings).where(ratings.c.player == player).order_by(ratings.c.variant)
        async with self.database.read() as connection:
            return {row["variant"]: _rating(row) for row in (await connection.execute(query)).mappings()}

    @transaction
    async def rating_history(self, player: str, variant: str, most: int) -> list[RatingAfter]:
        """Return a player's last ratings, oldest first."""
        query = (
            select(rating_changes)
            .where(rating_changes.c.player == player, rating_changes.c.variant == variant)
            .order_by(rating_changes.c.races.desc())
            .limit(most)
        )
        async with self.database.read() as connection:
            rows = [*(await connection.execute(query)).mappings()]
        return [RatingAfter(row["at"], row["race"], _rating(row)) for row in reversed(rows)]


async def rate_race(database: Database, connection: AsyncConnection, race_id: str, ended_at: int) -> None:
    """Change the ratings of those who raced each other in ranked games."""
    raced = await _ranked_games(connection, race_id)
    if len(raced) < MIN_RATED_GAMES:
        return
    variant = stored_deal(raced[0]).variant.name
    players = [row["player"] for row in raced]
    before = await _locked_ratings(database, connection, players, variant)
    ranks = [race_rank_of(Outcome(*(row[name] for name in Outcome._fields))) for row in raced]
    after = after_race([before[player] for player in players], [1 + sorted(ranks).index(rank) for rank in ranks])
    rows = [
        {"player": player, "variant": variant, **rating._asdict()}
        for player, rating in zip(players, after, strict=True)
    ]
    await connection.execute(database.insert_or_replace(ratings).values(rows))
    await connection.execute(insert(rating_changes), [{**row, "race": race_id, "at": ended_at} for row in rows])
    board = Leaderboard("rating", ALL_TIME, variant).text
    places = [
        {"board": board, "player": row["player"], "key": rating_key(rating.value), "game": row["id"]}
        for row, rating in zip(raced, after, strict=True)
    ]
    await replace_places(database, connection, places)


async def _ranked_games(connection: AsyncConnection, race_id: str) -> list[RowMapping]:
    """Return the ranked games of a race, in one order for everybody who locks by it."""
    query = (
        select(games, *DEAL)
        .join(races, races.c.id == games.c.race)
        .join(deals, deals.c.id == races.c.deal)
        .where(games.c.race == race_id, games.c.ranked, games.c.ended_at.is_not(None))
        .order_by(games.c.player)
    )
    return [*(await connection.execute(query)).mappings()]


async def _locked_ratings(
    database: Database, connection: AsyncConnection, players: Sequence[str], variant: str
) -> dict[str, Rating]:
    """Return the ratings of players, who are in order, and keep them from changing while this transaction lasts."""
    new: list[dict[str, Any]] = [{"player": each, "variant": variant, **Rating()._asdict()} for each in players]
    await connection.execute(database.insert_new(ratings).values(new))
    query = (
        select(ratings)
        .where(ratings.c.player.in_(players), ratings.c.variant == variant)
        .order_by(ratings.c.player)
        .with_for_update()
    )
    return {row["player"]: _rating(row) for row in (await connection.execute(query)).mappings()}


def _rating(row: RowMapping) -> Rating:
    return Rating(**{name: row[name] for name in Rating._fields})
