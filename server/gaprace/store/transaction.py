"""Units of work in SQL."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from gaprace import ports
from gaprace.store.arenas import SqlArenaSteps
from gaprace.store.base import SqlRepository
from gaprace.store.dailies import SqlDailySteps
from gaprace.store.errors import TransactionConflict
from gaprace.store.events import SqlEventSteps
from gaprace.store.examinations import SqlExaminationSteps
from gaprace.store.groups import SqlGroupSteps
from gaprace.store.leaderboards import SqlLeaderboardSteps
from gaprace.store.moderation import SqlModerationSteps
from gaprace.store.outbox import SqlOutboxSteps
from gaprace.store.races import SqlRaceSteps, SqlSeriesSteps
from gaprace.store.ratings import SqlRatingSteps
from gaprace.store.recomputation import SqlRecomputationSteps
from gaprace.store.rooms import SqlRoomSteps
from gaprace.store.scores import SqlScoreSteps
from gaprace.store.sessions import SqlSessionSteps
from gaprace.store.webhooks import SqlWebhookSteps

MAX_CONFLICTS = 5
"""How often a transaction is run again before the store counts as unavailable."""

Answer = TypeVar("Answer")


class SqlTransactions(SqlRepository):
    """Implements `ports.Store.transact`."""

    async def transact(self, work: Callable[[ports.Transaction], Awaitable[Answer]]) -> Answer:
        conflicts = 0
        while True:
            try:
                async with self.database.write() as connection:
                    return await work(SqlTransaction(self.database, connection))
            except TransactionConflict:
                conflicts += 1
                if conflicts > MAX_CONFLICTS:
                    raise


class SqlTransaction(
    SqlRoomSteps,
    SqlRaceSteps,
    SqlSeriesSteps,
    SqlExaminationSteps,
    SqlRatingSteps,
    SqlScoreSteps,
    SqlLeaderboardSteps,
    SqlModerationSteps,
    SqlSessionSteps,
    SqlRecomputationSteps,
    SqlGroupSteps,
    SqlWebhookSteps,
    SqlOutboxSteps,
    SqlArenaSteps,
    SqlEventSteps,
    SqlDailySteps,
):
    """Implements `ports.Transaction` on a connection in a transaction."""

    async def rollback(self) -> None:
        await self.connection.rollback()
