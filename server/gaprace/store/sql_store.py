"""The store in SQL: all repositories on one database."""

from collections.abc import Mapping

from gaprace.ports import PoolUse
from gaprace.store.accounts import SqlAccounts, SqlBlocks
from gaprace.store.analyses import SqlAnalyses
from gaprace.store.archive import SqlArchive
from gaprace.store.arenas import SqlArenas
from gaprace.store.certified_deals import SqlCertifiedDeals
from gaprace.store.clock import SqlClock
from gaprace.store.dailies import SqlDailies
from gaprace.store.events import SqlEvents
from gaprace.store.examinations import SqlExaminations
from gaprace.store.figures import SqlFigures
from gaprace.store.friends import SqlFriends
from gaprace.store.group_scores import SqlGroupScores
from gaprace.store.groups import SqlGroups
from gaprace.store.head_to_head import SqlHeadToHead
from gaprace.store.leaderboards import SqlLeaderboards
from gaprace.store.moderation import SqlModeration
from gaprace.store.outbox import SqlOutbox
from gaprace.store.push import SqlPush
from gaprace.store.puzzles import SqlPuzzles
from gaprace.store.races import SqlActions, SqlRaces, SqlSeries
from gaprace.store.ratings import SqlRatings
from gaprace.store.retention import SqlRetention
from gaprace.store.rivals import SqlRivals
from gaprace.store.rooms import SqlAudience, SqlRooms
from gaprace.store.scores import SqlScores
from gaprace.store.sessions import SqlSessions
from gaprace.store.statistics import SqlStatistics
from gaprace.store.subjects import SqlSubjects
from gaprace.store.transaction import SqlTransactions
from gaprace.store.webhooks import SqlWebhooks


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
    SqlArchive,
    SqlTransactions,
    SqlClock,
):
    """Implements `ports.Store` on a `Database`, which it owns.

    Besides `StoreUnavailable`, a method raises ValueError if a value contradicts what is stored (an id that is taken, a
    player who does not exist) or cannot be stored as text. Nothing is written then.
    """

    @property
    def pools(self) -> Mapping[str, PoolUse]:
        """See `ports.Store`."""
        return self.database.pools

    async def close(self) -> None:
        """Wait until all work has ended, then close all connections."""
        await self.database.close()
