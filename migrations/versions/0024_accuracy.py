"""Analyses say how much of the chance their player kept."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column("analyses", sa.Column("accuracy", sa.SmallInteger))


def downgrade() -> None:
    op.drop_column("analyses", "accuracy")
