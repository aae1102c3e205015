"""Examinations of finished games, and the flags that keep games out of the ranks."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "examinations",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("leaderboard", sa.String(48), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("owned_until", sa.BigInteger()),
        sa.Column("flags", sa.LargeBinary(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("flagged", sa.Boolean(), nullable=False),
        sa.Column("cleared_by", sa.Text()),
        sa.Column("cleared_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("game", name="pk_examinations"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_examinations_game_games"),
    )
    is_open, is_flagged = sa.not_(sa.column("done", sa.Boolean())), sa.column("flagged", sa.Boolean())
    _partial_index("ix_examinations_open", ["asked_at", "game"], is_open)
    _partial_index("ix_examinations_flagged", ["leaderboard", "asked_at"], is_flagged)


def downgrade() -> None:
    op.drop_table("examinations")


def _partial_index(name: str, columns: list[str], where: sa.ColumnElement[bool]) -> None:
    op.create_index(name, "examinations", columns, sqlite_where=where, postgresql_where=where)
