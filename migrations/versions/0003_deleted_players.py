"""Players can be deleted, and rooms that have closed keep no names."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("players", sa.Column("deleted_at", sa.BigInteger()))
    rooms = sa.table("rooms", sa.column("closed", sa.Boolean()), sa.column("state", sa.LargeBinary()))
    op.execute(sa.update(rooms).where(rooms.c.closed).values(state=b""))


def downgrade() -> None:
    op.drop_column("players", "deleted_at")
