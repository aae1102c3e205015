"""Challenges and arenas."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, SmallInteger, String, Table, Text

from gaprace.store.tables.base import CODE, VARIANT, metadata, partial_index
from gaprace.store.tables.groups import groups
from gaprace.store.tables.people import players
from gaprace.store.tables.races import deals, games

# Deals that the invited play when it suits them, see `play.challenge`.
challenges = Table(
    "challenges",
    metadata,
    Column("code", CODE, primary_key=True),
    Column("deal", ForeignKey(deals.c.id), nullable=False),
    Column("player", ForeignKey(players.c.id), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger, nullable=False),
    Column("places", SmallInteger),
    Column("ranked", Boolean, nullable=False),
    Column("group", ForeignKey(groups.c.code)),
    Column("ended_at", BigInteger),
    # Of a group's own daily: its date there, and when games may no longer begin.
    Column("date", String(10)),
    Column("closes_at", BigInteger),
    # Of a round of an arena.
    Column("arena", CODE),
    Column("round", SmallInteger),
    Index(None, "deal"),
    Index(None, "player"),
    Index(None, "group", "made_at"),
    Index(None, "group", "date", unique=True),
    Index(None, "arena", "round", unique=True),
)
partial_index("ix_challenges_open", challenges.c.ends_at, where=challenges.c.ended_at.is_(None))
partial_index("ix_challenges_closing", challenges.c.closes_at, where=challenges.c.ended_at.is_(None))

challenge_players = Table(
    "challenge_players",
    metadata,
    Column("challenge", ForeignKey(challenges.c.code), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    # When the place was taken.
    Column("at", BigInteger, nullable=False),
    # The one game; null before it begins.
    Column("game", ForeignKey(games.c.id)),
    Index(None, "player"),
    Index(None, "game"),
)

# Events of rounds, each of which is a challenge, see `play.arena`.
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
arena_players = Table(
    "arena_players",
    metadata,
    Column("arena", ForeignKey(arenas.c.code), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("team", SmallInteger, nullable=False),
    Column("out_after", SmallInteger),
    Index(None, "player"),
)
