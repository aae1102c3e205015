"""Reports, decisions, and their consequences.

Players are not referred to by foreign keys: a guest who never played is deleted, the decisions stay.
"""

from sqlalchemy import BigInteger, Boolean, Column, Index, String, Table, Text, UniqueConstraint

from gaprace.store.tables.base import CODE, ID, metadata, partial_index

# Reports of players about others.
reports = Table(
    "reports",
    metadata,
    Column("id", ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", ID, nullable=False),
    Column("player", ID, nullable=False),
    # The name, game or line of chat that it is about: a second report of the same changes nothing.
    Column("subject", Text, nullable=False),
    Column("reason", String(16), nullable=False),
    Column("note", Text, nullable=False),
    # The evidence as it was then.
    Column("name", Text, nullable=False),
    Column("game", ID),
    Column("room", CODE),
    Column("line", Text),
    Column("group", CODE),
    Column("seen", Boolean, nullable=False),
    # The decision that settled it.
    Column("decision", ID),
    UniqueConstraint("reporter", "player", "subject"),
    Index(None, "player", "at"),
)
partial_index("ix_reports_open", reports.c.at, where=reports.c.decision.is_(None))

# All that moderators have done.
decisions = Table(
    "decisions",
    metadata,
    Column("id", ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("moderator", Text, nullable=False),
    Column("action", String(16), nullable=False),
    Column("reason", Text, nullable=False),
    Column("player", ID),
    Column("game", ID),
    Column("room", CODE),
    Column("group", CODE),
    Column("until", BigInteger),
    Column("detail", Text, nullable=False),
    Column("lifted_at", BigInteger),
    # The reaction of the player concerned.
    Column("read_at", BigInteger),
    Column("answer", Text),
    Column("answered_at", BigInteger),
    Index(None, "at", "id"),
    Index(None, "player", "at"),
)

# Networks from which nobody may play, by the decision that banned them.
banned_networks = Table(
    "banned_networks",
    metadata,
    Column("decision", ID, primary_key=True),
    Column("network", String(32), primary_key=True),
    Column("until", BigInteger, nullable=False),
    Index(None, "network"),
)

# Results of a player that are being made void by a decision or, once it is lifted, valid again.
voidings = Table(
    "voidings",
    metadata,
    Column("decision", ID, primary_key=True),
    Column("player", ID, nullable=False),
    Column("restores", Boolean, nullable=False),
)
