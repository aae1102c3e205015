"""Events and arenas."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, SmallInteger, String, Table, Text

from gaprace.store.tables.base import CODE, ID, VARIANT, metadata, partial_index
from gaprace.store.tables.groups import groups
from gaprace.store.tables.people import players
from gaprace.store.tables.puzzles import puzzles
from gaprace.store.tables.races import deals, games

# Deals or, on a date, a puzzle, played by several people at times of their own, see `play.events.event`.
events = Table(
    "events",
    metadata,
    Column("code", ID, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("deal", ForeignKey(deals.c.id)),
    Column("puzzle", ForeignKey(puzzles.c.id), unique=True),
    # NULL for the world's.
    Column("player", ForeignKey(players.c.id)),
    Column("opens_at", BigInteger, nullable=False),
    Column("closes_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("ranked", Boolean, nullable=False),
    # The seal: its end, and the view of others before.
    Column("lifted", String(16), nullable=False),
    Column("shows", String(8), nullable=False),
    Column("order", String(16), nullable=False),
    # The entry: for how many players it is, how many may enter, and whether it ends when all have finished.
    Column("places", SmallInteger),
    Column("limit", SmallInteger),
    Column("ends_early", Boolean, nullable=False),
    Column("group", ForeignKey(groups.c.code)),
    # The arena that it belongs to; of the world's daily, its variant.
    Column("parent", CODE),
    # A date, or the number of a round.
    Column("label", String(16), nullable=False),
    Index(None, "deal"),
    Index(None, "player"),
    Index(None, "group", "opens_at"),
    Index(None, "ended_at", "closes_at"),
)
partial_index("ix_events_of_group", events.c.group, events.c.label, where=events.c.kind == "group_daily", unique=True)
partial_index("ix_events_of_parent", events.c.parent, events.c.label, where=events.c.parent.is_not(None), unique=True)

# The players of an event, or of an arena.
entries = Table(
    "entries",
    metadata,
    # The code of either.
    Column("event", ID, primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    # When the place was taken.
    Column("at", BigInteger, nullable=False),
    # The one game in an event; null before it begins.
    Column("game", ForeignKey(games.c.id)),
    # Of an arena: the player's team, and the round of a cup in which the player went out.
    Column("team", SmallInteger, nullable=False, server_default="0"),
    Column("out_after", SmallInteger),
    Index(None, "player", "event", "game"),
    Index(None, "game"),
)

# Schedules of rounds, each of which is an event, see `play.events.arena`.
arenas = Table(
    "arenas",
    metadata,
    Column("code", CODE, primary_key=True),
    Column("name", Text, nullable=False),
    Column("player", ForeignKey(players.c.id), nullable=False),
    Column("form", String(8), nullable=False),
    Column("variant", VARIANT, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("starts_at", BigInteger, nullable=False),
    Column("round_ms", Integer, nullable=False),
    Column("rounds", SmallInteger, nullable=False),
    Column("group", ForeignKey(groups.c.code)),
    Column("listed", Boolean, nullable=False),
    Column("teams", SmallInteger, nullable=False),
    Column("team_scores", SmallInteger, nullable=False),
    Column("repeat_days", SmallInteger, nullable=False),
    Column("zone", String(64), nullable=False),
    # How far it is: the round that was begun last, and after which it is stored who goes on.
    Column("round", SmallInteger, nullable=False),
    Column("settled", SmallInteger, nullable=False),
    Column("due_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("next", CODE),
    # The round after which it was ended early.
    Column("last_round", SmallInteger),
    # The number of players up to which bots fill it, and their level.
    Column("fill_to", SmallInteger, nullable=False, server_default="0"),
    Column("bot_level", SmallInteger, nullable=False, server_default="3"),
    Index(None, "player"),
    Index(None, "group", "starts_at"),
)
partial_index("ix_arenas_due", arenas.c.due_at, where=arenas.c.due_at.is_not(None))
partial_index("ix_arenas_open", arenas.c.listed, arenas.c.starts_at, where=arenas.c.ended_at.is_(None))

arena_roles = Table(
    "arena_roles",
    metadata,
    Column("arena", ForeignKey(arenas.c.code), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("role", String(8), nullable=False),
    Index(None, "player"),
)
