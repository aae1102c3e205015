"""Keys and settings of an installation."""

from sqlalchemy import Column, LargeBinary, String, Table, Text

from gaprace.store.tables.base import metadata

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

# Settings that the owner made in the browser: the texts that variables of the environment would have, by `EDITABLE`.
settings = Table(
    "settings",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
