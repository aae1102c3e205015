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

from gaprace.store.tables.base import ID, metadata, partial_index
from gaprace.store.tables.groups import groups

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
    # When the calendar brings something to tell.
    Column("next_at", BigInteger, nullable=False),
    Column("paused", String(16), nullable=False),
    Column("failures", Integer, nullable=False),
    Column("failing_since", BigInteger),
    Column("failure", String(32), nullable=False),
    Column("delivered_at", BigInteger),
    Column("rests_until", BigInteger, nullable=False),
    # When the claim of the process that sends its messages lapses.
    Column("owned_until", BigInteger),
    Index(None, "group"),
    Index(None, "next_at"),
)

# What webhooks have to tell, until it has arrived.
letters = Table(
    "letters",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("webhook", ForeignKey(webhooks.c.id), nullable=False),
    Column("type", String(32), nullable=False),
    Column("subject", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("failure", String(32), nullable=False),
    Column("is_dead", Boolean, nullable=False),
    Index(None, "webhook", "at"),
)
partial_index("ix_letters_due", letters.c.due_at, letters.c.webhook, where=not_(letters.c.is_dead))

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
    Column("streak_at", BigInteger),
    Column("failing_since", BigInteger),
    Column("day", Integer, nullable=False),
    Column("sent", Integer, nullable=False),
    UniqueConstraint("session"),
    UniqueConstraint("endpoint"),
    Index(None, "player"),
    Index(None, "streak_at"),
)

# What is pushed once it is due.
push_events = Table(
    "push_events",
    metadata,
    Column("id", ID, primary_key=True),
    Column("type", String(32), nullable=False),
    Column("subject", String(32), nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    # Whom it is for, separated by spaces; empty, if that is looked up.
    Column("players", Text, nullable=False),
    Index(None, "due_at"),
)

# What devices get of it, until it has arrived or is too late. A message may outlive its subscription for a moment.
push_messages = Table(
    "push_messages",
    metadata,
    Column("id", ID, primary_key=True),
    Column("subscription", ID, nullable=False),
    Column("type", String(32), nullable=False),
    Column("subject", String(32), nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    # When the claim of the process that sends it lapses.
    Column("owned_until", BigInteger),
    Index(None, "due_at"),
    Index(None, "subscription"),
)
