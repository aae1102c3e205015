"""Groups, their members and their scores."""

import sqlalchemy as sa

from gaprace.store.tables.base import CODE, DATE, ID, PERSONAL, VARIANT, metadata, partial_index
from gaprace.store.tables.people import players

# Groups and their members, see `play.people.group_roles`.
groups = sa.Table(
    "groups",
    metadata,
    sa.Column("code", CODE, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("colour", sa.String(16), nullable=False),
    sa.Column("invitation", CODE, nullable=False, unique=True),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("approval", sa.Boolean, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    # The code of its room, which may have closed.
    sa.Column("room", CODE),
    # Until when moderators keep the name from being changed.
    sa.Column("name_fixed_until", sa.BigInteger),
    # The variant, time zone and first hour of its own daily, and when the next one may be due; null for the world's.
    sa.Column("daily_variant", VARIANT),
    sa.Column("daily_zone", sa.String(64), nullable=False, server_default="UTC"),
    sa.Column("daily_hour", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Column("daily_due_at", sa.BigInteger),
    # How many members a division of its seasons has; 0 without divisions.
    sa.Column("division_size", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Index(None, "daily_due_at"),
)

group_members = sa.Table(
    "group_members",
    metadata,
    sa.Column("group", sa.ForeignKey(groups.c.code), primary_key=True),
    sa.Column("player", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("joined_at", sa.BigInteger, nullable=False),
    # Whether the other members see that this one is about, and when it last was.
    sa.Column("shows_presence", sa.Boolean, nullable=False),
    sa.Column("seen_at", sa.BigInteger),
    sa.Index(None, "player"),
)

# The scores within groups, see `play.events.group_scores`: those of a daily in one row, since a season reads them all.
group_scores = sa.Table(
    "group_scores",
    metadata,
    sa.Column("group", sa.ForeignKey(groups.c.code), primary_key=True),
    # The variant of the world's daily, or `OWN_DAILY`.
    sa.Column("daily", VARIANT, primary_key=True),
    sa.Column("date", DATE, primary_key=True),
    # Counts how often its games or its members have changed, and to which count the scores belong.
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("scored", sa.Integer, nullable=False),
    # A `DayScores` in MessagePack.
    sa.Column("scores", sa.LargeBinary),
)
partial_index("ix_group_scores_unscored", group_scores.c.date, where=group_scores.c.scored != group_scores.c.version)

# The divisions of the members in a month, which follow from the month before once that is closed, see
# `play.events.divisions`.
group_divisions = sa.Table(
    "group_divisions",
    metadata,
    sa.Column("group", sa.ForeignKey(groups.c.code), primary_key=True),
    sa.Column("daily", VARIANT, primary_key=True),
    sa.Column("month", sa.String(7), primary_key=True),
    sa.Column("player", ID, primary_key=True, info=PERSONAL),
    sa.Column("division", sa.SmallInteger, nullable=False),
    sa.Index(None, "player"),
)
