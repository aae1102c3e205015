"""Bots that fill arenas up."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    op.add_column("arenas", sa.Column("fill_to", sa.SmallInteger, nullable=False, server_default="0"))
    op.add_column("arenas", sa.Column("bot_level", sa.SmallInteger, nullable=False, server_default="3"))


def downgrade() -> None:
    op.drop_column("arenas", "bot_level")
    op.drop_column("arenas", "fill_to")
