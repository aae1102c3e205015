"""The store in SQL, all parts of it."""

from gaprace.store.accounts import SqlPeople
from gaprace.store.analyses import SqlFindings
from gaprace.store.dailies import SqlDailies
from gaprace.store.games import SqlGames
from gaprace.store.leaderboards import SqlBoards
from gaprace.store.races import SqlRaces
from gaprace.store.ratings import SqlRatings
from gaprace.store.retention import SqlPruning
from gaprace.store.rooms import SqlRooms
from gaprace.store.statistics import SqlFigures


class SqlStore(
    SqlPeople,
    SqlRooms,
    SqlRaces,
    SqlGames,
    SqlDailies,
    SqlBoards,
    SqlRatings,
    SqlFigures,
    SqlFindings,
    SqlPruning,
):
    """Implements `ports.Store` on a `Database`, whose connections it owns.

    Beyond `StoreUnavailable`, a method raises ValueError if what it is to write contradicts what is stored (an id
    that is taken, a player that does not exist) or cannot be stored as text at all. Nothing is written then.
    """

    async def close(self) -> None:
        """Let go of all connections."""
        await self.database.close()
