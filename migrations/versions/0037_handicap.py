"""Players start later than others, as a handicap."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.add_column("games", sa.Column("waits_ms", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("games", "waits_ms")
