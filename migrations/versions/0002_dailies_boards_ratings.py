"""Dailies with their ranked attempts, leaderboards with counts of their rows, ratings with their history."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "dailies",
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("variant", sa.String(16), nullable=False),
        sa.Column("deal", sa.String(64), nullable=False),
        sa.Column("par", sa.Integer()),
        sa.Column("harder", sa.Integer()),
        sa.Column("line", sa.Text()),
        sa.PrimaryKeyConstraint("date", "variant", name="pk_dailies"),
        sa.UniqueConstraint("deal", name="uq_dailies_deal"),
        sa.ForeignKeyConstraint(["deal"], ["deals.id"], name="fk_dailies_deal_deals"),
    )
    op.create_table(
        "attempts",
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("variant", sa.String(16), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("date", "variant", "player", name="pk_attempts"),
        sa.UniqueConstraint("game", name="uq_attempts_game"),
        sa.ForeignKeyConstraint(
            ["date", "variant"], ["dailies.date", "dailies.variant"], name="fk_attempts_date_variant_dailies"
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_attempts_player_players"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_attempts_game_games"),
    )
    op.create_index("ix_attempts_player_variant_date", "attempts", ["player", "variant", "date"])
    op.create_table(
        "places",
        sa.Column("board", sa.String(48), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("key", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("board", "player", name="pk_places"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_places_player_players"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_places_game_games"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_places_board_key_player", "places", ["board", "key", "player"])
    op.create_table(
        "place_counts",
        sa.Column("board", sa.String(48), nullable=False),
        sa.Column("level", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("bucket", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("board", "level", "bucket", name="pk_place_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(16), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("races", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player", "variant", name="pk_ratings"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ratings_player_players"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("race", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("races", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("race", "player", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(["race"], ["races.id"], name="fk_rating_changes_race_races"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_rating_changes_player_players"),
    )
    op.create_index("ix_rating_changes_player_variant_races", "rating_changes", ["player", "variant", "races"])


def downgrade() -> None:
    for table in ("rating_changes", "ratings", "place_counts", "places", "attempts", "dailies"):
        op.drop_table(table)
