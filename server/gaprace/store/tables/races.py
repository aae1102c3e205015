"""Rooms, and what is played in them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    false,
    not_,
)

from gaprace.store.tables.base import CODE, ID, metadata, partial_index
from gaprace.store.tables.people import players

rooms = Table(
    "rooms",
    metadata,
    Column("code", CODE, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    # The row of a closed room stays: its races refer to it, and its code is never used again.
    Column("closed", Boolean, nullable=False, default=False),
)
partial_index("ix_rooms_open", rooms.c.touched_at, where=not_(rooms.c.closed))
partial_index("ix_rooms_ever_listed", rooms.c.touched_at, where=rooms.c.listed)
partial_index("ix_rooms_listed", rooms.c.touched_at, where=and_(rooms.c.listed, not_(rooms.c.closed)))

# A deal is stored once, however many races are played on it.
deals = Table(
    "deals",
    metadata,
    # A digest of the other columns, so that it need not be looked up.
    Column("id", String(64), primary_key=True),
    # JSON of `variant_data`.
    Column("variant", Text, nullable=False),
    Column("code", CODE, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    # `draw.Origin.text` and the seeds of all seats, one after the other.
    Column("origin", String(16), nullable=False),
    Column("seeds", LargeBinary, nullable=False),
)

races = Table(
    "races",
    metadata,
    Column("id", ID, primary_key=True),
    Column("room", ForeignKey(rooms.c.code), nullable=False),
    Column("number", Integer, nullable=False),
    Column("deal", ForeignKey(deals.c.id), nullable=False),
    Column("starts_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger),
    Column("ended_at", BigInteger),
    # The code of the event that it is part of.
    Column("event", CODE),
    # The number of best scores that a team's result is the sum of; 0 in a race without teams.
    Column("team_scores", SmallInteger, nullable=False, server_default="0"),
    UniqueConstraint("room", "number"),
    Index(None, "deal"),
)
partial_index("ix_races_open", races.c.room, where=races.c.ended_at.is_(None))

games = Table(
    "games",
    metadata,
    Column("id", ID, primary_key=True),
    Column("race", ForeignKey(races.c.id), nullable=False),
    # The index in `StoredRace.games`.
    Column("seat", SmallInteger, nullable=False),
    Column("player", ForeignKey(players.c.id), nullable=False),
    Column("ranked", Boolean, nullable=False),
    Column("hinted", Boolean, nullable=False),
    # The result: all columns, or none while the game runs.
    Column("won", Boolean),
    Column("locked", SmallInteger),
    Column("score", SmallInteger),
    Column("moves", Integer),
    Column("shuffles", SmallInteger),
    Column("time_ms", BigInteger),
    Column("reached_ms", BigInteger),
    Column("given_up", Boolean),
    Column("transcript", Text),
    Column("ended_at", BigInteger),
    # Whether it counts among programs: one played it, on a deal on which people are ranked.
    Column("among_programs", Boolean, nullable=False, server_default=false()),
    # The last board, and those after each shuffle, joined by spaces. Games that ended before version 0007 have none.
    Column("last_board", Text),
    Column("shuffled_boards", Text),
    # The decision that made the result void. Such a game is not ranked.
    Column("voided_by", ID),
    Column("team", SmallInteger, nullable=False, server_default="0"),
    # In the archive: the transcript and the boards, whose columns are NULL then (`rules.packing`).
    Column("packed", LargeBinary),
    # How much later than the race the player starts.
    Column("waits_ms", Integer, nullable=False, server_default="0"),
    UniqueConstraint("race", "seat"),
    UniqueConstraint("race", "player"),
    # With all that a profile and a head-to-head read of every game of a player, whose rows lie far apart.
    Index(
        "ix_games_of_player",
        *("player", "ended_at", "id", "race", "ranked", "won", "locked", "score", "time_ms", "moves", "reached_ms"),
        *("shuffles", "given_up"),
        "voided_by",
    ),
)
partial_index("ix_games_unpacked", games.c.ended_at, where=games.c.transcript.is_not(None))
partial_index("ix_games_void", games.c.voided_by, where=games.c.voided_by.is_not(None))

# The actions of running games. SQLite stores the rows in the index of the primary key.
actions = Table(
    "actions",
    metadata,
    Column("game", ForeignKey(games.c.id), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("action", String(16), nullable=False),
    Column("ms", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Which races of a room a decided series is made of, see `play.series`.
series = Table(
    "series",
    metadata,
    Column("id", ID, primary_key=True),
    Column("room", ForeignKey(rooms.c.code), nullable=False),
    # The numbers of its first and its last race.
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("best_of", SmallInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    # The group whose room it is. It may be deleted while a race runs in its room.
    Column("group", CODE),
    UniqueConstraint("room", "last"),
    Index(None, "group", "ended_at"),
)

# The spectators whom the host of a room has muted.
muted_spectators = Table(
    "muted_spectators",
    metadata,
    Column("room", CODE, primary_key=True),
    Column("player", ID, primary_key=True),
    Index(None, "player"),
)
