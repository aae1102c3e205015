"""Storms are examined, and others can play on the same puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.add_column("storms", sa.Column("sequence", sa.String(32), nullable=False, server_default=""))
    op.add_column("storms", sa.Column("log", sa.Text, nullable=False, server_default=""))
    op.add_column("storms", sa.Column("flags", sa.Text))
    op.execute(sa.text("UPDATE storms SET sequence = id"))
    op.create_index("ix_storms_sequence_player", "storms", ["sequence", "player"], unique=True)
    for name, column, where in (("due", "ends_at", "flags IS NULL"), ("flagged", "begun_at", "flags != ''")):
        rows = sa.text(where)
        op.create_index(f"ix_storms_{name}", "storms", [column], sqlite_where=rows, postgresql_where=rows)
    op.create_table(
        "storm_puzzles",
        sa.Column("sequence", sa.String(32)),
        sa.Column("position", sa.SmallInteger),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name="fk_storm_puzzles_puzzle_puzzles"),
        sa.PrimaryKeyConstraint("sequence", "position", name="pk_storm_puzzles"),
    )


def downgrade() -> None:
    op.drop_table("storm_puzzles")
    for name in ("flagged", "due", "sequence_player"):
        op.drop_index(f"ix_storms_{name}", "storms")
    for column in ("flags", "log", "sequence"):
        op.drop_column("storms", column)
