"""Blocks, sessions, and networks from which nobody may play."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("player", sa.String(32)),
        sa.Column("blocked", sa.String(32)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "blocked", name="pk_blocks"),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32)),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("network", sa.String(32), nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )
    op.create_index("ix_sessions_player", "sessions", ["player"])
    op.create_index("ix_sessions_seen_at", "sessions", ["seen_at"])
    op.create_table(
        "banned_networks",
        sa.Column("decision", sa.String(32)),
        sa.Column("network", sa.String(32)),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("decision", "network", name="pk_banned_networks"),
    )
    op.create_index("ix_banned_networks_network", "banned_networks", ["network"])


def downgrade() -> None:
    for table in ("banned_networks", "sessions", "blocks"):
        op.drop_table(table)
