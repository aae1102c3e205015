"""The statements that read leaderboards. They are built once, since building one takes longer than answering it.

All are bound to `leaderboard`. A position in it, of a row or between rows, is (`key`, `player`).

The rank of a key is 1 + the number of smaller keys. They are counted in three short ranges of indexes: the coarse
buckets before the key's own; in that one, the fine buckets before the key's own; in that one, the keys themselves.
"""

from typing import Any

import sqlalchemy as sa

from gaprace.play.events.leaderboards import SHIFTS
from gaprace.play.people.rating import Rating
from gaprace.ports import Cursor
from gaprace.rules.ranking import Result
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


ROWS_OF = _shown(_PLACES.where(places.c.player.in_(sa.bindparam("players", expanding=True))))
"""The rows of some `players`."""


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
