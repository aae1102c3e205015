"""Decided series have a page."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.create_table(
        "series",
        sa.Column("id", sa.String(32)),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("best_of", sa.SmallInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("group", sa.String(16)),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], name="fk_series_room_rooms"),
        sa.PrimaryKeyConstraint("id", name="pk_series"),
        sa.UniqueConstraint("room", "last", name="uq_series_room_last"),
    )
    op.create_index("ix_series_group_ended_at", "series", ["group", "ended_at"])


def downgrade() -> None:
    op.drop_table("series")
