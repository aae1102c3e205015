"""Rooms, and the races and games in them."""

import sqlalchemy as sa

from gaprace.store.tables.base import CODE, ID, PERSONAL, VARIANT, metadata, partial_index
from gaprace.store.tables.people import players

rooms = sa.Table(
    "rooms",
    metadata,
    sa.Column("code", CODE, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("touched_at", sa.BigInteger, nullable=False),
    # The row of a closed room stays: its races refer to it, and its code is never used again.
    sa.Column("closed", sa.Boolean, nullable=False, default=False),
)
partial_index("ix_rooms_open", rooms.c.touched_at, where=sa.not_(rooms.c.closed))
partial_index("ix_rooms_ever_listed", rooms.c.touched_at, where=rooms.c.listed)
partial_index("ix_rooms_listed", rooms.c.touched_at, where=sa.and_(rooms.c.listed, sa.not_(rooms.c.closed)))

# A deal is stored once, however many races are played on it.
deals = sa.Table(
    "deals",
    metadata,
    # A digest of the other columns, so that it need not be looked up.
    sa.Column("id", sa.String(64), primary_key=True),
    # JSON of `variant_data`.
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("code", CODE, nullable=False, index=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    # `draw.Origin.text` and the seeds of all seats, one after the other.
    sa.Column("origin", sa.String(16), nullable=False),
    sa.Column("seeds", sa.LargeBinary, nullable=False),
)

races = sa.Table(
    "races",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("room", sa.ForeignKey(rooms.c.code), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("deal", sa.ForeignKey(deals.c.id), nullable=False),
    sa.Column("starts_at", sa.BigInteger, nullable=False),
    sa.Column("ends_at", sa.BigInteger),
    sa.Column("ended_at", sa.BigInteger),
    # The code of the event that it is part of.
    sa.Column("event", ID),
    # The number of best scores that a team's result is the sum of; 0 in a race without teams.
    sa.Column("team_scores", sa.SmallInteger, nullable=False, server_default="0"),
    # The group in whose room it was. The group may be deleted by now.
    sa.Column("group", CODE),
    sa.UniqueConstraint("room", "number"),
    sa.Index(None, "deal"),
)
partial_index("ix_races_open", races.c.room, where=races.c.ended_at.is_(None))
partial_index("ix_races_of_group", races.c.group, races.c.ended_at, where=races.c.group.is_not(None))

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("race", sa.ForeignKey(races.c.id), nullable=False),
    # The index in `StoredRace.games`.
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("player", sa.ForeignKey(players.c.id), nullable=False),
    sa.Column("ranked", sa.Boolean, nullable=False),
    sa.Column("hinted", sa.Boolean, nullable=False),
    # Filters of a player's games: the variant of the deal, and the kind of game (`wire.http.GameKind`).
    sa.Column("variant", VARIANT, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    # The result: all columns, or none while the game runs.
    sa.Column("won", sa.Boolean),
    sa.Column("locked", sa.SmallInteger),
    sa.Column("score", sa.SmallInteger),
    sa.Column("moves", sa.Integer),
    sa.Column("shuffles", sa.SmallInteger),
    sa.Column("time_ms", sa.BigInteger),
    sa.Column("reached_ms", sa.BigInteger),
    sa.Column("given_up", sa.Boolean),
    # Of a win in a race of several: half of the round trip to its player (ms), if it was measured.
    sa.Column("delay_ms", sa.Integer),
    sa.Column("transcript", sa.Text),
    sa.Column("ended_at", sa.BigInteger),
    # Whether it counts among programs: one played it, on a deal on which people are ranked.
    sa.Column("among_programs", sa.Boolean, nullable=False, server_default=sa.false()),
    # The last board, and those after each shuffle, joined by spaces.
    sa.Column("last_board", sa.Text),
    sa.Column("shuffled_boards", sa.Text),
    # The decision that made the result void. Such a game is not ranked.
    sa.Column("voided_by", ID),
    sa.Column("team", sa.SmallInteger, nullable=False, server_default="0"),
    # The same number for players who came from one network, see `play.people.rating.kin_of`; 0 for all others.
    sa.Column("kin", sa.SmallInteger, nullable=False, server_default="0"),
    # The finished game that a recorded rival plays again.
    sa.Column("recorded", ID),
    sa.UniqueConstraint("race", "seat"),
    sa.UniqueConstraint("race", "player"),
    # With all that a profile and a head-to-head read of every game of a player, whose rows lie far apart.
    sa.Index(
        "ix_games_of_player",
        *("player", "ended_at", "id", "race", "ranked", "won", "locked", "score", "time_ms", "moves", "reached_ms"),
        *("shuffles", "given_up", "voided_by", "variant", "kind"),
    ),
)
partial_index("ix_games_recorded", games.c.race, where=games.c.recorded.is_not(None))
partial_index("ix_games_void", games.c.voided_by, where=games.c.voided_by.is_not(None))

MAY_BE_RIVAL = sa.and_(
    *(games.c[name].is_(None) for name in ("recorded", "voided_by")),
    games.c.kind.in_([sa.literal_column("'race'"), sa.literal_column("'solo'")]),
    sa.not_(games.c.hinted),
    sa.not_(games.c.given_up),
    games.c.moves > sa.literal_column("0"),
)
"""Whether a game may be a recorded rival, as far as it depends on its row."""
# In which recorded rivals are looked for, the latest first.
partial_index("ix_games_rivals", *(games.c[name] for name in ("variant", "ended_at", "race")), where=MAY_BE_RIVAL)

# The actions of running games. SQLite stores the rows in the index of the primary key. The statement that appends them
# reads the rows of their games; a foreign key would look for each of these again, in a quarter of Postgres's time.
actions = sa.Table(
    "actions",
    metadata,
    sa.Column("game", ID, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("action", sa.String(16), nullable=False),
    sa.Column("ms", sa.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Which races of a room a decided series is made of, see `play.live.series`.
series = sa.Table(
    "series",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("room", sa.ForeignKey(rooms.c.code), nullable=False),
    # The numbers of its first and its last race.
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("last", sa.Integer, nullable=False),
    sa.Column("best_of", sa.SmallInteger, nullable=False),
    sa.Column("ended_at", sa.BigInteger, nullable=False),
    # The group whose room it is. It may be deleted while a race runs in its room.
    sa.Column("group", CODE),
    sa.UniqueConstraint("room", "last"),
    sa.Index(None, "group", "ended_at"),
)

# The spectators whom the host of a room has muted.
muted_spectators = sa.Table(
    "muted_spectators",
    metadata,
    sa.Column("room", CODE, primary_key=True),
    sa.Column("player", ID, primary_key=True, info=PERSONAL),
    sa.Index(None, "player"),
)
