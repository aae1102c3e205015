"""Analyses and examinations of finished games, and deals that are proven to be winnable."""

import sqlalchemy as sa

from gaprace.store.tables.base import CODE, LEADERBOARD, VARIANT, metadata, partial_index
from gaprace.store.tables.races import games

# Deals that are proven to be winnable without a shuffle. `variant` stands for all variants with the same openings.
certified_deals = sa.Table(
    "certified_deals",
    metadata,
    sa.Column("variant", VARIANT, primary_key=True),
    sa.Column("code", CODE, primary_key=True),
    sa.Column("par", sa.Integer, nullable=False),
    sa.Column("harder_permille", sa.Integer, nullable=False),
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),
    sa.Column("found_at", sa.BigInteger, nullable=False),
    sa.Column("taken_at", sa.BigInteger),
)
partial_index(
    "ix_certified_deals_ready",
    certified_deals.c.variant,
    certified_deals.c.found_at,
    where=certified_deals.c.taken_at.is_(None),
)

# The requested analyses of finished games.
analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("game", sa.ForeignKey(games.c.id), primary_key=True),
    # When it is its turn, and the share of which it takes its time (see `study.analysis`).
    sa.Column("turn_at", sa.BigInteger, nullable=False),
    sa.Column("share", sa.String(16)),
    sa.Column("searched_ms", sa.Integer, nullable=False, server_default="0"),
    # The process that makes it, and when its claim lapses.
    sa.Column("owner", sa.String(32)),
    sa.Column("owned_until", sa.BigInteger),
    # JSON of `play.study.analysis`; empty before anything is found.
    sa.Column("findings", sa.LargeBinary, nullable=False),
    sa.Column("done", sa.Boolean, nullable=False),
    # The share of the chance that the player kept, 0 to 100; missing until it is found, and where there was no chance.
    sa.Column("accuracy", sa.SmallInteger),
)
partial_index("ix_analyses_open", analyses.c.turn_at, where=sa.not_(analyses.c.done))

# Examinations: findings about players in the records of their finished games (see `rules.fair_play`).
examinations = sa.Table(
    "examinations",
    metadata,
    sa.Column("game", sa.ForeignKey(games.c.id), primary_key=True),
    # The leaderboard in which the game counts.
    sa.Column("leaderboard", LEADERBOARD, nullable=False),
    sa.Column("asked_at", sa.BigInteger, nullable=False),
    # When the claim of the process that makes it lapses.
    sa.Column("owned_until", sa.BigInteger),
    # JSON of the flags.
    sa.Column("flags", sa.LargeBinary, nullable=False),
    sa.Column("done", sa.Boolean, nullable=False),
    # Whether it has flags, and nobody has cleared it; and whether it is left out of the ranks for it.
    sa.Column("noted", sa.Boolean, nullable=False),
    sa.Column("flagged", sa.Boolean, nullable=False),
    sa.Column("cleared_by", sa.Text),
    sa.Column("cleared_at", sa.BigInteger),
)
partial_index("ix_examinations_open", examinations.c.asked_at, examinations.c.game, where=sa.not_(examinations.c.done))
partial_index("ix_examinations_noted", examinations.c.asked_at, examinations.c.game, where=examinations.c.noted)
partial_index(
    "ix_examinations_flagged", examinations.c.leaderboard, examinations.c.asked_at, where=examinations.c.flagged
)
