"""Moderation: reports, decisions, void results, and ratings that are computed anew."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_COLUMNS = {"opponents": "0", "strangers": "0", "days": "0", "last_day": "-1"}
"""What a rating comes from. In a history from before, it is what the current rating has."""
_ratings = sa.table("ratings", *(sa.column(name) for name in ("player", "variant", *_COLUMNS)))
_changes = sa.table("rating_changes", *(sa.column(name) for name in ("player", "variant", *_COLUMNS)))
_UNTIL = ("suspended_until", "muted_until", "name_fixed_until")
_IS_VOID = sa.text("voided_by IS NOT NULL")
_IS_OPEN = sa.text("decision IS NULL")


def upgrade() -> None:
    for name in _UNTIL:
        op.add_column("players", sa.Column(name, sa.BigInteger))
    op.add_column("games", sa.Column("voided_by", sa.String(32)))
    op.create_index("ix_games_void", "games", ["voided_by"], sqlite_where=_IS_VOID, postgresql_where=_IS_VOID)
    for name, default in _COLUMNS.items():
        op.add_column("rating_changes", sa.Column(name, sa.Integer, nullable=False, server_default=default))
    its = (_ratings.c.player == _changes.c.player, _ratings.c.variant == _changes.c.variant)
    current = {name: sa.select(_ratings.c[name]).where(*its).scalar_subquery() for name in _COLUMNS}
    has_current = sa.exists().where(*its)
    op.execute(_changes.update().where(has_current).values(current))
    op.drop_index("ix_rating_changes_player_variant_races", "rating_changes")
    op.create_index("ix_rating_changes_player_variant_at_race", "rating_changes", ["player", "variant", "at", "race"])
    op.create_index("ix_rating_changes_variant_at_race", "rating_changes", ["variant", "at", "race"])
    op.create_table(
        "recomputations",
        sa.Column("variant", sa.String(16)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("race", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("variant", name="pk_recomputations"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("room", sa.String(16)),
        sa.Column("line", sa.Text),
        sa.Column("seen", sa.Boolean, nullable=False),
        sa.Column("decision", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.UniqueConstraint("reporter", "player", "subject", name="uq_reports_reporter_player_subject"),
    )
    op.create_index("ix_reports_player_at", "reports", ["player", "at"])
    op.create_index("ix_reports_open", "reports", ["at"], sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN)
    op.create_table(
        "decisions",
        sa.Column("id", sa.String(32)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("moderator", sa.Text, nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("game", sa.String(32)),
        sa.Column("room", sa.String(16)),
        sa.Column("until", sa.BigInteger),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("lifted_at", sa.BigInteger),
        sa.Column("read_at", sa.BigInteger),
        sa.Column("answer", sa.Text),
        sa.Column("answered_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_decisions"),
    )
    op.create_index("ix_decisions_at_id", "decisions", ["at", "id"])
    op.create_index("ix_decisions_player_at", "decisions", ["player", "at"])
    op.create_table(
        "voidings",
        sa.Column("decision", sa.String(32)),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("restores", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("decision", name="pk_voidings"),
    )


def downgrade() -> None:
    for table in ("voidings", "decisions", "reports", "recomputations"):
        op.drop_table(table)
    op.drop_index("ix_rating_changes_variant_at_race", "rating_changes")
    op.drop_index("ix_rating_changes_player_variant_at_race", "rating_changes")
    op.create_index("ix_rating_changes_player_variant_races", "rating_changes", ["player", "variant", "races"])
    for name in _COLUMNS:
        op.drop_column("rating_changes", name)
    op.drop_index("ix_games_void", "games")
    op.drop_column("games", "voided_by")
    for name in _UNTIL:
        op.drop_column("players", name)
