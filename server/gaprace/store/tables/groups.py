"""Groups, their members and their scores."""

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
)

from gaprace.store.tables.base import CODE, DATE, VARIANT, metadata, partial_index
from gaprace.store.tables.people import players

# Groups and who is in them, see `play.group`.
groups = Table(
    "groups",
    metadata,
    Column("code", CODE, primary_key=True),
    Column("name", Text, nullable=False),
    Column("colour", String(16), nullable=False),
    Column("invitation", CODE, nullable=False, unique=True),
    Column("private", Boolean, nullable=False),
    Column("approval", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # The code of its room, which may have closed.
    Column("room", CODE),
    # Until when moderators keep the name from being changed.
    Column("name_fixed_until", BigInteger),
    # The variant, time zone and first hour of its own daily, and when the next one may be due; null for the world's.
    Column("daily_variant", VARIANT),
    Column("daily_zone", String(64), nullable=False, server_default="UTC"),
    Column("daily_hour", SmallInteger, nullable=False, server_default="0"),
    Column("daily_due_at", BigInteger),
    Index(None, "daily_due_at"),
)

group_members = Table(
    "group_members",
    metadata,
    Column("group", ForeignKey(groups.c.code), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("joined_at", BigInteger, nullable=False),
    # Whether the other members see that this one is about, and when it last was.
    Column("shows_presence", Boolean, nullable=False),
    Column("seen_at", BigInteger),
    Index(None, "player"),
)

# The scores within groups, see `play.group_scores`: those of a daily in one row, since a season reads them all.
group_scores = Table(
    "group_scores",
    metadata,
    Column("group", ForeignKey(groups.c.code), primary_key=True),
    # The variant of the world's daily, or `OWN_DAILY`.
    Column("daily", VARIANT, primary_key=True),
    Column("date", DATE, primary_key=True),
    # Counts how often its games or its members have changed, and to which count the scores belong.
    Column("version", Integer, nullable=False),
    Column("scored", Integer, nullable=False),
    # A `DayScores` in MessagePack.
    Column("scores", LargeBinary),
)
partial_index("ix_group_scores_unscored", group_scores.c.date, where=group_scores.c.scored != group_scores.c.version)
