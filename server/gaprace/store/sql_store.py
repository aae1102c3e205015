"""The store in SQL: all repositories on one database."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from gaprace import ports
from gaprace.ports import PoolUse
from gaprace.store.accounts import SqlAccounts, SqlBlocks, SqlSessions, SqlSessionSteps, SqlSubjects
from gaprace.store.arenas import SqlArenas, SqlArenaSteps
from gaprace.store.base import SqlRepository
from gaprace.store.dailies import SqlCertifiedDeals, SqlDailies, SqlDailySteps
from gaprace.store.errors import TransactionConflict
from gaprace.store.events import SqlEvents, SqlEventSteps
from gaprace.store.examinations import SqlAnalyses, SqlExaminations, SqlExaminationSteps
from gaprace.store.figures import SqlFigures
from gaprace.store.friends import SqlFriends
from gaprace.store.group_scores import SqlDivisions, SqlGroupScores
from gaprace.store.groups import SqlGroups, SqlGroupSteps
from gaprace.store.installation import SqlClock, SqlSettings
from gaprace.store.leaderboards import SqlLeaderboards, SqlLeaderboardSteps
from gaprace.store.moderation import SqlModeration, SqlModerationSteps
from gaprace.store.outbox import SqlOutbox, SqlOutboxSteps, SqlPush, SqlWebhooks, SqlWebhookSteps
from gaprace.store.puzzles import SqlPuzzles
from gaprace.store.races import SqlActions, SqlRaces, SqlRaceSteps, SqlSeries, SqlSeriesSteps
from gaprace.store.ratings import SqlRatings, SqlRatingSteps, SqlRecomputationSteps
from gaprace.store.retention import SqlRetention
from gaprace.store.rivals import SqlRivals
from gaprace.store.rooms import SqlAudience, SqlRooms, SqlRoomSteps
from gaprace.store.scores import SqlScores, SqlScoreSteps
from gaprace.store.statistics import SqlHeadToHead, SqlStatistics

MAX_CONFLICTS = 5
"""How often a transaction is run again before the store counts as unavailable."""

Answer = TypeVar("Answer")


class SqlTransactions(SqlRepository):
    """Implements `ports.Store.transact`."""

    async def transact(self, work: Callable[[ports.Transaction], Awaitable[Answer]]) -> Answer:
        conflicts = 0
        while True:
            try:
                async with self.writing() as executor:
                    return await work(SqlTransaction(self.database, executor.connection))
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
    """Implements `ports.Transaction`."""

    async def rollback(self) -> None:
        await self.connection.rollback()


class SqlStore(
    SqlAccounts,
    SqlRooms,
    SqlRaces,
    SqlSeries,
    SqlActions,
    SqlDailies,
    SqlEvents,
    SqlArenas,
    SqlLeaderboards,
    SqlRatings,
    SqlScores,
    SqlStatistics,
    SqlFigures,
    SqlHeadToHead,
    SqlCertifiedDeals,
    SqlAnalyses,
    SqlExaminations,
    SqlModeration,
    SqlGroups,
    SqlDivisions,
    SqlGroupScores,
    SqlBlocks,
    SqlFriends,
    SqlAudience,
    SqlSessions,
    SqlSubjects,
    SqlWebhooks,
    SqlPush,
    SqlOutbox,
    SqlPuzzles,
    SqlRivals,
    SqlRetention,
    SqlTransactions,
    SqlSettings,
    SqlClock,
):
    """Implements `ports.Store` on a `Database`, which it owns.

    Besides `StoreUnavailable`, a method raises ValueError if a value contradicts what is stored (an id that is taken, a
    player who does not exist) or cannot be stored as text. Nothing is written then.
    """

    @property
    def pools(self) -> Mapping[str, PoolUse]:
        return self.database.pools

    async def close(self) -> None:
        """Wait until all work has ended, then close all connections."""
        await self.database.close()
