"""The audience of a room in SQL."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import ColumnElement, bindparam, case, delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import StoredGuesser, StoredPrediction
from gaprace.store.base import SqlRepository, shielded
from gaprace.store.tables import games, muted_spectators, players, predictions, races

_COLUMNS = [column for column in predictions.c if column is not predictions.c.points]
_PREDICTION = select(*_COLUMNS).where(
    predictions.c.room == bindparam("room"),
    predictions.c.number == bindparam("number"),
    predictions.c.player == bindparam("player"),
)
"""Built once: every spectator who comes in asks it."""


class SqlAudience(SqlRepository):
    """Implements `ports.AudienceStore`."""

    @shielded
    async def save_prediction(self, prediction: StoredPrediction) -> None:
        """Add a prediction, or replace the spectator's earlier one of the same race."""
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_or_replace(predictions).values(asdict(prediction)))

    @shielded
    async def prediction(self, room: str, number: int, player: str) -> StoredPrediction | None:
        """Return a spectator's prediction of a race."""
        its = {"room": room, "number": number, "player": player}
        async with self.database.read_once() as connection:
            row = (await connection.execute(_PREDICTION, its)).mappings().first()
        return StoredPrediction(**row) if row else None

    @shielded
    async def predictions_of(self, player: str) -> list[StoredPrediction]:
        """Return all predictions of a spectator, the earliest first."""
        order = predictions.c.at, predictions.c.room, predictions.c.number
        query = select(*_COLUMNS).where(predictions.c.player == player).order_by(*order)
        async with self.database.read() as connection:
            return [StoredPrediction(**row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def prediction_tally(self, room: str, number: int) -> dict[str, int]:
        """Return the number of predictions of a race, by pick."""
        query = select(predictions.c.pick, func.count()).where(*_of_race(room, number)).group_by(predictions.c.pick)
        async with self.database.read() as connection:
            return {row[0]: row[1] for row in await connection.execute(query)}

    @shielded
    async def guessers(self, room: str, limit: int) -> list[StoredGuesser]:
        """Return the spectators with the most points in a room, best first, under their current names."""
        points, right = func.sum(predictions.c.points), func.count()
        query = (
            select(players.c.id, players.c.name, points, right)
            .join_from(predictions, players, predictions.c.player == players.c.id)
            .where(predictions.c.room == room, predictions.c.points > 0)
            .group_by(players.c.id, players.c.name)
            .order_by(points.desc(), players.c.id)
            .limit(limit)
        )
        async with self.database.read() as connection:
            return [StoredGuesser(row[0], row[1], int(row[2]), row[3]) for row in await connection.execute(query)]

    @shielded
    async def set_spectator_muted(self, room: str, player: str, *, muted: bool) -> None:
        """Mute or unmute a spectator in a room."""
        its = (muted_spectators.c.room == room, muted_spectators.c.player == player)
        add = self.database.insert_new(muted_spectators).values(room=room, player=player)
        async with self.database.write() as connection:
            await connection.execute(add if muted else delete(muted_spectators).where(*its))

    @shielded
    async def is_spectator_muted(self, room: str, player: str) -> bool:
        """Whether a spectator is muted in a room."""
        found = exists().where(muted_spectators.c.room == room, muted_spectators.c.player == player)
        async with self.database.read() as connection:
            return bool(await connection.scalar(select(found)))


def _of_race(room: str, number: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return predictions.c.room == room, predictions.c.number == number


async def settle_predictions(connection: AsyncConnection, room: str, number: int, winners: Sequence[str]) -> None:
    """Award the points of the predictions of a race that has ended."""
    plays = (
        select(games.c.player)
        .join_from(games, races)
        .where(races.c.room == room, races.c.number == number, games.c.player == predictions.c.player)
        .exists()
    )
    is_right = predictions.c.pick.in_(winners) & ~plays
    points = case((is_right, predictions.c.worth), else_=0)
    await connection.execute(update(predictions).where(*_of_race(room, number)).values(points=points))


async def forget_audience(connection: AsyncConnection, room: str) -> None:
    """Delete what is stored of the audience of a room that closes."""
    for table in (predictions, muted_spectators):
        await connection.execute(delete(table).where(table.c.room == room))


async def forget_spectators(connection: AsyncConnection, gone: Sequence[str]) -> None:
    """Delete what is stored of players who are deleted."""
    for table in (predictions, muted_spectators):
        await connection.execute(delete(table).where(table.c.player.in_(gone)))
