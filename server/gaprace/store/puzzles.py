"""Puzzles in SQL."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select, update

from gaprace.play.events.event import puzzle_code
from gaprace.play.events.windows import window_of
from gaprace.play.seals import Shown
from gaprace.ports import MistakeSearch, PuzzleTry, StoredMistake, StoredPuzzle
from gaprace.store.base import Executor, SqlRepository, claim, may_be_id
from gaprace.store.races import IS_PLAYED
from gaprace.store.tables import events, games, mistake_searches, puzzle_games, puzzle_mistakes, puzzle_tries, puzzles

_UNTRIED = puzzles.c.tries == 0
_OF_NO_DAY = events.c.puzzle.is_(None)


class SqlPuzzles(SqlRepository):
    """Implements `ports.PuzzleStore`."""

    # Puzzles

    async def add_puzzle(self, puzzle: StoredPuzzle) -> str:
        query = select(puzzles.c.id).where(puzzles.c.board == puzzle.board)
        row = {name: value for name, value in asdict(puzzle).items() if name != "date"}
        async with self.writing() as executor:
            await executor.execute(self.database.insert_new(puzzles).values(row))
            stored: str = (await executor.execute(query)).scalar_one()
        return stored

    async def puzzle(self, puzzle_id: str) -> StoredPuzzle | None:
        if not may_be_id(puzzle_id):
            return None
        return await _first(self, puzzles.c.id == puzzle_id)

    async def puzzles_ready(self) -> dict[int, int]:
        columns = puzzles.c.columns
        query = select(columns, func.count().label("ready")).where(_UNTRIED).group_by(columns)
        return {row.columns: row.ready for row in await self.tuples(query)}

    async def next_puzzle(self, player: str | None) -> StoredPuzzle | None:
        is_ended = (puzzle_tries.c.player == player, puzzle_tries.c.state != "open")
        ended = select(puzzle_tries.c.puzzle).where(*is_ended)
        own = select(puzzle_mistakes.c.puzzle).where(puzzle_mistakes.c.player == player)
        return await _first(self, puzzles.c.id.not_in(ended), puzzles.c.id.not_in(own), _OF_NO_DAY)

    async def puzzle_of_day(self, date: str) -> str | None:
        return await _of_day(self, date)

    async def choose_puzzle_of_day(self, date: str) -> str | None:
        async with self.writing() as executor:
            found = await _first(executor, _UNTRIED, _OF_NO_DAY)
            if found:
                await executor.execute(self.database.insert_new(events).values(event_row_of(date, found.id)))
            return await _of_day(executor, date)

    # Tries

    async def begin_puzzle_try(self, attempt: PuzzleTry) -> PuzzleTry:
        new = self.database.insert_new(puzzle_tries).values(asdict(attempt))
        count = update(puzzles).where(puzzles.c.id == attempt.puzzle).values(tries=puzzles.c.tries + 1)
        async with self.writing() as executor:
            if await executor.change(new):
                await executor.execute(count)
            stored = await executor.execute(select(puzzle_tries).where(_is_try(attempt)))
            return PuzzleTry(**stored.mappings().one())

    async def puzzle_try(self, player: str, puzzle: str) -> PuzzleTry | None:
        query = select(puzzle_tries).where(puzzle_tries.c.player == player, puzzle_tries.c.puzzle == puzzle)
        return await self.one(PuzzleTry, query)

    async def save_puzzle_try(self, known: PuzzleTry, changed: PuzzleTry) -> bool:
        as_known = (puzzle_tries.c.found == known.found, puzzle_tries.c.state == known.state)
        change = update(puzzle_tries).where(_is_try(known), *as_known).values(asdict(changed))
        return await self.change(change)

    async def puzzle_tries(self, player: str) -> list[PuzzleTry]:
        query = select(puzzle_tries).where(puzzle_tries.c.player == player)
        query = query.order_by(puzzle_tries.c.begun_at, puzzle_tries.c.puzzle)
        return await self.all(PuzzleTry, query)

    # Mistakes

    async def ask_mistakes(self, player: str, at: int) -> None:
        new = self.database.insert_new(mistake_searches).values(player=player, asked_at=at)
        asked = update(mistake_searches).where(mistake_searches.c.player == player).values(asked_at=at)
        async with self.writing() as executor:
            await executor.execute(new)
            await executor.execute(asked)

    async def claim_mistakes(self, now: int, until: int) -> MistakeSearch | None:
        player, asked_at = mistake_searches.c.player, mistake_searches.c.asked_at
        first = select(player, asked_at).order_by(asked_at, player).limit(1)
        rows = await claim(self, mistake_searches, first, now, until)
        return MistakeSearch(**rows[0]) if rows else None

    async def is_searching(self, player: str) -> bool:
        return await self.count(mistake_searches, mistake_searches.c.player == player) > 0

    async def games_to_search(self, player: str, limit: int) -> list[str]:
        last = (
            select(games.c.id, games.c.ended_at)
            .where(games.c.player == player, IS_PLAYED)
            .order_by(games.c.ended_at.desc(), games.c.id)
            .limit(limit)
            .subquery()
        )
        query = select(last.c.id).where(last.c.id.not_in(select(puzzle_games.c.game)))
        query = query.order_by(last.c.ended_at.desc(), last.c.id)
        return list(await self.scalars(query))

    async def add_mistakes(self, game: str, mistakes: Sequence[StoredMistake]) -> None:
        async with self.writing() as executor:
            await executor.execute(self.database.insert_new(puzzle_games).values(game=game))
            for mistake in mistakes:
                await executor.execute(self.database.insert_new(puzzle_mistakes).values(mistake._asdict()))

    async def end_mistakes(self, known: MistakeSearch) -> None:
        its = mistake_searches.c.player == known.player
        async with self.writing() as executor:
            await executor.execute(delete(mistake_searches).where(its, mistake_searches.c.asked_at == known.asked_at))
            await executor.execute(update(mistake_searches).where(its).values(owned_until=None))

    async def mistakes(self, player: str, limit: int) -> list[StoredMistake]:
        query = select(puzzle_mistakes).where(puzzle_mistakes.c.player == player)
        query = query.order_by(puzzle_mistakes.c.at.desc(), puzzle_mistakes.c.puzzle).limit(limit)
        return await self.all(StoredMistake, query)

    async def is_mistake(self, player: str, puzzle: str) -> bool:
        its = (puzzle_mistakes.c.player == player, puzzle_mistakes.c.puzzle == puzzle)
        return await self.count(puzzle_mistakes, *its) > 0


# Shared steps


def _is_try(attempt: PuzzleTry) -> ColumnElement[bool]:
    return (puzzle_tries.c.player == attempt.player) & (puzzle_tries.c.puzzle == attempt.puzzle)


async def _of_day(executor: Executor, date: str) -> str | None:
    return await executor.scalar(select(events.c.puzzle).where(events.c.code == puzzle_code(date)))


def event_row_of(date: str, puzzle: str) -> dict[str, Any]:
    """Return the row of a date's puzzle: an event of its window, whose seal lifts for each player with the own try."""
    window = window_of(date)
    row = {"code": puzzle_code(date), "kind": "puzzle", "puzzle": puzzle, "label": date, **window._asdict()}
    row |= {"ended_at": window.ends_at, "ranked": False, "ends_early": False}
    return row | {"lifted": "own_game", "shows": Shown.SEAT.value, "order": "race"}


async def _first(executor: Executor, *which: ColumnElement[bool]) -> StoredPuzzle | None:
    """Return the oldest of some puzzles."""
    query = (
        select(puzzles, events.c.label.label("date"))
        .outerjoin(events, events.c.puzzle == puzzles.c.id)
        .where(*which)
        .order_by(puzzles.c.made_at, puzzles.c.id)
        .limit(1)
    )
    return await executor.one(StoredPuzzle, query)
