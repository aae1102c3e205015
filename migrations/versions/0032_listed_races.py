"""Television finds the races of listed rooms, also of those that have closed."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"

INDEXES_BESIDE = (("ix_rooms_ever_listed", "rooms", ("touched_at",), "listed"),)


def upgrade() -> None:
    is_listed = sa.text("listed")
    op.create_index(
        "ix_rooms_ever_listed",
        "rooms",
        ["touched_at"],
        sqlite_where=is_listed,
        postgresql_where=is_listed,
        if_not_exists=True,
    )


def downgrade() -> None:
    op.drop_index("ix_rooms_ever_listed", "rooms")
