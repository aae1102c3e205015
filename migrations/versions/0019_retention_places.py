"""Places by player, for exports; cursors of work that goes on through everything."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

INDEXES_BESIDE = (("ix_places_player", "places", ("player",)),)


def upgrade() -> None:
    op.create_index("ix_places_player", "places", ["player"], if_not_exists=True)
    op.create_table(
        "cursors",
        sa.Column("name", sa.String(32)),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_cursors"),
    )


def downgrade() -> None:
    op.drop_table("cursors")
    op.drop_index("ix_places_player", "places")
