"""Groups and their members; reports and decisions about groups."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

_ABOUT_GROUPS = ("reports", "decisions")


def upgrade() -> None:
    op.create_table(
        "groups",
        sa.Column("code", sa.String(16)),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("colour", sa.String(16), nullable=False),
        sa.Column("invitation", sa.String(16), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("approval", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("room", sa.String(16)),
        sa.Column("name_fixed_until", sa.BigInteger),
        sa.PrimaryKeyConstraint("code", name="pk_groups"),
        sa.UniqueConstraint("invitation", name="uq_groups_invitation"),
    )
    op.create_table(
        "group_members",
        sa.Column("group", sa.String(16)),
        sa.Column("player", sa.String(32)),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("joined_at", sa.BigInteger, nullable=False),
        sa.Column("shows_presence", sa.Boolean, nullable=False),
        sa.Column("seen_at", sa.BigInteger),
        sa.ForeignKeyConstraint(["group"], ["groups.code"], name="fk_group_members_group_groups"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_group_members_player_players"),
        sa.PrimaryKeyConstraint("group", "player", name="pk_group_members"),
    )
    op.create_index("ix_group_members_player", "group_members", ["player"])
    for table in _ABOUT_GROUPS:
        op.add_column(table, sa.Column("group", sa.String(16)))


def downgrade() -> None:
    for table in _ABOUT_GROUPS:
        op.drop_column(table, "group")
    op.drop_table("group_members")
    op.drop_table("groups")
