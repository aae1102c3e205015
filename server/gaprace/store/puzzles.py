"""Puzzles in SQL."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.glicko import Glicko
from gaprace.ports import PuzzlePlayer, PuzzleTry, StoredMistake, StoredPuzzle, TryEnd
from gaprace.store.base import SqlRepository, changes_row, may_be_id, shielded
from gaprace.store.database import Database
from gaprace.store.races import IS_PLAYED
from gaprace.store.tables import (
    games,
    puzzle_days,
    puzzle_games,
    puzzle_mistakes,
    puzzle_players,
    puzzle_tries,
    puzzles,
)

_UNTRIED = puzzles.c.tries == 0
_OF_NO_DAY = puzzles.c.id.not_in(select(puzzle_days.c.puzzle))
_PLAYER_TABLES = (puzzle_players, puzzle_tries, puzzle_mistakes)
"""The tables with what is kept of a player."""


class SqlPuzzles(SqlRepository):
    """Implements `ports.PuzzleStore`."""

    # Puzzles

    @shielded
    async def add_puzzle(self, puzzle: StoredPuzzle) -> str:
        """Add a puzzle, unless there is one with the same board; return the id of the one that is stored."""
        query = select(puzzles.c.id).where(puzzles.c.board == puzzle.board)
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(puzzles).values(_puzzle_row(puzzle)))
            stored: str = (await connection.execute(query)).scalar_one()
        return stored

    @shielded
    async def puzzle(self, puzzle_id: str) -> StoredPuzzle | None:
        """Return a puzzle."""
        if not may_be_id(puzzle_id):
            return None
        async with self.database.read() as connection:
            return await _first_puzzle(connection, puzzles.c.id == puzzle_id)

    @shielded
    async def puzzles_ready(self) -> dict[int, int]:
        """Return how many puzzles nobody has tried, by columns."""
        columns = puzzles.c.columns
        query = select(columns, func.count().label("ready")).where(_UNTRIED).group_by(columns)
        async with self.database.read() as connection:
            return {row.columns: row.ready for row in await connection.execute(query)}

    @shielded
    async def next_puzzle(self, player: str, rating: float) -> StoredPuzzle | None:
        """Return the puzzle nearest to a rating that a player has not tried, from no own game and of no day."""
        tried = select(puzzle_tries.c.puzzle).where(puzzle_tries.c.player == player)
        own = select(puzzle_mistakes.c.puzzle).where(puzzle_mistakes.c.player == player)
        which = (puzzles.c.id.not_in(tried), puzzles.c.id.not_in(own), _OF_NO_DAY)
        async with self.database.read() as connection:
            return await _nearest(connection, rating, *which)

    @shielded
    async def puzzle_of_day(self, date: str) -> str | None:
        """Return the id of the puzzle of a date, if one is chosen."""
        async with self.database.read() as connection:
            return await _of_day(connection, date)

    @shielded
    async def choose_puzzle_of_day(self, date: str, rating: float) -> str | None:
        """Choose an untried puzzle near a rating for a date, unless one is chosen; return its id, None without any."""
        async with self.database.write() as connection:
            found = await _nearest(connection, rating, _UNTRIED, _OF_NO_DAY)
            if found:
                row = {"date": date, "puzzle": found.id}
                await connection.execute(self.database.insert_new(puzzle_days).values(row))
            return await _of_day(connection, date)

    # Tries

    @shielded
    async def puzzle_player(self, player: str) -> PuzzlePlayer | None:
        """Return what is known of a player; None for one who has not tried any."""
        query = select(puzzle_players).where(puzzle_players.c.player == player)
        async with self.database.read() as connection:
            row = (await connection.execute(query)).mappings().first()
        return _puzzle_player(row) if row else None

    @shielded
    async def begin_puzzle_try(self, attempt: PuzzleTry) -> PuzzleTry:
        """Add a try, unless the player has one of this puzzle; return the one that is stored."""
        query = select(puzzle_tries).where(_is_try(attempt))
        async with self.database.write() as connection:
            await begin_counted(self.database, connection, attempt)
            return PuzzleTry(**(await connection.execute(query)).mappings().one())

    @shielded
    async def puzzle_try(self, player: str, puzzle: str) -> PuzzleTry | None:
        """Return a player's try of a puzzle."""
        which = (puzzle_tries.c.player == player, puzzle_tries.c.puzzle == puzzle)
        return await self._try(*which) if may_be_id(puzzle) else None

    @shielded
    async def open_puzzle_try(self, player: str) -> PuzzleTry | None:
        """Return the try of kind `next` that a player has begun and not ended."""
        return await self._try(
            puzzle_tries.c.player == player, puzzle_tries.c.state == "open", puzzle_tries.c.kind == "next"
        )

    async def _try(self, *which: ColumnElement[bool]) -> PuzzleTry | None:
        query = select(puzzle_tries).where(*which).order_by(puzzle_tries.c.begun_at).limit(1)
        async with self.database.read() as connection:
            row = (await connection.execute(query)).mappings().first()
        return PuzzleTry(**row) if row else None

    @shielded
    async def save_puzzle_try(self, known: PuzzleTry, changed: PuzzleTry, end: TryEnd | None = None) -> bool:
        """Replace a try, and the ratings with its end; return False, and change nothing, if any has changed since."""
        async with self.database.write() as connection:
            is_known = await replace_try(connection, known, changed)
            if is_known and (end is None or await self._save_end(connection, end)):
                return True
            await connection.rollback()
        return False

    async def _save_end(self, connection: AsyncConnection, end: TryEnd) -> bool:
        new = {**_rating_row(Glicko()), "player": end.player.player, "tries": 0, "solved": 0}
        await connection.execute(self.database.insert_new(puzzle_players).values(new))
        mine = (puzzle_players.c.player == end.player.player, puzzle_players.c.tries == end.player.tries)
        after = end.player_after
        changes = {**_rating_row(after.rating), "tries": after.tries, "solved": after.solved}
        if not await changes_row(connection, update(puzzle_players).where(*mine).values(changes)):
            return False
        if end.puzzle_rating == end.puzzle.rating:
            return True
        its = (puzzles.c.id == end.puzzle.id, puzzles.c.lessons == end.puzzle.lessons)
        learnt = {**_rating_row(end.puzzle_rating), "lessons": puzzles.c.lessons + 1}
        return await changes_row(connection, update(puzzles).where(*its).values(learnt))

    @shielded
    async def puzzle_tries(self, player: str) -> list[PuzzleTry]:
        """Return all tries of a player, the earliest first."""
        query = select(puzzle_tries).where(puzzle_tries.c.player == player)
        query = query.order_by(puzzle_tries.c.begun_at, puzzle_tries.c.puzzle)
        async with self.database.read() as connection:
            return [PuzzleTry(**row) for row in (await connection.execute(query)).mappings()]

    # Mistakes

    @shielded
    async def ask_mistakes(self, player: str, at: int) -> None:
        """Have the games of a player searched for mistakes."""
        new = {**_rating_row(Glicko()), "player": player, "tries": 0, "solved": 0}
        asked = update(puzzle_players).where(puzzle_players.c.player == player).values(asked_at=at)
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(puzzle_players).values(new))
            await connection.execute(asked)

    @shielded
    async def claim_mistakes(self, now: int, until: int) -> PuzzlePlayer | None:
        """Claim the player who has waited longest to be searched, until then."""
        owned = puzzle_players.c.owned_until
        free = (puzzle_players.c.asked_at.is_not(None), or_(owned.is_(None), owned < now))
        query = select(puzzle_players).where(*free).order_by(puzzle_players.c.asked_at, puzzle_players.c.player)
        async with self.database.write() as connection:
            while row := (await connection.execute(query.limit(1))).mappings().first():
                its = update(puzzle_players).where(puzzle_players.c.player == row["player"], *free)
                if await changes_row(connection, its.values(owned_until=until)):
                    return _puzzle_player(row)
        return None

    @shielded
    async def games_to_search(self, player: str, limit: int) -> list[str]:
        """Return those of the last `limit` played games of a player that were not searched, the latest first."""
        last = (
            select(games.c.id, games.c.ended_at)
            .where(games.c.player == player, IS_PLAYED)
            .order_by(games.c.ended_at.desc(), games.c.id)
            .limit(limit)
            .subquery()
        )
        query = select(last.c.id).where(last.c.id.not_in(select(puzzle_games.c.game)))
        query = query.order_by(last.c.ended_at.desc(), last.c.id)
        async with self.database.read() as connection:
            return list(await connection.scalars(query))

    @shielded
    async def add_mistakes(self, game: str, mistakes: Sequence[StoredMistake]) -> None:
        """Note that a game was searched, and what was found."""
        async with self.database.write() as connection:
            await connection.execute(self.database.insert_new(puzzle_games).values(game=game))
            for mistake in mistakes:
                await connection.execute(self.database.insert_new(puzzle_mistakes).values(mistake._asdict()))

    @shielded
    async def end_mistakes(self, known: PuzzlePlayer) -> None:
        """Note that nothing is left to search, unless it was asked for again since."""
        its = (puzzle_players.c.player == known.player, puzzle_players.c.asked_at == known.asked_at)
        async with self.database.write() as connection:
            await connection.execute(update(puzzle_players).where(*its).values(asked_at=None))
            mine = update(puzzle_players).where(puzzle_players.c.player == known.player)
            await connection.execute(mine.values(owned_until=None))

    @shielded
    async def mistakes(self, player: str, limit: int) -> list[StoredMistake]:
        """Return the mistakes of a player, the latest first."""
        query = select(puzzle_mistakes).where(puzzle_mistakes.c.player == player)
        query = query.order_by(puzzle_mistakes.c.at.desc(), puzzle_mistakes.c.puzzle).limit(limit)
        async with self.database.read() as connection:
            return [StoredMistake(**row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def is_mistake(self, player: str, puzzle: str) -> bool:
        """Whether a puzzle is from a game of a player."""
        its = (puzzle_mistakes.c.player == player, puzzle_mistakes.c.puzzle == puzzle)
        async with self.database.read() as connection:
            return (await connection.execute(select(puzzle_mistakes.c.player).where(*its))).first() is not None


# Shared steps


async def begin_counted(database: Database, connection: AsyncConnection, attempt: PuzzleTry) -> bool:
    """Add a try, unless the player has one of this puzzle; return whether it is new."""
    is_new = await changes_row(connection, database.insert_new(puzzle_tries).values(asdict(attempt)))
    if is_new:
        counted = update(puzzles).where(puzzles.c.id == attempt.puzzle).values(tries=puzzles.c.tries + 1)
        await connection.execute(counted)
    return is_new


async def replace_try(connection: AsyncConnection, known: PuzzleTry, changed: PuzzleTry) -> bool:
    """Replace a try if it is as it was, and count a solution; return whether it was."""
    as_known = (puzzle_tries.c.found == known.found, puzzle_tries.c.state == known.state)
    change = update(puzzle_tries).where(_is_try(known), *as_known).values(asdict(changed))
    if not await changes_row(connection, change):
        return False
    if changed.state == "solved" != known.state:
        solved = update(puzzles).where(puzzles.c.id == known.puzzle).values(solved=puzzles.c.solved + 1)
        await connection.execute(solved)
    return True


async def forget_puzzle_players(connection: AsyncConnection, gone: Sequence[str]) -> None:
    """Delete what is kept of players who are deleted. The puzzles stay: nothing in them leads to anyone."""
    for table in _PLAYER_TABLES:
        await connection.execute(delete(table).where(table.c.player.in_(gone)))


def _is_try(attempt: PuzzleTry) -> ColumnElement[bool]:
    return (puzzle_tries.c.player == attempt.player) & (puzzle_tries.c.puzzle == attempt.puzzle)


async def _of_day(connection: AsyncConnection, date: str) -> str | None:
    found: str | None = await connection.scalar(select(puzzle_days.c.puzzle).where(puzzle_days.c.date == date))
    return found


async def _nearest(connection: AsyncConnection, rating: float, *which: ColumnElement[bool]) -> StoredPuzzle | None:
    """Return the puzzle nearest to a rating: two short looks into the index."""
    above = await _first_puzzle(connection, puzzles.c.rating >= rating, *which, order=puzzles.c.rating.asc())
    below = await _first_puzzle(connection, puzzles.c.rating < rating, *which, order=puzzles.c.rating.desc())
    return min(
        (each for each in (above, below) if each), key=lambda each: abs(each.rating.rating - rating), default=None
    )


async def _first_puzzle(
    connection: AsyncConnection, *which: ColumnElement[bool], order: ColumnElement[Any] | None = None
) -> StoredPuzzle | None:
    query = select(puzzles).where(*which).limit(1)
    query = query if order is None else query.order_by(order, puzzles.c.id)
    row = (await connection.execute(query)).mappings().first()
    return _stored_puzzle(row) if row else None


def _rating_row(rating: Glicko) -> dict[str, Any]:
    return rating._asdict()


def _puzzle_row(puzzle: StoredPuzzle) -> dict[str, Any]:
    row = asdict(puzzle)
    del row["rating"]
    return {**row, **_rating_row(puzzle.rating)}


def _stored_puzzle(row: RowMapping) -> StoredPuzzle:
    columns = dict(row)
    rating = Glicko(columns.pop("rating"), columns.pop("deviation"), columns.pop("volatility"))
    return StoredPuzzle(**columns, rating=rating)


def _puzzle_player(row: RowMapping) -> PuzzlePlayer:
    rating = Glicko(row["rating"], row["deviation"], row["volatility"])
    return PuzzlePlayer(row["player"], rating, row["tries"], row["solved"], row["asked_at"])
