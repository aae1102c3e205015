"""Profiles stay quick, however many games there are."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"

_OF_PLAYER = (
    *("player", "ended_at", "id", "race", "ranked", "won", "locked", "score", "time_ms", "moves", "reached_ms"),
    "voided_by",
)
_OF_ATTEMPTS = ("player", "variant", "date", "game")
INDEXES_BESIDE = (
    ("ix_games_of_player", "games", _OF_PLAYER),
    ("ix_attempts_player_variant_date_game", "attempts", _OF_ATTEMPTS),
)


def upgrade() -> None:
    for name, table, columns in INDEXES_BESIDE:
        op.create_index(name, table, [*columns], if_not_exists=True)
    # The new ones begin with the same columns, so servers of the last release lose nothing.
    op.drop_index("ix_games_player_ended_at", "games")
    op.drop_index("ix_attempts_player_variant_date", "attempts")
    op.create_table(
        "player_figures",
        sa.Column("player", sa.String(32)),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.Column("time_ms", sa.BigInteger, nullable=False),
        sa.Column("figures", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_player_figures_player_players"),
        sa.PrimaryKeyConstraint("player", name="pk_player_figures"),
    )


def downgrade() -> None:
    op.drop_table("player_figures")
    op.create_index("ix_games_player_ended_at", "games", ["player", "ended_at"])
    op.create_index("ix_attempts_player_variant_date", "attempts", ["player", "variant", "date"])
    for name, table, _ in INDEXES_BESIDE:
        op.drop_index(name, table)
