"""Moderators clear flagged storms, and make storms void."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.add_column("storms", sa.Column("cleared_by", sa.Text))
    op.add_column("storms", sa.Column("voided_by", sa.String(32)))
    rows = sa.text("voided_by IS NOT NULL")
    op.create_index("ix_storms_void", "storms", ["voided_by"], sqlite_where=rows, postgresql_where=rows)
    op.add_column("decisions", sa.Column("storm", sa.String(32)))


def downgrade() -> None:
    op.drop_column("decisions", "storm")
    op.drop_index("ix_storms_void", "storms")
    for column in ("voided_by", "cleared_by"):
        op.drop_column("storms", column)
