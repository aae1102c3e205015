"""Games that ended long ago are kept packed."""

import sqlalchemy as sa
from alembic import op

from gaprace.rules.packing import unpacked

revision = "0036"
down_revision = "0035"

INDEXES_BESIDE = (("ix_games_unpacked", "games", ("ended_at",), "transcript IS NOT NULL"),)
_BATCH = 1_000


def upgrade() -> None:
    op.add_column("games", sa.Column("packed", sa.LargeBinary()))
    is_unpacked = sa.text("transcript IS NOT NULL")
    op.create_index(
        "ix_games_unpacked",
        "games",
        ["ended_at"],
        sqlite_where=is_unpacked,
        postgresql_where=is_unpacked,
        if_not_exists=True,
    )


def downgrade() -> None:
    games = sa.table("games", *map(sa.column, ("id", "packed", "transcript", "last_board", "shuffled_boards")))
    batch = sa.select(games.c.id, games.c.packed).where(games.c.packed.is_not(None)).limit(_BATCH)
    connection = op.get_bind()
    while rows := connection.execute(batch).all():
        for game, packed in rows:
            transcript, boards = unpacked(packed)
            last, _, shuffled = (boards or "").partition(" ")
            known = {"last_board": last, "shuffled_boards": shuffled} if boards else {}
            change = sa.update(games).where(games.c.id == game)
            connection.execute(change.values(packed=None, transcript=transcript, **known))
    op.drop_index("ix_games_unpacked", "games")
    op.drop_column("games", "packed")
