"""The statements that read leaderboards, made once: making one takes longer than answering it.

All are bound to `board`. A place on it, between rows or of one, is (`key`, `player`).

The rank of a key is 1 + how many keys are smaller. Those are counted in three short ranges of indexes: the coarse
buckets before the key's own, in that one the fine buckets before the key's own, in that one the keys themselves.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Integer,
    Label,
    Select,
    String,
    and_,
    bindparam,
    func,
    literal_column,
    select,
    tuple_,
    union_all,
)

from gaprace.play.leaderboards import SHIFTS
from gaprace.play.rating import Rating
from gaprace.ports import Cursor
from gaprace.store.tables import games, place_counts, places, players, ratings

GAME = ("won", "score", "locked", "time_ms", "moves", "shuffles")
"""The columns of a game that its row shows."""
RATING = Rating._fields
KEYS = ("first", "second", "own")
"""The keys whose rank `FACTS` gives."""
START, END = Cursor(-1, ""), Cursor((1 << 63) - 1, "")
"""Places before and behind all rows."""

_ON_BOARD = places.c.board == bindparam("board", type_=String)


def _number(name: str) -> BindParameter[int]:
    return bindparam(name, type_=BigInteger)


def _limit(name: str) -> BindParameter[int]:
    """Return a limit that stands in the statement as a number: Postgres plans for few rows only if it sees how few."""
    return bindparam(name, type_=Integer, literal_execute=True)


def _place(prefix: str = "") -> ColumnElement[Any]:
    return tuple_(_number(f"{prefix}key"), bindparam(f"{prefix}player", type_=String))


_row_at = tuple_(places.c.key, places.c.player)


_PLACES = select(places.c.player, places.c.key, places.c.game).where(_ON_BOARD)
_OWN = _PLACES.where(places.c.player == bindparam("me", type_=String))


def _after(place: ColumnElement[bool]) -> Select[Any]:
    return _PLACES.where(place).order_by(places.c.key, places.c.player).limit(_limit("limit"))


def _before(place: ColumnElement[bool], limit: str = "limit") -> Select[Any]:
    return _PLACES.where(place).order_by(places.c.key.desc(), places.c.player.desc()).limit(_limit(limit))


def _shown(*parts: Select[Any], own: Select[Any] | None = None) -> Select[Any]:
    """Return all that is shown of rows, in order, and `own` at the end, marked: the places first, then the rest by key.

    `rated` is the variant on a board of ratings, and nothing on others.
    """
    wanted = [select(part.subquery(), literal_column("0").label("is_own")) for part in parts]
    wanted += [] if own is None else [select(own.subquery(), literal_column("1").label("is_own"))]
    page = union_all(*wanted).subquery()
    rating = and_(ratings.c.player == page.c.player, ratings.c.variant == bindparam("rated", type_=String))
    return (
        select(page, players.c.name, *(games.c[name] for name in GAME), *(ratings.c[name] for name in RATING))
        .join(players, players.c.id == page.c.player)
        .join(games, games.c.id == page.c.game)
        .outerjoin(ratings, rating)
        .order_by(page.c.is_own, page.c.key, page.c.player)
    )


OWN_PLACE = select(places.c.key, places.c.player).where(_ON_BOARD, places.c.player == bindparam("me", type_=String))
"""The place of `me`."""
ROWS_AFTER = _shown(_after(_row_at > _place()), own=_OWN)
"""The first rows after a place, and the row of `me`."""
ROWS_BEFORE = _shown(_before(_row_at < _place()), own=_OWN)
"""The last rows before a place, and the row of `me`."""
ROWS_AROUND = _shown(_before(_row_at < _place(), "earlier"), _after(_row_at >= _place()))
"""The last `earlier` rows before a place, and the first from there on."""


# What else is told of a page


def _counted(level: int, *buckets: ColumnElement[bool]) -> ColumnElement[int]:
    on_board = (place_counts.c.board == bindparam("board", type_=String), place_counts.c.level == level)
    return select(func.coalesce(func.sum(place_counts.c.n), 0)).where(*on_board, *buckets).scalar_subquery()


def _smaller(name: str) -> Label[int]:
    """Count the keys that are smaller than one, which is bound as `bound_key` says."""
    bucket = place_counts.c.bucket
    coarse = _counted(0, bucket < _number(f"{name}_coarse"))
    fine = _counted(1, bucket >= _number(f"{name}_fine_start"), bucket < _number(f"{name}_fine"))
    near = (places.c.key >= _number(f"{name}_start"), places.c.key < _number(f"{name}_key"))
    keys = select(func.count()).select_from(places).where(_ON_BOARD, *near).scalar_subquery()
    return (coarse + fine + keys).label(name)


def bound_key(name: str, key: int) -> dict[str, int]:
    """Bind the key of a name for `FACTS`."""
    coarse, fine = SHIFTS
    return {
        f"{name}_coarse": key >> coarse,
        f"{name}_fine_start": key >> coarse << coarse - fine,
        f"{name}_fine": key >> fine,
        f"{name}_start": key >> fine << fine,
        f"{name}_key": key,
    }


def _any(place: ColumnElement[bool]) -> ColumnElement[bool]:
    """Ask whether there is a row: of EXISTS, Postgres may think that the whole table is the way to the first."""
    one = select(places.c.key).where(_ON_BOARD, place).order_by(places.c.key, places.c.player).limit(1)
    return one.scalar_subquery().is_not(None)


FACTS = select(
    _counted(0).label("size"),
    *(_smaller(name) for name in KEYS),
    _any(_row_at < _place("top_")).label("has_before"),
    _any(_row_at > _place("bottom_")).label("has_after"),
)
"""The size of the board, how many keys are smaller than each of `KEYS`, and whether there are rows before the place
`top_` and after the place `bottom_`."""
