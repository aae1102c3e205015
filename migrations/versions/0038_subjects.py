"""Players sign in by OpenID Connect."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.create_table(
        "subjects",
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("generation", sa.Integer),
        sa.Column("connected_at", sa.BigInteger, nullable=False),
        sa.Column("proven_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("issuer", "subject", name=op.f("pk_subjects")),
    )
    op.create_index(op.f("ix_subjects_player_issuer"), "subjects", ["player", "issuer"], unique=True)


def downgrade() -> None:
    op.drop_table("subjects")
