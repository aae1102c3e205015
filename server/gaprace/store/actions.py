"""The actions of running games in SQL. They are written by the action appender."""

from collections.abc import Sequence

from sqlalchemy import select

from gaprace.ports import ActionAppender, StoredAction
from gaprace.store import tables
from gaprace.store.base import SqlRepository


class SqlActions(SqlRepository):
    """Implements `ports.ActionStore`."""

    @property
    def appender(self) -> ActionAppender:
        return self.database.appender

    async def actions(self, game_ids: Sequence[str]) -> dict[str, list[StoredAction]]:
        table = tables.actions.c
        query = select(tables.actions).where(table.game.in_(game_ids)).order_by(table.game, table.n)
        found: dict[str, list[StoredAction]] = {game: [] for game in game_ids}
        async with self.database.read() as connection:
            for row in (await connection.execute(query)).mappings():
                found[row["game"]].append(StoredAction(**row))
        return found
