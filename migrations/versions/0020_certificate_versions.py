"""Certificates keep the version of the solver's judgement that made them."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("dailies", sa.Column("version", sa.Integer))
    op.execute("UPDATE dailies SET version = 1 WHERE par IS NOT NULL")
    op.add_column("certified_deals", sa.Column("version", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    op.drop_column("certified_deals", "version")
    op.drop_column("dailies", "version")
