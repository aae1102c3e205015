"""From the webhooks and browsers of the last draft to the outbox of 1.0. Messages that wait are not told."""

import sqlalchemy as sa
from alembic.operations import Operations
from sqlalchemy.engine import Connection

from gaprace.store.tables import letters, notices


def make_outbox(operations: Operations, connection: Connection) -> None:
    """Keep webhooks and the browsers of players, and make the tables of their messages."""
    for gone in ("letters", "push_events", "push_messages"):
        operations.drop_table(gone)
    operations.execute("DELETE FROM webhooks WHERE kind IN ('matrix', 'teams')")
    with operations.batch_alter_table("webhooks") as webhooks:
        webhooks.alter_column("next_at", existing_type=sa.BigInteger(), nullable=True)
    _make_channels_of_browsers(operations)
    for table in (notices, letters):
        table.create(connection)


def _make_channels_of_browsers(operations: Operations) -> None:
    operations.drop_index("ix_push_subscriptions_streak_at", "push_subscriptions")
    with operations.batch_alter_table("push_subscriptions") as browsers:
        browsers.alter_column("streak_at", new_column_name="next_at", existing_type=sa.BigInteger())
        browsers.add_column(sa.Column("paused", sa.String(16), nullable=False, server_default=""))
        browsers.add_column(sa.Column("failures", sa.Integer(), nullable=False, server_default="0"))
        browsers.add_column(sa.Column("failure", sa.String(32), nullable=False, server_default=""))
        browsers.add_column(sa.Column("delivered_at", sa.BigInteger()))
        browsers.add_column(sa.Column("rests_until", sa.BigInteger(), nullable=False, server_default="0"))
        browsers.add_column(sa.Column("owned_until", sa.BigInteger()))
    with operations.batch_alter_table("push_subscriptions") as browsers:
        for filled in ("paused", "failures", "failure", "rests_until"):
            browsers.alter_column(filled, server_default=None)
    operations.create_index("ix_push_subscriptions_next_at", "push_subscriptions", ["next_at"])
