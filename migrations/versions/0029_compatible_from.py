"""The oldest revision whose servers can still run on the tables, in Alembic's own table."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"

COMPATIBLE_FROM = "0029"  # older versions insist on their own revision


def upgrade() -> None:
    op.add_column("alembic_version", sa.Column("compatible_from", sa.String(32)))


def downgrade() -> None:
    op.drop_column("alembic_version", "compatible_from")
