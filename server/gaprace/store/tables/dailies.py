"""Dailies, who has played them, and their scores."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    not_,
)

from gaprace.store.tables.base import DATE, VARIANT, metadata, partial_index
from gaprace.store.tables.people import players
from gaprace.store.tables.races import deals, games

# The deal of a UTC date and a variant. Races on a daily are those on its deal.
dailies = Table(
    "dailies",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    Column("deal", ForeignKey(deals.c.id), nullable=False, unique=True),
    # The certificate: all columns or none.
    Column("par", Integer),
    Column("harder_permille", Integer),
    Column("line", Text),
    Column("version", Integer),
)

# The secrets of dailies to come, whose commitments are public. Those of made dailies stay in their deals, too.
daily_secrets = Table(
    "daily_secrets",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    # `play.ramp.Band.text`; null for dates without one.
    Column("band", String(16)),
)

# A player's one ranked game of a daily.
attempts = Table(
    "attempts",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("game", ForeignKey(games.c.id), nullable=False, unique=True),
    ForeignKeyConstraint(["date", "variant"], [dailies.c.date, dailies.c.variant]),
    Index(None, "player", "variant", "date", "game"),
)

# The scores of closed dailies (see `play.daily_scores`).
daily_scores = Table(
    "daily_scores",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("game", ForeignKey(games.c.id), nullable=False),
    # In thousandths of an IMP.
    Column("score", Integer, nullable=False),
    Column("performance", Double, nullable=False),
    # The player's strength after it, and its standard deviation.
    Column("strength", Double, nullable=False),
    Column("error", Double, nullable=False),
    ForeignKeyConstraint(["date", "variant"], [dailies.c.date, dailies.c.variant]),
    Index(None, "player", "variant", "date"),
    Index(None, "game"),
    sqlite_with_rowid=False,
)

# Dailies whose scores are being stored, or are all there.
closings = Table(
    "closings",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("variant", VARIANT, primary_key=True),
    # Counts how often it was begun anew.
    Column("version", Integer, nullable=False),
    # The last player whose score is stored.
    Column("cursor", String(32), nullable=False),
    Column("done", Boolean, nullable=False),
    # When the claim of the process that stores them lapses.
    Column("owned_until", BigInteger),
    # What its games say of it; null until it has been closed once.
    Column("games", Integer),
    Column("difficulty", Double),
    Column("error", Double),
    ForeignKeyConstraint(["date", "variant"], [dailies.c.date, dailies.c.variant]),
)
partial_index("ix_closings_open", closings.c.variant, closings.c.date, where=not_(closings.c.done))
