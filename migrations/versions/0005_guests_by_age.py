"""An index for finding old guests."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_index("ix_players_created_at", "players", ["created_at"])


def downgrade() -> None:
    op.drop_index("ix_players_created_at", "players")
