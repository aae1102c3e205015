"""The tie-break of a race: since when a game had its locked cards, instead of when its last move was.

Results of earlier races keep the value that they were ranked by.
"""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    # Both databases rename a column in place. Alembic would copy the whole table on SQLite.
    op.execute("ALTER TABLE games RENAME COLUMN last_move_ms TO reached_ms")


def downgrade() -> None:
    op.execute("ALTER TABLE games RENAME COLUMN reached_ms TO last_move_ms")
