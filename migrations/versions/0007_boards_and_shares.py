"""The boards of finished games that pages show, and fair shares of the analyses.

Games that have ended before get their boards when somebody looks at them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("games", sa.Column("last_board", sa.Text()))
    op.add_column("games", sa.Column("shuffled_boards", sa.Text()))
    # To forget a race that nobody has played, it has to be found out quickly that nothing refers to it.
    op.create_index("ix_races_deal", "races", ["deal"])
    op.create_index("ix_places_game", "places", ["game"])
    rename("asked_at", "turn_at")
    op.add_column("analyses", sa.Column("share", sa.String(16)))
    op.add_column("analyses", sa.Column("searched_ms", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("analyses", "searched_ms")
    op.drop_column("analyses", "share")
    rename("turn_at", "asked_at")
    op.drop_index("ix_places_game", "places")
    op.drop_index("ix_races_deal", "races")
    op.drop_column("games", "shuffled_boards")
    op.drop_column("games", "last_board")


def rename(old: str, new: str) -> None:
    op.drop_index("ix_analyses_open", "analyses")
    op.execute(f"ALTER TABLE analyses RENAME COLUMN {old} TO {new}")
    is_open = sa.not_(sa.column("done", sa.Boolean()))
    op.create_index("ix_analyses_open", "analyses", [new], sqlite_where=is_open, postgresql_where=is_open)
