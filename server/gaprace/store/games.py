"""Games and their actions in SQL.

While actions are appended (here, or in the fast lane), their games' rows are locked FOR SHARE, so that no game can end
in between; who ends a game changes its row first, and so sees every action that was appended. Actions are inserted in
one order everywhere, by game and number, so no two processes can wait for each other. SQLite needs no such locks: it
has one writer.
"""

from collections.abc import Collection, Sequence
from dataclasses import asdict

from sqlalchemy import delete, func, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import Result, StoredAction, StoredGame, StoredRace, Written
from gaprace.store import tables
from gaprace.store.action_appender import Key, Taken
from gaprace.store.base import SqlPart, changes_row, is_key, transaction
from gaprace.store.leaderboards import place_daily_game
from gaprace.store.races import load_race


class SqlGames(SqlPart):
    """The games' part of the store."""

    @transaction
    async def append_actions(self, actions: Sequence[StoredAction]) -> list[Written]:
        """Write actions, all in one transaction, and say of each what became of it."""
        if not actions:
            return []
        ordered = sorted(actions, key=lambda action: (action.game, action.n))
        try:
            stored = await self.database.append(ordered)
        except Taken:
            return await self._append_what_is_free(actions, ordered)
        return [Written.STORED if (action.game, action.n) in stored else Written.ENDED for action in actions]

    async def _append_what_is_free(
        self, actions: Sequence[StoredAction], ordered: Sequence[StoredAction]
    ) -> list[Written]:
        """Write those actions whose numbers are free. This takes longer, but it is rare."""
        async with self.database.write() as connection:
            open_games = await _lock_open_games(connection, {action.game for action in actions})
            inserted = await self._insert(connection, [action for action in ordered if action.game in open_games])
            answers, surplus = _answers(actions, open_games, inserted)
            await _take_back(connection, surplus)
        return answers

    async def _insert(self, connection: AsyncConnection, actions: Sequence[StoredAction]) -> set[Key]:
        """Insert the actions whose numbers are free; give the keys of these."""
        if not actions:
            return set()
        statement = self.database.insert_new(tables.actions).returning(tables.actions.c.game, tables.actions.c.n)
        return {(game, n) for game, n in await connection.execute(statement, [asdict(action) for action in actions])}

    @transaction
    async def actions(self, game_ids: Sequence[str]) -> dict[str, list[StoredAction]]:
        """Return the actions of games that have not ended, in order, by game (an empty list where there are none)."""
        table = tables.actions.c
        query = select(tables.actions).where(table.game.in_(game_ids)).order_by(table.game, table.n)
        found: dict[str, list[StoredAction]] = {game: [] for game in game_ids}
        async with self.database.read() as connection:
            for row in (await connection.execute(query)).mappings():
                found[row["game"]].append(StoredAction(**row))
        return found

    @transaction
    async def end_game(self, game_id: str, n: int, result: Result) -> bool:
        """End a game, if it has not ended and its last stored action is `n`; say whether so."""
        table = tables.games.c
        change = update(tables.games).where(table.id == game_id, table.ended_at.is_(None)).values(asdict(result))
        last = select(func.max(tables.actions.c.n)).where(tables.actions.c.game == game_id)
        async with self.database.write() as connection:
            # In this order: from the change of its row on, nobody can append to the game.
            done = await changes_row(connection, change) and (await connection.scalar(last) or 0) == n
            if done:
                await connection.execute(delete(tables.actions).where(tables.actions.c.game == game_id))
                await place_daily_game(self.database, connection, game_id)
            else:
                await connection.rollback()
        return done

    @transaction
    async def mark_hinted(self, game_id: str) -> None:
        """Note that a hint was given: the game is no longer ranked."""
        running = (tables.games.c.id == game_id, tables.games.c.ended_at.is_(None))
        async with self.database.write() as connection:
            await connection.execute(update(tables.games).where(*running).values(hinted=True, ranked=False))

    @transaction
    async def finished_game(self, game_id: str) -> tuple[StoredGame, StoredRace] | None:
        """Return a game that has ended, with its race; nothing else."""
        if not is_key(game_id):
            return None
        query = select(tables.games.c.race).where(tables.games.c.id == game_id, tables.games.c.ended_at.is_not(None))
        async with self.database.read() as connection:
            race_id = await connection.scalar(query)
            race = await load_race(connection, race_id) if race_id else None
        return next(((game, race) for game in race.games if game.id == game_id), None) if race else None


async def _lock_open_games(connection: AsyncConnection, game_ids: Collection[str]) -> set[str]:
    """Return those of the games that have not ended, and keep them from ending while this transaction lasts."""
    table = tables.games.c
    query = (
        select(table.id)
        .where(table.id.in_(game_ids), table.ended_at.is_(None))
        .order_by(table.id)
        .with_for_update(read=True)
    )
    return {row.id for row in await connection.execute(query)}


def _answers(
    actions: Sequence[StoredAction], open_games: Collection[str], inserted: Collection[Key]
) -> tuple[list[Written], set[Key]]:
    """Say what became of each action, and which were inserted though one before them in their game was refused."""
    surplus = set(inserted)
    refused: set[str] = set()
    answers: list[Written] = []
    for action in actions:
        key = (action.game, action.n)
        if action.game not in open_games:
            answers.append(Written.ENDED)
        elif action.game in refused or key not in surplus:
            refused.add(action.game)
            answers.append(Written.TAKEN)
        else:
            surplus.remove(key)  # a second action of this number is too late
            answers.append(Written.STORED)
    return answers, surplus


async def _take_back(connection: AsyncConnection, keys: Collection[Key]) -> None:
    """Delete what this transaction has inserted under these keys."""
    if keys:
        table = tables.actions.c
        await connection.execute(delete(tables.actions).where(tuple_(table.game, table.n).in_(keys)))
