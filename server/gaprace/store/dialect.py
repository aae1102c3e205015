"""The differences between the databases: `store.sqlite` and `store.postgres` each have one `Dialect`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import Table
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from gaprace.store.action_appender import Statements

if TYPE_CHECKING:  # either takes a twentieth of the start: a server loads that of its database
    from sqlalchemy.dialects import postgresql, sqlite

STATEMENT_TIMEOUT_S = 20
"""The time limit of a statement, including the wait for locks."""
CONNECT_TIMEOUT_S = 5
"""How long to wait for a server of Postgres."""
POOL_TIMEOUT_S = 20
"""How long to wait for a free connection."""
MIGRATION_TIMEOUT_S = 300
"""The time limit of a statement of a migration, including the wait for another process's migration."""
MAX_READERS = 4
"""Connections of a process for reading."""
MAX_WRITERS = 4
"""Connections of a process for writing, if the database has more than one writer."""
MAX_CONNECTIONS = MAX_READERS + MAX_WRITERS + 1
"""Connections of a process, with that of the journal."""

InsertOf: TypeAlias = "Callable[[Table], postgresql.Insert] | Callable[[Table], sqlite.Insert]"
"""Begins an INSERT that can say what to do with rows whose key is taken."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One kind of database. The engines connect on first use."""

    driver: str
    """SQLAlchemy's name of it."""
    reader: Callable[[URL], AsyncEngine]
    single: Callable[[AsyncEngine], AsyncEngine]
    """Returns an engine of single queries on a reader's connections, without a transaction where that saves time."""
    writer: Callable[[URL], AsyncEngine]
    appender: Callable[[URL], AsyncEngine]
    """Its one connection appends actions."""
    migrator: Callable[[URL], AsyncEngine]
    """Its transactions exclude each other, those of other processes included."""
    insert: InsertOf
    appending: Callable[[URL], Statements]
    has_one_writer: bool
    """Whether only one transaction can write at a time."""
