"""The store in SQL, all parts of it."""

from server.store.boards import SqlBoards
from server.store.dailies import SqlDailies
from server.store.figures import SqlFigures
from server.store.findings import SqlFindings
from server.store.games import SqlGames
from server.store.people import SqlPeople
from server.store.pruning import SqlPruning
from server.store.races import SqlRaces
from server.store.ratings import SqlRatings
from server.store.rooms import SqlRooms


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
