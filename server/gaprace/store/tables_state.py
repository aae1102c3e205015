"""How the tables of a database compare with those that this version of the program knows.

Every server asks this when it starts. So it is found without Alembic, whose import would take a tenth of the start: the
names of the migrations' files begin with their revisions: dates, which texts order as well.
"""

from enum import Enum, auto
from pathlib import Path

from sqlalchemy import column, inspect, select, table
from sqlalchemy.engine import Connection

from gaprace.store.database import is_missing, reading
from gaprace.store.tables import metadata

VERSION = table("alembic_version", column("version_num"), column("compatible_from"))
"""Alembic's table, with a column of ours."""
_FOLDERS = (
    Path(__file__).parent / "migrations",  # in an installed package
    Path(__file__).parents[3] / "migrations",  # in the repository
)


class TablesState(Enum):
    """The state of the tables of a database, as this version sees it."""

    OLDER = auto()
    """They are missing, or older: they have to be migrated first."""
    CURRENT = auto()
    """They are its own."""
    EXPANDED = auto()
    """A newer version has only added to them: this version runs on them."""
    TOO_NEW = auto()
    """A newer version has removed parts of them that this version needs."""

    @property
    def is_usable(self) -> bool:
        """Whether a server of this version may run on them."""
        return self in {TablesState.CURRENT, TablesState.EXPANDED}


async def tables_state(url: str) -> TablesState:
    """Return how the tables compare with those of this version of the program."""
    if is_missing(url):
        return TablesState.OLDER
    async with reading(url) as connection:
        return await connection.run_sync(_state)


async def is_current(url: str) -> bool:
    """Whether the tables are those of this version of the program."""
    return await tables_state(url) is TablesState.CURRENT


async def missing_columns(url: str) -> list[str]:
    """Return the columns that current tables lack all the same: another draft of a revision has made them."""
    async with reading(url) as connection:
        return await connection.run_sync(_missing_columns)


def _missing_columns(connection: Connection) -> list[str]:
    found = inspect(connection).get_multi_columns()
    there = {(table, each["name"]) for (_, table), columns in found.items() for each in columns}
    wanted = ((table.name, each.name) for table in metadata.sorted_tables for each in table.columns)
    return [".".join(each) for each in wanted if each not in there]


def _state(connection: Connection) -> TablesState:
    known, revision = known_revisions(), current_revision(connection)
    if revision == known[-1]:
        return TablesState.CURRENT
    if revision is None or revision in known or revision < known[0]:
        return TablesState.OLDER
    oldest = _stored_compatible_from(connection)
    return TablesState.EXPANDED if oldest and oldest <= known[-1] else TablesState.TOO_NEW


def migrations_folder() -> Path:
    """Return the folder of the migrations."""
    return next(folder for folder in _FOLDERS if folder.is_dir())


def known_revisions() -> list[str]:
    """Return the revisions that this version of the program knows, the oldest first."""
    return sorted(script.name.partition("_")[0] for script in (migrations_folder() / "versions").glob("*_*.py"))


def current_revision(connection: Connection) -> str | None:
    """Return the revision of the tables, or None before the first."""
    if not inspect(connection).has_table(VERSION.name):
        return None
    return connection.scalar(select(VERSION.c.version_num))


def has_compatible_from(connection: Connection) -> bool:
    """Whether the tables record the oldest revision whose servers can run on them."""
    found = inspect(connection)
    return found.has_table(VERSION.name) and "compatible_from" in {
        each["name"] for each in found.get_columns(VERSION.name)
    }


def _stored_compatible_from(connection: Connection) -> str | None:
    """Return the oldest revision whose servers can run on the tables; None if they are older than this record."""
    if not has_compatible_from(connection):
        return None
    return connection.scalar(select(VERSION.c.compatible_from))
