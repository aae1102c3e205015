"""What ratings come from: different opponents, races with strangers, and dates.

For ratings from before, it follows from their histories; their races with strangers are not counted after the fact.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_COLUMNS = {"opponents": "0", "strangers": "0", "days": "0", "last_day": "-1"}
_DAY_MS = 24 * 60 * 60 * 1000
_ratings = sa.table("ratings", *(sa.column(name) for name in ("player", "variant", *_COLUMNS)))
_changes = sa.table("rating_changes", *(sa.column(name) for name in ("race", "player", "variant", "at")))


def upgrade() -> None:
    for name, default in _COLUMNS.items():
        op.add_column("ratings", sa.Column(name, sa.Integer, nullable=False, server_default=default))
    own, other = _changes.alias(), _changes.alias()
    day = sa.cast(own.c.at, sa.BigInteger) // _DAY_MS
    its = (own.c.player == _ratings.c.player, own.c.variant == _ratings.c.variant)
    met = sa.select(sa.func.count(other.c.player.distinct())).where(
        *its, other.c.race == own.c.race, other.c.player != own.c.player
    )
    op.execute(
        _ratings.update().values(
            opponents=met.scalar_subquery(),
            days=sa.select(sa.func.count(day.distinct())).where(*its).scalar_subquery(),
            last_day=sa.select(sa.func.coalesce(sa.func.max(day), -1)).where(*its).scalar_subquery(),
        )
    )


def downgrade() -> None:
    for name in _COLUMNS:
        op.drop_column("ratings", name)
