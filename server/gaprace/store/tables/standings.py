"""Leaderboards, ratings and figures."""

from typing import Any

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, LargeBinary, SmallInteger, Table

from gaprace.store.tables.base import ID, LEADERBOARD, VARIANT, metadata
from gaprace.store.tables.people import players
from gaprace.store.tables.races import games, races

# The ranked games of a player summed up, as far as that has been done (see `store.figures`).
player_figures = Table(
    "player_figures",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    # The last game of them.
    Column("ended_at", BigInteger, nullable=False),
    Column("game", ID, nullable=False),
    # The sums of these games; if they differ, some of the games have become void or valid since.
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("time_ms", BigInteger, nullable=False),
    # A `Figures` in MessagePack.
    Column("figures", LargeBinary, nullable=False),
)

# The rows of all leaderboards. `leaderboard` is `play.events.leaderboards.Leaderboard.text`, `key` orders the rows.
places = Table(
    "places",
    metadata,
    Column("leaderboard", LEADERBOARD, primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("key", BigInteger, nullable=False),
    Column("game", ForeignKey(games.c.id), nullable=False),
    Index(None, "leaderboard", "key", "player"),
    Index(None, "player"),
    Index(None, "game"),
    sqlite_with_rowid=False,
)

# How many rows of a leaderboard have their key in a bucket.
place_counts = Table(
    "place_counts",
    metadata,
    Column("leaderboard", LEADERBOARD, primary_key=True),
    Column("level", SmallInteger, primary_key=True, autoincrement=False),
    Column("bucket", BigInteger, primary_key=True, autoincrement=False),
    Column("n", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)


def _rating() -> list[Column[Any]]:
    """Return the columns of a rating, with the facts about its races for `play.people.rating`."""
    return [
        Column("mu", Double, nullable=False),
        Column("sigma", Double, nullable=False),
        Column("races", Integer, nullable=False),
        Column("opponents", Integer, nullable=False, server_default="0"),
        Column("strangers", Integer, nullable=False, server_default="0"),
        Column("days", Integer, nullable=False, server_default="0"),
        Column("last_day", Integer, nullable=False, server_default="-1"),
    ]


ratings = Table(
    "ratings",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    *_rating(),
)

# The ratings after each race.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("race", ForeignKey(races.c.id), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("variant", VARIANT, nullable=False),
    Column("at", BigInteger, nullable=False),
    *_rating(),
    Index(None, "player", "variant", "at", "race"),
    Index(None, "variant", "at", "race"),
)

# Ratings that are being computed anew, in the order of the races' ends: from this race on.
recomputations = Table(
    "recomputations",
    metadata,
    Column("variant", VARIANT, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("race", ID, nullable=False),
)
