"""Leaderboards in SQL: one table of places for all of them, and one that counts their keys by bucket.

The rank of a key is 1 + how many keys are smaller. Those are counted in three short ranges of indexes: the coarse
buckets before the key's own, in that one the fine buckets before the key's own, in that one the keys themselves.

Whoever changes a player's places holds a lock on them (the player's row, or that of the rating), and changes the rows
of `place_counts`, which are everybody's, last and in one order.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, and_, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from server.play.leaderboards import SHIFTS, DailyGame, buckets, daily_places
from server.play.rating import Rating
from server.ports import Cursor, Slice, StoredPage, StoredPlace
from server.rules.ranking import Outcome
from server.store.base import SqlPart, transaction
from server.store.engines import Database
from server.store.tables import attempts, games, place_counts, places, players, ratings

_GAME = ("won", "score", "locked", "time_ms", "moves", "shuffles")
"""The columns of a game that its row shows."""
_OUTCOME = [games.c[name] for name in Outcome._fields]


class SqlBoards(SqlPart):
    """The leaderboards' part of the store."""

    @transaction
    async def board_page(self, board: str, part: Slice, me: str | None = None) -> StoredPage:
        """Give a part of a board, and the row of `me`."""
        async with self.database.read() as connection:
            shown = _Board(connection, board)
            mine = await shown.row_of(me) if me else None
            rows = await shown.part(part, mine)
            return StoredPage(
                size=await shown.size(),
                rows=await shown.ranked(rows),
                has_before=bool(rows and await shown.before(_place_of(rows[0]), 1)),
                has_after=bool(rows and await shown.after(_place_of(rows[-1]), 1)),
                mine=(await shown.ranked([mine]))[0] if mine else None,
            )

    @transaction
    async def board_sizes(self, boards: Sequence[str]) -> dict[str, int]:
        """Give how many rows boards have."""
        async with self.database.read() as connection:
            return {board: await _Board(connection, board).size() for board in boards}

    @transaction
    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        """Give a player's ranked games of dailies that have ended, by date."""
        async with self.database.read() as connection:
            return await _daily_games(connection, player, variant)


class _Board:
    """One board, in one transaction."""

    def __init__(self, connection: AsyncConnection, board: str) -> None:
        self._connection = connection
        self._board = board
        self._place = tuple_(places.c.key, places.c.player)

    async def part(self, part: Slice, mine: RowMapping | None) -> list[RowMapping]:
        """Give the rows of a part."""
        if part.around and mine:
            return await self.around(mine, part.limit)
        if part.before:
            return await self.before(part.before, part.limit)
        return await self.after(part.after, part.limit)

    async def after(self, cursor: Cursor | None, limit: int) -> list[RowMapping]:
        """Give the first rows after a cursor, or the first of all."""
        where = [self._place > tuple_(*cursor)] if cursor else []
        return await self._rows(self._places(*where).order_by(places.c.key, places.c.player).limit(limit))

    async def before(self, cursor: Cursor, limit: int) -> list[RowMapping]:
        """Give the last rows before a cursor."""
        earlier = self._places(self._place < tuple_(*cursor))
        return await self._rows(earlier.order_by(places.c.key.desc(), places.c.player.desc()).limit(limit))

    async def around(self, row: RowMapping, limit: int) -> list[RowMapping]:
        """Give a row in the midst of others."""
        earlier = await self.before(_place_of(row), limit // 2)
        return [*earlier, row, *await self.after(_place_of(row), limit - 1 - len(earlier))]

    async def row_of(self, player: str) -> RowMapping | None:
        """Give a player's row."""
        return next(iter(await self._rows(self._places(places.c.player == player))), None)

    def _places(self, *where: ColumnElement[bool]) -> Select[tuple[str, int, str]]:
        return select(places.c.player, places.c.key, places.c.game).where(places.c.board == self._board, *where)

    async def _rows(self, wanted: Select[tuple[str, int, str]]) -> list[RowMapping]:
        """Give rows, in order, with all that is shown of them. First the places are found, then the rest by key."""
        kind, _, variant = self._board.split("/")
        page = wanted.subquery()
        rated = and_(ratings.c.player == page.c.player, ratings.c.variant == (variant if kind == "rating" else None))
        query = (
            select(page, players.c.name, *(games.c[name] for name in _GAME), *(ratings.c[name] for name in _RATING))
            .join(players, players.c.id == page.c.player)
            .join(games, games.c.id == page.c.game)
            .outerjoin(ratings, rated)
            .order_by(page.c.key, page.c.player)
        )
        return [*(await self._connection.execute(query)).mappings()]

    async def ranked(self, rows: Sequence[RowMapping]) -> tuple[StoredPlace, ...]:
        """Give rows that follow each other with their ranks.

        Before the first row there may be others of its key, before the second key there are none that are not known.
        """
        keys = [row["key"] for row in rows]
        ranks = {key: await self._rank(key) for key in sorted({*keys})[:2]}
        second = max(ranks, default=0)
        for place, key in enumerate(keys):
            ranks.setdefault(key, ranks[second] + place - keys.index(second))
        return tuple(_stored_place(row, ranks[row["key"]]) for row in rows)

    async def _rank(self, key: int) -> int:
        coarse, fine = SHIFTS
        counts = [
            self._count(0, 0, key >> coarse),
            self._count(1, key >> coarse << coarse - fine, key >> fine),
            select(func.count())
            .select_from(places)
            .where(places.c.board == self._board, places.c.key >= key >> fine << fine, places.c.key < key),
        ]
        smaller = sum((count.scalar_subquery() for count in counts[1:]), counts[0].scalar_subquery())
        return 1 + int(await self._connection.scalar(select(smaller)) or 0)

    async def size(self) -> int:
        """Give how many rows there are."""
        return int(await self._connection.scalar(self._count(0, 0, None)) or 0)

    def _count(self, level: int, first: int, end: int | None) -> Select[tuple[int]]:
        """Count the rows in the buckets of a level from one to another, which is left out."""
        where = [place_counts.c.board == self._board, place_counts.c.level == level, place_counts.c.bucket >= first]
        where += [] if end is None else [place_counts.c.bucket < end]
        return select(func.coalesce(func.sum(place_counts.c.n), 0)).where(*where)


_RATING = Rating._fields


def _place_of(row: RowMapping) -> Cursor:
    return Cursor(row["key"], row["player"])


def _stored_place(row: RowMapping, rank: int) -> StoredPlace:
    return StoredPlace(
        rank=rank,
        rating=None if row["races"] is None else Rating(**{name: row[name] for name in _RATING}),
        **{name: row[name] for name in ("player", "name", "key", "game", *_GAME)},
    )


# Changes, in the transaction of what they follow from


async def place_daily_game(database: Database, connection: AsyncConnection, game_id: str) -> None:
    """Give a player the places that follow from a game that has just ended, if it is a ranked one of a daily."""
    query = (
        select(attempts).join(games, games.c.id == attempts.c.game).where(attempts.c.game == game_id, games.c.ranked)
    )
    attempt = (await connection.execute(query)).first()
    if attempt is None:
        return
    # Two games of a player that end at once, in two processes: the later has to see the earlier.
    await connection.execute(select(players.c.id).where(players.c.id == attempt.player).with_for_update(key_share=True))
    played = await _daily_games(connection, attempt.player, attempt.variant)
    rows = [
        {"board": board.text, "player": attempt.player, **place._asdict()}
        for board, place in daily_places(attempt.variant, played, attempt.date).items()
    ]
    old = await _old_keys(connection, rows)
    better = [row for row in rows if _is_better(row, old)]
    await _put(database, connection, better, old)


async def replace_places(database: Database, connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> None:
    """Give players other places (`board`, `player`, `key`, `game`), better or worse."""
    await _put(database, connection, rows, await _old_keys(connection, rows))


async def _daily_games(connection: AsyncConnection, player: str, variant: str) -> list[DailyGame]:
    query = (
        select(attempts.c.date, games.c.id, *_OUTCOME)
        .join(games, games.c.id == attempts.c.game)
        .where(attempts.c.player == player, attempts.c.variant == variant)
        .where(games.c.ranked, games.c.ended_at.is_not(None))
        .order_by(attempts.c.date)
    )
    return [DailyGame(date, game, Outcome(*outcome)) for date, game, *outcome in await connection.execute(query)]


_OldKeys = dict[tuple[str, str], int]
"""Keys by board and player."""


async def _old_keys(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> _OldKeys:
    which = (places.c[name].in_({row[name] for row in rows}) for name in ("board", "player"))
    query = select(places.c.board, places.c.player, places.c.key).where(*which)
    return {(board, player): key for board, player, key in await connection.execute(query)}


def _is_better(row: dict[str, Any], old: _OldKeys) -> bool:
    key = old.get((row["board"], row["player"]))
    return key is None or row["key"] < key


async def _put(database: Database, connection: AsyncConnection, rows: Sequence[dict[str, Any]], old: _OldKeys) -> None:
    """Store places, and count them instead of the old ones."""
    changes: Counter[tuple[str, int, int]] = Counter()
    for row in rows:
        changes.update((row["board"], *each) for each in buckets(row["key"]))
        if (row["board"], row["player"]) in old:
            changes.subtract((row["board"], *each) for each in buckets(old[row["board"], row["player"]]))
    counts = [dict(zip(_COUNTED, bucket, strict=True)) | {"n": n} for bucket, n in sorted(changes.items()) if n]
    if rows:
        await connection.execute(database.insert_or_replace(places).values(list(rows)))
    if counts:
        await connection.execute(database.insert_or_add(place_counts, place_counts.c.n).values(counts))


_COUNTED = ("board", "level", "bucket")
