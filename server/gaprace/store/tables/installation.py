"""What an installation keeps for itself."""

from sqlalchemy import BigInteger, Column, LargeBinary, String, Table

from gaprace.store.tables.base import metadata

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("key", LargeBinary, nullable=False),
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
