"""The audience of a room: its predictions, and the spectators whom the host has muted."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.create_table(
        "predictions",
        sa.Column("room", sa.String(16)),
        sa.Column("number", sa.Integer, autoincrement=False),
        sa.Column("player", sa.String(32)),
        sa.Column("pick", sa.String(32), nullable=False),
        sa.Column("worth", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("points", sa.Integer),
        sa.PrimaryKeyConstraint("room", "number", "player", name="pk_predictions"),
    )
    op.create_index("ix_predictions_player", "predictions", ["player"])
    op.create_table(
        "muted_spectators",
        sa.Column("room", sa.String(16)),
        sa.Column("player", sa.String(32)),
        sa.PrimaryKeyConstraint("room", "player", name="pk_muted_spectators"),
    )
    op.create_index("ix_muted_spectators_player", "muted_spectators", ["player"])


def downgrade() -> None:
    op.drop_table("muted_spectators")
    op.drop_table("predictions")
