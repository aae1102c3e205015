"""Scores within groups are stored once a daily has closed."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.create_table(
        "group_scores",
        sa.Column("group", sa.String(16), sa.ForeignKey("groups.code"), primary_key=True),
        sa.Column("daily", sa.String(16), primary_key=True),
        sa.Column("date", sa.String(10), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("scored", sa.Integer, nullable=False),
        sa.Column("scores", sa.LargeBinary),
    )
    is_unscored = sa.text("scored != version")
    op.create_index(
        "ix_group_scores_unscored",
        "group_scores",
        ["date"],
        sqlite_where=is_unscored,
        postgresql_where=is_unscored,
    )
    op.execute(
        """INSERT INTO group_scores ("group", daily, date, version, scored)
        SELECT "group", 'own', date, 1, 0 FROM challenges WHERE date IS NOT NULL AND "group" IS NOT NULL"""
    )
    op.execute(
        """INSERT INTO group_scores ("group", daily, date, version, scored)
        SELECT DISTINCT member."group", played.variant, played.date, 1, 0
        FROM group_members member JOIN attempts played ON played.player = member.player"""
    )


def downgrade() -> None:
    op.drop_table("group_scores")
