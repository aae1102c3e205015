"""Recovery codes that wait before they replace the current one."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_waits = sa.column("next_recovery_hash").is_not(None)


def upgrade() -> None:
    op.add_column("players", sa.Column("next_recovery_hash", sa.String(64)))
    op.add_column("players", sa.Column("next_recovery_at", sa.BigInteger))
    op.create_index(
        "ix_players_next_recovery_hash",
        "players",
        ["next_recovery_hash"],
        unique=True,
        sqlite_where=_waits,
        postgresql_where=_waits,
    )


def downgrade() -> None:
    op.drop_index("ix_players_next_recovery_hash", "players")
    op.drop_column("players", "next_recovery_at")
    op.drop_column("players", "next_recovery_hash")
