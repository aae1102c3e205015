"""Duplicate scores of dailies, and how far each daily is closed; the bands of the weekly ramp.

The scores replace the leaderboards `best` and `wins`. Dailies that are committed to already have no band.
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

_KEY = (("date", 10), ("variant", 16))
_DAILY = ["dailies.date", "dailies.variant"]
_REPLACED = ("best/%", "wins/%")


def upgrade() -> None:
    op.create_table(
        "daily_scores",
        *(sa.Column(name, sa.String(length), nullable=False) for name, length in _KEY),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("performance", sa.Double, nullable=False),
        sa.Column("strength", sa.Double, nullable=False),
        sa.Column("error", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["date", "variant"], _DAILY, name="fk_daily_scores_date_variant_dailies"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_daily_scores_player_players"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_daily_scores_game_games"),
        sa.PrimaryKeyConstraint("date", "variant", "player", name="pk_daily_scores"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_scores_player_variant_date", "daily_scores", ["player", "variant", "date"])
    op.create_index("ix_daily_scores_game", "daily_scores", ["game"])
    op.create_table(
        "closings",
        *(sa.Column(name, sa.String(length), nullable=False) for name, length in _KEY),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("cursor", sa.String(32), nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("owned_until", sa.BigInteger),
        sa.Column("games", sa.Integer),
        sa.Column("difficulty", sa.Double),
        sa.Column("error", sa.Double),
        sa.ForeignKeyConstraint(["date", "variant"], _DAILY, name="fk_closings_date_variant_dailies"),
        sa.PrimaryKeyConstraint("date", "variant", name="pk_closings"),
    )
    is_open = sa.not_(sa.column("done", sa.Boolean))
    op.create_index("ix_closings_open", "closings", ["variant", "date"], sqlite_where=is_open, postgresql_where=is_open)
    op.add_column("daily_secrets", sa.Column("band", sa.String(16)))
    for table in ("places", "place_counts"):
        leaderboard = sa.column("leaderboard", sa.String)
        op.execute(sa.delete(sa.table(table, leaderboard)).where(sa.or_(*map(leaderboard.like, _REPLACED))))


def downgrade() -> None:
    op.drop_column("daily_secrets", "band")
    op.drop_table("closings")
    op.drop_table("daily_scores")
