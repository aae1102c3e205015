"""Webhooks of groups and of the installation, and what they have to tell."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(32)),
        sa.Column("group", sa.String(16)),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("old_secret", sa.LargeBinary, nullable=False),
        sa.Column("old_secret_until", sa.BigInteger, nullable=False),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("next_at", sa.BigInteger, nullable=False),
        sa.Column("paused", sa.String(16), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("failing_since", sa.BigInteger),
        sa.Column("failure", sa.String(32), nullable=False),
        sa.Column("delivered_at", sa.BigInteger),
        sa.Column("rests_until", sa.BigInteger, nullable=False),
        sa.Column("owned_until", sa.BigInteger),
        sa.ForeignKeyConstraint(["group"], ["groups.code"], name="fk_webhooks_group_groups"),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
    )
    op.create_index("ix_webhooks_group", "webhooks", ["group"])
    op.create_index("ix_webhooks_next_at", "webhooks", ["next_at"])
    op.create_table(
        "letters",
        sa.Column("id", sa.String(40)),
        sa.Column("webhook", sa.String(32), nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("failure", sa.String(32), nullable=False),
        sa.Column("is_dead", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["webhook"], ["webhooks.id"], name="fk_letters_webhook_webhooks"),
        sa.PrimaryKeyConstraint("id", name="pk_letters"),
    )
    op.create_index("ix_letters_webhook_at", "letters", ["webhook", "at"])
    op.create_index(
        "ix_letters_due",
        "letters",
        ["due_at", "webhook"],
        sqlite_where=sa.text("is_dead = 0"),
        postgresql_where=sa.text("NOT is_dead"),
    )


def downgrade() -> None:
    op.drop_table("letters")
    op.drop_table("webhooks")
