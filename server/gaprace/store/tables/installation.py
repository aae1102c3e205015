"""What an installation keeps for itself."""

from sqlalchemy import BigInteger, Column, LargeBinary, String, Table, Text

from gaprace.store.tables.base import metadata

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

# What the owner has set in the browser: the texts that variables of the environment would have, by `EDITABLE`.
settings = Table(
    "settings",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

# How far work has come that goes through everything, again and again.
cursors = Table(
    "cursors",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("position", BigInteger, nullable=False),
    # When this pass began.
    Column("began_at", BigInteger, nullable=False),
)
