"""Leaderboards in SQL: one table has the places of all of them, and one counts their keys by bucket.

A transaction that changes a player's places holds a lock for them (the row of the player, or of the rating). It changes
the rows of `place_counts`, which all players share, last and in one order.

The statements that read are built once, since building one takes longer than answering it. All are bound to
`leaderboard`; a position in it, of a row or between rows, is (`key`, `player`). The rank of a key is 1 + the number of
smaller keys, counted in three short ranges of indexes: the coarse buckets before the key's own; in that one, the fine
buckets before the key's own; in that one, the keys themselves.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, RowMapping, Select, delete, select

from gaprace.play.events.leaderboards import OF_RATINGS, SHIFTS, EarnedPlace, Leaderboard, buckets
from gaprace.play.people.rating import Rating
from gaprace.ports import Cursor, PageRequest, StoredPage, StoredPlace
from gaprace.rules.results import Result
from gaprace.store.base import Executor, SqlRepository, SqlSteps, made
from gaprace.store.one_of import is_one_of
from gaprace.store.races import stored_result
from gaprace.store.tables import examinations, games, place_counts, places, players, ratings

GAME = (*Result.__struct_fields__, "ended_at")
"""The columns of a game that a row shows."""
RATING = Rating._fields
KEYS = ("first", "second", "own")
"""The keys whose rank `FACTS` counts."""
START, END = Cursor(-1, ""), Cursor((1 << 63) - 1, "")
"""Positions before and after all rows."""

_LISTED = places.c.leaderboard == sa.bindparam("leaderboard", type_=sa.String)


def _number(name: str) -> sa.BindParameter[int]:
    return sa.bindparam(name, type_=sa.BigInteger)


def _limit(name: str) -> sa.BindParameter[int]:
    """Return a limit that is written into the statement: Postgres plans for few rows only if it sees the number."""
    return sa.bindparam(name, type_=sa.Integer, literal_execute=True)


def _place(prefix: str = "") -> sa.ColumnElement[Any]:
    return sa.tuple_(_number(f"{prefix}key"), sa.bindparam(f"{prefix}player", type_=sa.String))


_row_at = sa.tuple_(places.c.key, places.c.player)


_PLACES = sa.select(places.c.player, places.c.key, places.c.game).where(_LISTED)
_OWN = _PLACES.where(places.c.player == sa.bindparam("me", type_=sa.String))


def _after(place: sa.ColumnElement[bool]) -> sa.Select[Any]:
    return _PLACES.where(place).order_by(places.c.key, places.c.player).limit(_limit("limit"))


def _before(place: sa.ColumnElement[bool], limit: str = "limit") -> sa.Select[Any]:
    return _PLACES.where(place).order_by(places.c.key.desc(), places.c.player.desc()).limit(_limit(limit))


def _shown(*parts: sa.Select[Any], own: sa.Select[Any] | None = None) -> sa.Select[Any]:
    """Select all that is shown of rows, in order, and of `own` at the end, marked as `is_own`.

    The places are found first, and then the rest by their keys. `rated` is the variant on a leaderboard of ratings,
    and NULL on others.
    """
    wanted = [sa.select(part.subquery(), sa.literal_column("0").label("is_own")) for part in parts]
    wanted += [] if own is None else [sa.select(own.subquery(), sa.literal_column("1").label("is_own"))]
    page = sa.union_all(*wanted).subquery()
    rating = sa.and_(ratings.c.player == page.c.player, ratings.c.variant == sa.bindparam("rated", type_=sa.String))
    return (
        sa.select(page, players.c.name, *(games.c[name] for name in GAME), *(ratings.c[name] for name in RATING))
        .add_columns(examinations.c.flags)
        .join(players, players.c.id == page.c.player)
        .join(games, games.c.id == page.c.game)
        .outerjoin(ratings, rating)
        .outerjoin(examinations, sa.and_(examinations.c.game == page.c.game, examinations.c.noted))
        .order_by(page.c.is_own, page.c.key, page.c.player)
    )


OWN_PLACE = sa.select(places.c.key, places.c.player).where(
    _LISTED, places.c.player == sa.bindparam("me", type_=sa.String)
)
"""The position of `me`."""
ROWS_AFTER = _shown(_after(_row_at > _place()), own=_OWN)
"""The first rows after a position, and the row of `me`."""
ROWS_BEFORE = _shown(_before(_row_at < _place()), own=_OWN)
"""The last rows before a position, and the row of `me`."""
ROWS_AROUND = _shown(_before(_row_at < _place(), "earlier"), _after(_row_at >= _place()))
"""The last `earlier` rows before a position, and the first ones from there on."""


_ARE_THESE = is_one_of(places.c.player, "players")
ROWS_OF = _shown(_after(_ARE_THESE))
"""The first rows of some `players`."""


# The rest of a page


def _counted(level: int, *buckets: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    listed = (place_counts.c.leaderboard == sa.bindparam("leaderboard", type_=sa.String), place_counts.c.level == level)
    return sa.select(sa.func.coalesce(sa.func.sum(place_counts.c.n), 0)).where(*listed, *buckets).scalar_subquery()


def _smaller(name: str) -> sa.Label[int]:
    """Count the keys smaller than the one that `bound_key` binds under this name."""
    bucket = place_counts.c.bucket
    coarse = _counted(0, bucket < _number(f"{name}_coarse"))
    fine = _counted(1, bucket >= _number(f"{name}_fine_start"), bucket < _number(f"{name}_fine"))
    near = (places.c.key >= _number(f"{name}_start"), places.c.key < _number(f"{name}_key"))
    keys = sa.select(sa.func.count()).select_from(places).where(_LISTED, *near).scalar_subquery()
    return (coarse + fine + keys).label(name)


def bound_key(name: str, key: int) -> dict[str, int]:
    """Return the parameters that bind a key under a name of `KEYS` for `FACTS`."""
    coarse, fine = SHIFTS
    return {
        f"{name}_coarse": key >> coarse,
        f"{name}_fine_start": key >> coarse << coarse - fine,
        f"{name}_fine": key >> fine,
        f"{name}_start": key >> fine << fine,
        f"{name}_key": key,
    }


def _any(place: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Ask whether there is a row. For EXISTS, Postgres may plan to scan the whole table."""
    one = sa.select(places.c.key).where(_LISTED, place).order_by(places.c.key, places.c.player).limit(1)
    return one.scalar_subquery().is_not(None)


FACTS = sa.select(
    _counted(0).label("size"),
    *(_smaller(name) for name in KEYS),
    _any(_row_at < _place("top_")).label("has_before"),
    _any(_row_at > _place("bottom_")).label("has_after"),
)
"""The size of the leaderboard, how many keys are smaller than each of `KEYS`, and whether there are rows before the
position `top_` and after the position `bottom_`."""


SIZES = (
    sa.select(place_counts.c.leaderboard, sa.func.sum(place_counts.c.n))
    .where(is_one_of(place_counts.c.leaderboard, "leaderboards"), place_counts.c.level == 0)
    .group_by(place_counts.c.leaderboard)
)
"""The sizes of some `leaderboards` that have rows."""


class SqlLeaderboards(SqlRepository):
    """Implements `ports.LeaderboardStore`."""

    async def leaderboard_page(
        self, leaderboard: Leaderboard, request: PageRequest, me: str | None = None
    ) -> StoredPage:
        async with self.reading() as executor:
            reader = _Reader(executor, leaderboard, me)
            return await reader.page(*await reader.rows(request))

    async def places_of(self, leaderboard: Leaderboard, players: Sequence[str], limit: int) -> list[StoredPlace]:
        rows = await _Reader(self, leaderboard, None).rows_of(players, limit) if players else []
        keys = [row["key"] for row in rows]
        return [_stored_place(row, 1 + keys.index(row["key"])) for row in rows]

    async def leaderboard_sizes(self, leaderboards: Sequence[Leaderboard]) -> dict[Leaderboard, int]:
        bound = {"leaderboards": [each.text for each in leaderboards]}
        sizes = {text: int(size) for text, size in await self.tuples(SIZES, bound)}
        return {each: sizes.get(each.text, 0) for each in leaderboards}


class _Reader:
    """Reads one leaderboard, in one transaction."""

    def __init__(self, executor: Executor, leaderboard: Leaderboard, me: str | None) -> None:
        self._executor = executor
        rated = leaderboard.variant if leaderboard.kind in OF_RATINGS else None
        self._bound = {"leaderboard": leaderboard.text, "me": me, "rated": rated}

    async def rows(self, request: PageRequest) -> tuple[Sequence[RowMapping], Sequence[RowMapping]]:
        """Return the requested rows, and the row of `me` (one or none)."""
        limit = request.limit
        rows = await self._around(limit) if request.around else []
        if rows:
            return rows, [row for row in rows if row["player"] == self._bound["me"]]
        if request.before:
            rows = await self._execute(ROWS_BEFORE, **request.before._asdict(), limit=limit)
        else:
            rows = await self._execute(ROWS_AFTER, **(request.after or START)._asdict(), limit=limit)
        return [row for row in rows if not row["is_own"]], [row for row in rows if row["is_own"]]

    async def rows_of(self, players: Sequence[str], limit: int) -> Sequence[RowMapping]:
        """Return the first rows of some players."""
        return await self._execute(ROWS_OF, players=players, limit=limit)

    async def _around(self, limit: int) -> Sequence[RowMapping]:
        """Return the rows around the row of `me`; none if there is no such row, or if it is among the first."""
        own = await self._execute(OWN_PLACE)
        earlier = limit // 2
        if not own:
            return []
        rows = await self._execute(ROWS_AROUND, **own[0], earlier=earlier, limit=limit - earlier)
        return rows if rows[earlier:] and rows[earlier]["player"] == own[0]["player"] else []

    async def _execute(self, statement: Select[*tuple[Any, ...]], **bound: object) -> Sequence[RowMapping]:
        return await self._executor.rows(statement, {**self._bound, **bound})

    async def page(self, rows: Sequence[RowMapping], mine: Sequence[RowMapping]) -> StoredPage:
        """Return a page of successive rows, with their ranks.

        The rows of the first key may begin on an earlier page, so its rank is counted. So is that of the second key,
        all of whose rows begin here; the ranks of later keys follow from their position.
        """
        keys = [row["key"] for row in rows]
        first, second = (*sorted({*keys}), 0, 0)[:2]
        own = next((row["key"] for row in mine if row["key"] not in keys), 0)  # nothing comes before 0
        facts = await self._facts((first, second, own), rows)
        ranks = {key: 1 + int(facts[name]) for name, key in zip(KEYS, (first, second, own), strict=True)}
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
        """Return the rest of a page: its `FACTS`, with the number of smaller keys for each of `keys`."""
        top, bottom = (_place_of(rows[0]), _place_of(rows[-1])) if rows else (START, END)
        bound: dict[str, object] = {"top_key": top.key, "top_player": top.player}
        bound |= {"bottom_key": bottom.key, "bottom_player": bottom.player}
        for name, key in zip(KEYS, keys, strict=True):
            bound |= bound_key(name, key)
        return (await self._execute(FACTS, **bound))[0]


def _place_of(row: RowMapping) -> Cursor:
    return Cursor(row["key"], row["player"])


def _stored_place(row: RowMapping, rank: int) -> StoredPlace:
    rating = None if row["races"] is None else made(Rating, row)
    return made(StoredPlace, row, rank=rank, rating=rating, result=stored_result(row))


# Steps of a transaction

_COUNTED = ("leaderboard", "level", "bucket")
_Keys = dict[tuple[str, str], int]
"""Keys by the leaderboard's text and the player."""


class SqlLeaderboardSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def save_places(self, earned: Sequence[EarnedPlace]) -> None:
        rows = [{**each._asdict(), "leaderboard": each.leaderboard.text} for each in earned]
        counts = _changed_counts(rows, await _load_keys(self, rows))
        if rows:
            await self.execute(self.database.insert_or_replace(places), rows)
        await _count(self, counts)

    async def remove_places(self, player: str, leaderboards: Sequence[Leaderboard]) -> None:
        named = [each.text for each in leaderboards]
        await _remove(self, places.c.leaderboard.in_(named), places.c.player == player)

    async def remove_players(self, leaderboard: Leaderboard, players: Sequence[str]) -> None:
        await _remove(self, places.c.leaderboard == leaderboard.text, places.c.player.in_(players))


async def _remove(executor: Executor, *which: ColumnElement[bool]) -> None:
    removal = delete(places).where(*which).returning(places.c.leaderboard, places.c.key)
    changes: Counter[tuple[str, int, int]] = Counter()
    for text, key in await executor.tuples(removal):
        changes.subtract((text, *each) for each in buckets(key))
    await _count(executor, _counts(changes))


async def _count(executor: Executor, counts: Sequence[dict[str, Any]]) -> None:
    if counts:
        await executor.execute(executor.database.insert_or_add(place_counts, place_counts.c.n), counts)


async def _load_keys(executor: Executor, rows: Sequence[dict[str, Any]]) -> _Keys:
    which = (places.c[name].in_({row[name] for row in rows}) for name in ("leaderboard", "player"))
    query = select(places.c.leaderboard, places.c.player, places.c.key).where(*which)
    return {(text, player): key for text, player, key in await executor.tuples(query)}


def _changed_counts(rows: Sequence[dict[str, Any]], old: _Keys) -> list[dict[str, Any]]:
    """Return the numbers to add to `place_counts`, in one order for all processes."""
    changes: Counter[tuple[str, int, int]] = Counter()
    for row in rows:
        changes.update((row["leaderboard"], *each) for each in buckets(row["key"]))
        old_key = old.get((row["leaderboard"], row["player"]))
        if old_key is not None:
            changes.subtract((row["leaderboard"], *each) for each in buckets(old_key))
    return _counts(changes)


def _counts(changes: Mapping[tuple[str, int, int], int]) -> list[dict[str, Any]]:
    return [dict(zip(_COUNTED, bucket, strict=True)) | {"n": n} for bucket, n in sorted(changes.items()) if n]
