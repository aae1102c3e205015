"""Certified deals, and analyses of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "certified_deals",
        sa.Column("variant", sa.String(16), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("par", sa.Integer(), nullable=False),
        sa.Column("harder", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("found_at", sa.BigInteger(), nullable=False),
        sa.Column("taken_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("variant", "code", name="pk_certified_deals"),
    )
    is_ready = sa.column("taken_at").is_(None)
    create_partial_index("ix_certified_deals_ready", "certified_deals", ["variant", "found_at"], where=is_ready)
    op.create_table(
        "analyses",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("owned_until", sa.BigInteger()),
        sa.Column("findings", sa.LargeBinary(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_analyses"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_analyses_game_games"),
    )
    is_open = sa.not_(sa.column("done", sa.Boolean()))
    create_partial_index("ix_analyses_open", "analyses", ["asked_at"], where=is_open)


def downgrade() -> None:
    for table in ("analyses", "certified_deals"):
        op.drop_table(table)


def create_partial_index(name: str, table: str, columns: list[str], where: sa.ColumnElement[bool]) -> None:
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
