"""Players race in teams."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.add_column("races", sa.Column("team_scores", sa.SmallInteger, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("team", sa.SmallInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("games", "team")
    op.drop_column("races", "team_scores")
