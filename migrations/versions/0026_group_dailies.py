"""Groups have dailies of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.add_column("groups", sa.Column("daily_variant", sa.String(16)))
    op.add_column("groups", sa.Column("daily_zone", sa.String(64), nullable=False, server_default="UTC"))
    op.add_column("groups", sa.Column("daily_hour", sa.SmallInteger, nullable=False, server_default="0"))
    op.add_column("groups", sa.Column("daily_due_at", sa.BigInteger))
    op.create_index("ix_groups_daily_due_at", "groups", ["daily_due_at"])
    op.add_column("challenges", sa.Column("date", sa.String(10)))
    op.add_column("challenges", sa.Column("closes_at", sa.BigInteger))
    op.create_index("ix_challenges_group_date", "challenges", ["group", "date"], unique=True)
    is_open = sa.text("ended_at IS NULL")
    op.create_index(
        "ix_challenges_closing", "challenges", ["closes_at"], sqlite_where=is_open, postgresql_where=is_open
    )


def downgrade() -> None:
    op.drop_index("ix_challenges_closing", "challenges")
    op.drop_index("ix_challenges_group_date", "challenges")
    op.drop_column("challenges", "closes_at")
    op.drop_column("challenges", "date")
    op.drop_index("ix_groups_daily_due_at", "groups")
    for column in ("daily_due_at", "daily_hour", "daily_zone", "daily_variant"):
        op.drop_column("groups", column)
