"""Web push: browsers that are subscribed, events that are due, and messages that wait."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("session", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.LargeBinary, nullable=False),
        sa.Column("auth", sa.LargeBinary, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("vapid", sa.String(100), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("streak_at", sa.BigInteger),
        sa.Column("failing_since", sa.BigInteger),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("sent", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscriptions")),
        sa.UniqueConstraint("session", name=op.f("uq_push_subscriptions_session")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_subscriptions_endpoint")),
    )
    op.create_index(op.f("ix_push_subscriptions_player"), "push_subscriptions", ["player"])
    op.create_index(op.f("ix_push_subscriptions_streak_at"), "push_subscriptions", ["streak_at"])
    op.create_table(
        "push_events",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_events")),
    )
    op.create_index(op.f("ix_push_events_due_at"), "push_events", ["due_at"])
    op.create_table(
        "push_messages",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("subscription", sa.String(32), nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("owned_until", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_messages")),
    )
    op.create_index(op.f("ix_push_messages_due_at"), "push_messages", ["due_at"])
    op.create_index(op.f("ix_push_messages_subscription"), "push_messages", ["subscription"])


def downgrade() -> None:
    op.drop_table("push_messages")
    op.drop_table("push_events")
    op.drop_table("push_subscriptions")
