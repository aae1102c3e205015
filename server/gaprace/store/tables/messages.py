"""What is sent: webhooks and web push."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    not_,
)

from gaprace.store.tables.base import CODE, ID, metadata, partial_index
from gaprace.store.tables.groups import groups


def _state() -> tuple[Column[int] | Column[int | None] | Column[str], ...]:
    """Return the columns of a channel, to which messages go, see `play.outbox`."""
    return (
        Column("next_at", BigInteger),
        Column("paused", String(16), nullable=False),
        Column("failures", Integer, nullable=False),
        Column("failing_since", BigInteger),
        Column("failure", String(32), nullable=False),
        Column("delivered_at", BigInteger),
        Column("rests_until", BigInteger, nullable=False),
        # When the claim of the server that sends its messages lapses.
        Column("owned_until", BigInteger),
    )


# Webhooks of groups and of the installation, see `play.webhooks`.
webhooks = Table(
    "webhooks",
    metadata,
    Column("id", ID, primary_key=True),
    Column("group", ForeignKey(groups.c.code)),
    Column("url", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("language", String(8), nullable=False),
    # The types of events, each with a space before and after it.
    Column("events", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("old_secret", LargeBinary, nullable=False),
    Column("old_secret_until", BigInteger, nullable=False),
    Column("site", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    *_state(),
    Index(None, "group"),
    Index(None, "next_at"),
)

# Web push, see `play.push`: browsers that are subscribed, each by the session in it.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", ID, primary_key=True),
    Column("player", ID, nullable=False),
    Column("session", ID, nullable=False),
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", LargeBinary, nullable=False),
    Column("auth", LargeBinary, nullable=False),
    # What it shows, each with a space before and after it.
    Column("kinds", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("site", Text, nullable=False),
    Column("vapid", String(100), nullable=False),
    Column("device", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("day", Integer, nullable=False),
    Column("sent", Integer, nullable=False),
    *_state(),
    UniqueConstraint("session"),
    UniqueConstraint("endpoint"),
    Index(None, "player"),
    Index(None, "next_at"),
)

# What is told outside of this server once it is due, see `play.outbox`.
notices = Table(
    "notices",
    metadata,
    Column("id", ID, primary_key=True),
    Column("type", String(32), nullable=False),
    Column("subject", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("group", CODE),
    Column("is_public", Boolean, nullable=False),
    # Whom it is for, separated by spaces; NULL, if that is looked up.
    Column("players", Text),
    Column("expires_at", BigInteger),
    Index(None, "at"),
)

# What webhooks and browsers get of it, until it has arrived or is too late.
letters = Table(
    "letters",
    metadata,
    Column("id", String(40), primary_key=True),
    # A webhook or a subscription, which it may outlive for a moment.
    Column("channel", ID, nullable=False),
    Column("type", String(32), nullable=False),
    Column("subject", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
    Column("attempts", Integer, nullable=False),
    Column("failure", String(32), nullable=False),
    Column("is_dead", Boolean, nullable=False),
    Index(None, "channel", "at"),
)
partial_index("ix_letters_due", letters.c.due_at, letters.c.channel, where=not_(letters.c.is_dead))
