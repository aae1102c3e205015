"""Leaderboards in SQL: one table of places for all of them, and one that counts their keys by bucket.

Whoever changes a player's places holds a lock on them (the player's row, or that of the rating), and changes the rows
of `place_counts`, which are everybody's, last and in one order.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import RowMapping, Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.leaderboards import DailyGame, buckets, daily_places
from gaprace.play.rating import Rating
from gaprace.ports import Cursor, Slice, StoredPage, StoredPlace
from gaprace.rules.ranking import Outcome
from gaprace.store import leaderboard_queries as queries
from gaprace.store.base import SqlPart, transaction
from gaprace.store.engines import Database
from gaprace.store.tables import attempts, games, place_counts, places, players

_OUTCOME = [games.c[name] for name in Outcome._fields]


class SqlBoards(SqlPart):
    """The leaderboards' part of the store."""

    @transaction
    async def board_page(self, board: str, part: Slice, me: str | None = None) -> StoredPage:
        """Return a part of a board, and the row of `me`."""
        async with self.database.read() as connection:
            shown = _Board(connection, board, me)
            return await shown.page(*await shown.part(part))

    @transaction
    async def board_sizes(self, boards: Sequence[str]) -> dict[str, int]:
        """Return how many rows boards have."""
        counted = (place_counts.c.board.in_(boards), place_counts.c.level == 0)
        query = select(place_counts.c.board, func.sum(place_counts.c.n)).where(*counted).group_by(place_counts.c.board)
        async with self.database.read() as connection:
            sizes = {board: int(size) for board, size in await connection.execute(query)}
        return {board: sizes.get(board, 0) for board in boards}

    @transaction
    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        """Return a player's ranked games of dailies that have ended, by date."""
        async with self.database.read() as connection:
            return await _daily_games(connection, player, variant)


class _Board:
    """One board, in one transaction."""

    def __init__(self, connection: AsyncConnection, board: str, me: str | None) -> None:
        self._connection = connection
        kind, _, variant = board.split("/")
        self._bound = {"board": board, "me": me, "rated": variant if kind == "rating" else None}

    async def part(self, part: Slice) -> tuple[Sequence[RowMapping], Sequence[RowMapping]]:
        """Return the rows of a part, and one's own row, if there is one."""
        rows = await self._around(part.limit) if part.around else []
        if rows:
            return rows, [row for row in rows if row["player"] == self._bound["me"]]
        if part.before:
            rows = await self._rows(queries.ROWS_BEFORE, **part.before._asdict(), limit=part.limit)
        else:
            rows = await self._rows(queries.ROWS_AFTER, **(part.after or queries.START)._asdict(), limit=part.limit)
        return [row for row in rows if not row["is_own"]], [row for row in rows if row["is_own"]]

    async def _around(self, limit: int) -> Sequence[RowMapping]:
        """Return the rows around one's own; none if there is no such row, or if it is among the first."""
        own = await self._rows(queries.OWN_PLACE)
        earlier = limit // 2
        if not own:
            return []
        rows = await self._rows(queries.ROWS_AROUND, **own[0], earlier=earlier, limit=limit - earlier)
        return rows if rows[earlier:] and rows[earlier]["player"] == own[0]["player"] else []

    async def _rows(self, statement: Select[*tuple[Any, ...]], **bound: object) -> Sequence[RowMapping]:
        return [*(await self._connection.execute(statement, {**self._bound, **bound})).mappings()]

    async def page(self, rows: Sequence[RowMapping], mine: Sequence[RowMapping]) -> StoredPage:
        """Return rows that follow each other, with their ranks.

        Before the first row there may be others of its key, before the second key there are none that are not known.
        """
        keys = [row["key"] for row in rows]
        first, second = (*sorted({*keys}), 0, 0)[:2]
        own = mine[0]["key"] if mine else 0
        facts = await self._facts((first, second, own), rows)
        ranks = {key: 1 + int(facts[name]) for name, key in zip(queries.KEYS, (first, second, own), strict=True)}
        for at, key in enumerate(keys):
            if key not in ranks:
                ranks[key] = ranks[second] + at - keys.index(second)
        placed = [_stored_place(row, ranks[row["key"]]) for row in (*rows, *mine)]
        return StoredPage(
            size=int(facts["size"]),
            rows=tuple(placed[: len(rows)]),
            has_before=bool(facts["has_before"]),
            has_after=bool(facts["has_after"]),
            mine=placed[-1] if mine else None,
        )

    async def _facts(self, keys: Sequence[int], rows: Sequence[RowMapping]) -> RowMapping:
        """Return what else is to be told of rows, with how many keys are smaller than some."""
        top, bottom = (_place_of(rows[0]), _place_of(rows[-1])) if rows else (queries.START, queries.END)
        bound: dict[str, object] = {"top_key": top.key, "top_player": top.player}
        bound |= {"bottom_key": bottom.key, "bottom_player": bottom.player}
        for name, key in zip(queries.KEYS, keys, strict=True):
            bound |= queries.bound_key(name, key)
        return (await self._rows(queries.FACTS, **bound))[0]


def _place_of(row: RowMapping) -> Cursor:
    return Cursor(row["key"], row["player"])


def _stored_place(row: RowMapping, rank: int) -> StoredPlace:
    return StoredPlace(
        rank=rank,
        rating=None if row["races"] is None else Rating(**{name: row[name] for name in queries.RATING}),
        **{name: row[name] for name in ("player", "name", "key", "game", *queries.GAME)},
    )


# Changes, in the transaction of what they follow from


async def place_daily_game(database: Database, connection: AsyncConnection, game_id: str) -> None:
    """Return a player the places that follow from a game that has just ended, if it is a ranked one of a daily."""
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
    """Return players other places (`board`, `player`, `key`, `game`), better or worse."""
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


_COUNTED = ("board", "level", "bucket")
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
