"""Deals that are drawn together: where the deal code comes from, and the seeds; and the committed dailies.

Deals of earlier versions keep null in both columns: their records are of version 1.
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("deals", sa.Column("origin", sa.String(16)))
    op.add_column("deals", sa.Column("seeds", sa.LargeBinary))
    op.create_table(
        "daily_secrets",
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("variant", sa.String(16), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("date", "variant", name=op.f("pk_daily_secrets")),
    )


def downgrade() -> None:
    op.drop_table("daily_secrets")
    op.drop_column("deals", "seeds")
    op.drop_column("deals", "origin")
