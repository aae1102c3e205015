"""Challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("races", sa.Column("challenge", sa.String(16)))
    op.create_table(
        "challenges",
        sa.Column("code", sa.String(16)),
        sa.Column("deal", sa.String(64), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
        sa.Column("places", sa.SmallInteger),
        sa.Column("ranked", sa.Boolean, nullable=False),
        sa.Column("group", sa.String(16)),
        sa.Column("ended_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("code", name="pk_challenges"),
        sa.ForeignKeyConstraint(["deal"], ["deals.id"], name="fk_challenges_deal_deals"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_challenges_player_players"),
        sa.ForeignKeyConstraint(["group"], ["groups.code"], name="fk_challenges_group_groups"),
    )
    op.create_index("ix_challenges_deal", "challenges", ["deal"])
    op.create_index("ix_challenges_player", "challenges", ["player"])
    op.create_index("ix_challenges_group_made_at", "challenges", ["group", "made_at"])
    is_open = sa.text("ended_at IS NULL")
    op.create_index("ix_challenges_open", "challenges", ["ends_at"], sqlite_where=is_open, postgresql_where=is_open)
    op.create_table(
        "challenge_players",
        sa.Column("challenge", sa.String(16)),
        sa.Column("player", sa.String(32)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32)),
        sa.PrimaryKeyConstraint("challenge", "player", name="pk_challenge_players"),
        sa.ForeignKeyConstraint(["challenge"], ["challenges.code"], name="fk_challenge_players_challenge_challenges"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_challenge_players_player_players"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_challenge_players_game_games"),
    )
    op.create_index("ix_challenge_players_player", "challenge_players", ["player"])
    op.create_index("ix_challenge_players_game", "challenge_players", ["game"])


def downgrade() -> None:
    op.drop_table("challenge_players")
    op.drop_table("challenges")
    op.drop_column("races", "challenge")
