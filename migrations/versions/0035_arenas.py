"""Arenas."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.create_table(
        "arenas",
        sa.Column("code", sa.String(16)),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("form", sa.String(8), nullable=False),
        sa.Column("variant", sa.String(16), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("starts_at", sa.BigInteger, nullable=False),
        sa.Column("round_ms", sa.Integer, nullable=False),
        sa.Column("rounds", sa.SmallInteger, nullable=False),
        sa.Column("group", sa.String(16)),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("teams", sa.SmallInteger, nullable=False),
        sa.Column("team_scores", sa.SmallInteger, nullable=False),
        sa.Column("repeat_days", sa.SmallInteger, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("settled", sa.SmallInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("next", sa.String(16)),
        sa.PrimaryKeyConstraint("code", name="pk_arenas"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_arenas_player_players"),
        sa.ForeignKeyConstraint(["group"], ["groups.code"], name="fk_arenas_group_groups"),
    )
    op.create_index("ix_arenas_player", "arenas", ["player"])
    op.create_index("ix_arenas_group_starts_at", "arenas", ["group", "starts_at"])
    is_due, is_open = sa.text("due_at IS NOT NULL"), sa.text("ended_at IS NULL")
    op.create_index("ix_arenas_due", "arenas", ["due_at"], sqlite_where=is_due, postgresql_where=is_due)
    op.create_index("ix_arenas_open", "arenas", ["listed", "starts_at"], sqlite_where=is_open, postgresql_where=is_open)
    op.create_table(
        "arena_players",
        sa.Column("arena", sa.String(16)),
        sa.Column("player", sa.String(32)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("team", sa.SmallInteger, nullable=False),
        sa.Column("out_after", sa.SmallInteger),
        sa.PrimaryKeyConstraint("arena", "player", name="pk_arena_players"),
        sa.ForeignKeyConstraint(["arena"], ["arenas.code"], name="fk_arena_players_arena_arenas"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_arena_players_player_players"),
    )
    op.create_index("ix_arena_players_player", "arena_players", ["player"])
    op.add_column("challenges", sa.Column("arena", sa.String(16)))
    op.add_column("challenges", sa.Column("round", sa.SmallInteger))
    op.create_index("ix_challenges_arena_round", "challenges", ["arena", "round"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_challenges_arena_round", "challenges")
    op.drop_column("challenges", "round")
    op.drop_column("challenges", "arena")
    op.drop_table("arena_players")
    op.drop_table("arenas")
