"""The actions of running games in SQL.

While actions are appended (here, or by the action appender), the rows of their games are locked FOR SHARE, so that no
game can end in between. The transaction that ends a game locks its row first, and so sees every action that was
appended. Actions are inserted in one order everywhere, by game and number, so that no two processes can wait for each
other. SQLite needs no such locks: it has one writer.
"""

from collections.abc import Collection, Sequence
from dataclasses import asdict

from sqlalchemy import delete, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import StoredAction, Written
from gaprace.store import tables
from gaprace.store.action_appender import Key, NumberTaken
from gaprace.store.base import SqlRepository, shielded


class SqlActions(SqlRepository):
    """Implements `ports.ActionStore`."""

    @shielded
    async def append_actions(self, actions: Sequence[StoredAction]) -> list[Written]:
        """Append actions in one transaction, and return for each of them what became of it."""
        if not actions:
            return []
        ordered = sorted(actions, key=lambda action: (action.game, action.n))
        try:
            stored = await self.database.append(ordered)
        except NumberTaken:
            return await self._append_free_numbers(actions, ordered)
        return [Written.STORED if (action.game, action.n) in stored else Written.ENDED for action in actions]

    async def _append_free_numbers(
        self, actions: Sequence[StoredAction], ordered: Sequence[StoredAction]
    ) -> list[Written]:
        """Append the actions whose numbers are free. This is slower, but rarely needed."""
        async with self.database.write() as connection:
            running = await _lock_running_games(connection, {action.game for action in actions})
            inserted = await self._insert(connection, [action for action in ordered if action.game in running])
            answers, surplus = _answers(actions, running, inserted)
            await _delete(connection, surplus)
        return answers

    async def _insert(self, connection: AsyncConnection, actions: Sequence[StoredAction]) -> set[Key]:
        """Insert the actions whose numbers are free; return their keys."""
        if not actions:
            return set()
        statement = self.database.insert_new(tables.actions).returning(tables.actions.c.game, tables.actions.c.n)
        return {(game, n) for game, n in await connection.execute(statement, [asdict(action) for action in actions])}

    @shielded
    async def actions(self, game_ids: Sequence[str]) -> dict[str, list[StoredAction]]:
        """Return the actions of running games, in order, by game. Other games have an empty list."""
        table = tables.actions.c
        query = select(tables.actions).where(table.game.in_(game_ids)).order_by(table.game, table.n)
        found: dict[str, list[StoredAction]] = {game: [] for game in game_ids}
        async with self.database.read() as connection:
            for row in (await connection.execute(query)).mappings():
                found[row["game"]].append(StoredAction(**row))
        return found


async def _lock_running_games(connection: AsyncConnection, game_ids: Collection[str]) -> set[str]:
    """Return those of the games that run, and keep them from ending during this transaction."""
    table = tables.games.c
    query = (
        select(table.id)
        .where(table.id.in_(game_ids), table.ended_at.is_(None))
        .order_by(table.id)
        .with_for_update(read=True)
    )
    return {row.id for row in await connection.execute(query)}


def _answers(
    actions: Sequence[StoredAction], running: Collection[str], inserted: Collection[Key]
) -> tuple[list[Written], set[Key]]:
    """Return the answer for each action, and the keys that were inserted although an earlier one was refused."""
    surplus = set(inserted)
    refused: set[str] = set()
    answers: list[Written] = []
    for action in actions:
        key = (action.game, action.n)
        if action.game not in running:
            answers.append(Written.ENDED)
        elif action.game in refused or key not in surplus:
            refused.add(action.game)
            answers.append(Written.TAKEN)
        else:
            surplus.remove(key)  # a second action of this number is refused
            answers.append(Written.STORED)
    return answers, surplus


async def _delete(connection: AsyncConnection, keys: Collection[Key]) -> None:
    if keys:
        table = tables.actions.c
        await connection.execute(delete(tables.actions).where(tuple_(table.game, table.n).in_(keys)))
