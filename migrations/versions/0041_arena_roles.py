"""Co-hosts of arenas, players who were removed from them, and arenas that end early."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    op.create_table(
        "arena_roles",
        sa.Column("arena", sa.String(16)),
        sa.Column("player", sa.String(32)),
        sa.Column("role", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("arena", "player", name="pk_arena_roles"),
        sa.ForeignKeyConstraint(["arena"], ["arenas.code"], name="fk_arena_roles_arena_arenas"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_arena_roles_player_players"),
    )
    op.create_index("ix_arena_roles_player", "arena_roles", ["player"])
    op.add_column("arenas", sa.Column("last_round", sa.SmallInteger))


def downgrade() -> None:
    op.drop_column("arenas", "last_round")
    op.drop_table("arena_roles")
