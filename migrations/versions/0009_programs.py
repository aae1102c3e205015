"""Players that are programs, the bots of earlier versions among them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_players = sa.table("players", sa.column("id", sa.String), sa.column("program", sa.Boolean))


def upgrade() -> None:
    op.add_column("players", sa.Column("program", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(_players.update().where(_players.c.id.like("bot-%")).values(program=True))


def downgrade() -> None:
    op.drop_column("players", "program")
