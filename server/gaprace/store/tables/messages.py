"""Messages outside of this server: webhooks and web push."""

import sqlalchemy as sa

from gaprace.store.tables.base import CODE, ID, metadata, partial_index
from gaprace.store.tables.groups import groups


def _state() -> tuple[sa.Column[int] | sa.Column[int | None] | sa.Column[str], ...]:
    """Return the columns of a channel, to which messages go, see `play.notices.outbox`."""
    return (
        sa.Column("next_at", sa.BigInteger),
        sa.Column("paused", sa.String(16), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("failing_since", sa.BigInteger),
        sa.Column("failure", sa.String(32), nullable=False),
        sa.Column("delivered_at", sa.BigInteger),
        sa.Column("rests_until", sa.BigInteger, nullable=False),
        # When the claim of the server that sends its messages lapses.
        sa.Column("owned_until", sa.BigInteger),
    )


# Webhooks of groups and of the installation, see `play.notices.webhooks`.
webhooks = sa.Table(
    "webhooks",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("group", sa.ForeignKey(groups.c.code)),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    # The types of events, each with a space before and after it.
    sa.Column("events", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("old_secret", sa.LargeBinary, nullable=False),
    sa.Column("old_secret_until", sa.BigInteger, nullable=False),
    sa.Column("site", sa.Text, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    *_state(),
    sa.Index(None, "group"),
    sa.Index(None, "next_at"),
)

# Web push, see `play.notices.push`: browsers that are subscribed, each by the session in it.
push_subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("player", ID, nullable=False),
    sa.Column("session", ID, nullable=False),
    sa.Column("endpoint", sa.String(1000), nullable=False),
    sa.Column("p256dh", sa.LargeBinary, nullable=False),
    sa.Column("auth", sa.LargeBinary, nullable=False),
    # The kinds of notices that it shows, each with a space before and after it.
    sa.Column("kinds", sa.Text, nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("site", sa.Text, nullable=False),
    sa.Column("vapid", sa.String(100), nullable=False),
    sa.Column("device", sa.String(64), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("day", sa.Integer, nullable=False),
    sa.Column("sent", sa.Integer, nullable=False),
    *_state(),
    sa.UniqueConstraint("session"),
    sa.UniqueConstraint("endpoint"),
    sa.Index(None, "player"),
    sa.Index(None, "next_at"),
)

# Notices that wait for delivery to webhooks and browsers, see `play.notices.outbox`.
notices = sa.Table(
    "notices",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("type", sa.String(32), nullable=False),
    sa.Column("subject", sa.String(32), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("group", CODE),
    sa.Column("is_public", sa.Boolean, nullable=False),
    # Whom it is for, separated by spaces; NULL, if that is looked up.
    sa.Column("players", sa.Text),
    sa.Column("expires_at", sa.BigInteger),
    sa.Index(None, "at"),
)

# Letters to webhooks and browsers about notices, until they have arrived or are too late.
letters = sa.Table(
    "letters",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    # A webhook or a subscription, which it may outlive for a moment.
    sa.Column("channel", ID, nullable=False),
    sa.Column("type", sa.String(32), nullable=False),
    sa.Column("subject", sa.String(32), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("due_at", sa.BigInteger, nullable=False),
    sa.Column("expires_at", sa.BigInteger),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("failure", sa.String(32), nullable=False),
    sa.Column("is_dead", sa.Boolean, nullable=False),
    sa.Index(None, "channel", "at"),
)
partial_index("ix_letters_due", letters.c.due_at, letters.c.channel, where=sa.not_(letters.c.is_dead))
