"""Puzzles, the tries of players, mistakes in their games, and storms."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

_RATING = ("rating", "deviation", "volatility")


def _rating() -> list[sa.Column[float]]:
    return [sa.Column(name, sa.Double, nullable=False) for name in _RATING]


def _refers(table: str, *columns: tuple[str, str]) -> list[sa.ForeignKeyConstraint]:
    return [sa.ForeignKeyConstraint([column], [f"{to}.id"], name=f"fk_{table}_{column}_{to}") for column, to in columns]


def upgrade() -> None:
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String(32)),
        sa.Column("columns", sa.SmallInteger, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("proof", sa.LargeBinary, nullable=False),
        sa.Column("boards", sa.Integer, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        *_rating(),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("lessons", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
        sa.UniqueConstraint("board", name="uq_puzzles_board"),
    )
    op.create_index("ix_puzzles_rating_id", "puzzles", ["rating", "id"])
    op.create_index(
        "ix_puzzles_untried",
        "puzzles",
        ["columns", "rating"],
        sqlite_where=sa.text("tries = 0"),
        postgresql_where=sa.text("tries = 0"),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("date", sa.String(10)),
        sa.Column("puzzle", sa.String(32), nullable=False),
        *_refers("puzzle_days", ("puzzle", "puzzles")),
        sa.PrimaryKeyConstraint("date", name="pk_puzzle_days"),
        sa.UniqueConstraint("puzzle", name="uq_puzzle_days_puzzle"),
    )
    op.create_table(
        "puzzle_players",
        sa.Column("player", sa.String(32)),
        *_rating(),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("asked_at", sa.BigInteger),
        sa.Column("owned_until", sa.BigInteger),
        *_refers("puzzle_players", ("player", "players")),
        sa.PrimaryKeyConstraint("player", name="pk_puzzle_players"),
    )
    op.create_index(
        "ix_puzzle_players_asked_at",
        "puzzle_players",
        ["asked_at"],
        sqlite_where=sa.text("asked_at IS NOT NULL"),
        postgresql_where=sa.text("asked_at IS NOT NULL"),
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("player", sa.String(32)),
        sa.Column("puzzle", sa.String(32)),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("begun_at", sa.BigInteger, nullable=False),
        sa.Column("found", sa.Text, nullable=False),
        sa.Column("wrong", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("rating_after", sa.Double),
        sa.Column("change", sa.Double),
        *_refers("puzzle_tries", ("player", "players"), ("puzzle", "puzzles")),
        sa.PrimaryKeyConstraint("player", "puzzle", name="pk_puzzle_tries"),
    )
    op.create_index(
        "ix_puzzle_tries_open",
        "puzzle_tries",
        ["player"],
        sqlite_where=sa.text("state = 'open' AND kind = 'next'"),
        postgresql_where=sa.text("state = 'open' AND kind = 'next'"),
    )
    op.create_table(
        "puzzle_games",
        sa.Column("game", sa.String(32)),
        *_refers("puzzle_games", ("game", "games")),
        sa.PrimaryKeyConstraint("game", name="pk_puzzle_games"),
    )
    op.create_table(
        "puzzle_mistakes",
        sa.Column("player", sa.String(32)),
        sa.Column("puzzle", sa.String(32)),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("played", sa.String(16), nullable=False),
        *_refers("puzzle_mistakes", ("player", "players"), ("puzzle", "puzzles"), ("game", "games")),
        sa.PrimaryKeyConstraint("player", "puzzle", name="pk_puzzle_mistakes"),
    )
    op.create_table(
        "storms",
        sa.Column("id", sa.String(32)),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("begun_at", sa.BigInteger, nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("found", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        *_refers("storms", ("player", "players")),
        sa.PrimaryKeyConstraint("id", name="pk_storms"),
    )
    op.create_index("ix_storms_player_begun_at", "storms", ["player", "begun_at"])
    op.create_table(
        "storm_bests",
        sa.Column("period", sa.String(10)),
        sa.Column("player", sa.String(32)),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        *_refers("storm_bests", ("player", "players")),
        sa.PrimaryKeyConstraint("period", "player", name="pk_storm_bests"),
    )
    op.create_index("ix_storm_bests_period_score_at_player", "storm_bests", ["period", "score", "at", "player"])
    op.create_index("ix_storm_bests_player", "storm_bests", ["player"])


def downgrade() -> None:
    for table in (
        "storm_bests",
        "storms",
        "puzzle_mistakes",
        "puzzle_games",
        "puzzle_tries",
        "puzzle_players",
        "puzzle_days",
        "puzzles",
    ):
        op.drop_table(table)
