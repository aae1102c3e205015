"""Dailies, their players, and their scores."""

import sqlalchemy as sa

from gaprace.rules.variants import VARIANTS
from gaprace.store.tables.base import DATE, VARIANT, metadata, partial_index
from gaprace.store.tables.events import entries, events
from gaprace.store.tables.people import players
from gaprace.store.tables.races import games

# The deal of a date and a variant is an event.
dailies = (
    sa.select(
        events.c.code.label("event"), events.c.label.label("date"), events.c.parent.label("variant"), events.c.deal
    )
    # An index has the parents, and none the kinds: those of a deal are to be looked up by the deal.
    .where(events.c.kind == "daily", events.c.parent.in_(VARIANTS))
    .subquery("dailies")
)

# The secrets of dailies to come, whose commitments are public. Those of made dailies stay in their deals, too.
daily_secrets = sa.Table(
    "daily_secrets",
    metadata,
    sa.Column("date", DATE, primary_key=True),
    sa.Column("variant", VARIANT, primary_key=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    # `play.events.difficulty.Band.text`; null for dates without one.
    sa.Column("band", sa.String(16)),
)

# A player's one ranked game of a daily is an entry.
attempts = (
    sa.select(dailies.c.date, dailies.c.variant, entries.c.player, entries.c.game)
    .join(entries, entries.c.event == dailies.c.event)
    .subquery("attempts")
)

# The scores of closed dailies (see `play.events.closed_daily`).
daily_scores = sa.Table(
    "daily_scores",
    metadata,
    sa.Column("date", DATE, primary_key=True),
    sa.Column("variant", VARIANT, primary_key=True),
    sa.Column("player", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("game", sa.ForeignKey(games.c.id), nullable=False),
    # In thousandths of an IMP.
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("performance", sa.Double, nullable=False),
    # The player's strength after it, and its standard deviation.
    sa.Column("strength", sa.Double, nullable=False),
    sa.Column("error", sa.Double, nullable=False),
    sa.Index(None, "player", "variant", "date"),
    sa.Index(None, "game"),
    sqlite_with_rowid=False,
)

# Dailies whose scores are being stored, or are all there.
closings = sa.Table(
    "closings",
    metadata,
    sa.Column("date", DATE, primary_key=True),
    sa.Column("variant", VARIANT, primary_key=True),
    # Counts how often it was begun anew.
    sa.Column("version", sa.Integer, nullable=False),
    # The last player whose score is stored.
    sa.Column("cursor", sa.String(32), nullable=False),
    sa.Column("done", sa.Boolean, nullable=False),
    # When the claim of the process that stores them lapses.
    sa.Column("owned_until", sa.BigInteger),
    # Statistics of its games; null until it has been closed once.
    sa.Column("games", sa.Integer),
    sa.Column("difficulty", sa.Double),
    sa.Column("error", sa.Double),
)
partial_index("ix_closings_open", closings.c.variant, closings.c.date, where=sa.not_(closings.c.done))
