"""What is computed of finished games, and deals that are proven to be winnable."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Text,
    not_,
)

from gaprace.store.tables.base import CODE, LEADERBOARD, VARIANT, metadata, partial_index
from gaprace.store.tables.races import games

# Deals that are proven to be winnable without a shuffle. `variant` stands for all variants with the same openings.
certified_deals = Table(
    "certified_deals",
    metadata,
    Column("variant", VARIANT, primary_key=True),
    Column("code", CODE, primary_key=True),
    Column("par", Integer, nullable=False),
    Column("harder_permille", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("found_at", BigInteger, nullable=False),
    Column("taken_at", BigInteger),
)
partial_index(
    "ix_certified_deals_ready",
    certified_deals.c.variant,
    certified_deals.c.found_at,
    where=certified_deals.c.taken_at.is_(None),
)

# The requested analyses of finished games.
analyses = Table(
    "analyses",
    metadata,
    Column("game", ForeignKey(games.c.id), primary_key=True),
    # When it is its turn, and the share of which it takes its time (see `services.analysis`).
    Column("turn_at", BigInteger, nullable=False),
    Column("share", String(16)),
    Column("searched_ms", Integer, nullable=False, server_default="0"),
    # The process that makes it, and when its claim lapses.
    Column("owner", String(32)),
    Column("owned_until", BigInteger),
    # JSON of `play.analysis`; empty before anything is found.
    Column("findings", LargeBinary, nullable=False),
    Column("done", Boolean, nullable=False),
    # The share of the chance that the player kept, 0 to 100; missing until it is found, and where there was no chance.
    Column("accuracy", SmallInteger),
)
partial_index("ix_analyses_open", analyses.c.turn_at, where=not_(analyses.c.done))

# What the records of finished games show of their players (see `rules.examination`).
examinations = Table(
    "examinations",
    metadata,
    Column("game", ForeignKey(games.c.id), primary_key=True),
    # Where the game counts.
    Column("leaderboard", LEADERBOARD, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    # When the claim of the process that makes it lapses.
    Column("owned_until", BigInteger),
    # JSON of the flags.
    Column("flags", LargeBinary, nullable=False),
    Column("done", Boolean, nullable=False),
    # Whether the game is left out of the ranks: it has flags, and nobody has cleared it.
    Column("flagged", Boolean, nullable=False),
    Column("cleared_by", Text),
    Column("cleared_at", BigInteger),
)
partial_index("ix_examinations_open", examinations.c.asked_at, examinations.c.game, where=not_(examinations.c.done))
partial_index(
    "ix_examinations_flagged", examinations.c.leaderboard, examinations.c.asked_at, where=examinations.c.flagged
)
