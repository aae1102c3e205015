"""Migrations of the tables. Their scripts are in `migrations/`.

On Postgres a migration waits for the lock on a table for a moment only, since all that comes after it would wait, too:
it begins anew until it gets its locks. So a long query delays the migration, and not the players.

Beside Alembic's revision stands the oldest revision whose servers can still run on the tables (`compatible_from`). A
migration that only adds leaves it as it is; one that takes something away names it in `COMPATIBLE_FROM`. An older
version does not know the newer migrations, so it can learn this from the database alone.
"""

import asyncio
import logging
from collections.abc import Callable

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import ProgrammingError

from gaprace.errors import CannotServe, quoted
from gaprace.store import tables_state
from gaprace.store.database import migrating
from gaprace.store.errors import TablesInUse
from gaprace.store.last_draft import COMMIT_OF_LAST_DRAFT, LAST_DRAFT, convert

MAX_ATTEMPTS = 60
RETRY_DELAY_S = 2.0
"""Between two attempts, in which the queries that waited for the migration take place."""
_log = logging.getLogger(__name__)


async def migrate(url: str) -> None:
    """Upgrade the tables to the newest revision, in one transaction; data is kept.

    Several processes may call this at once: one upgrades, and the others wait for it.
    """
    await _run(url, _upgrade)


def _upgrade(made: Config) -> None:
    connection: Connection = made.attributes["connection"]
    first, revision = tables_state.known_revisions()[0], tables_state.current_revision(connection)
    if revision is not None and revision < LAST_DRAFT:
        raise CannotServe(
            "early_draft",
            f"The tables are those of an early draft ({quoted(revision)}): check out the commit {COMMIT_OF_LAST_DRAFT},"
            " run its gaprace migrate, and then this one.",
        )
    if revision == LAST_DRAFT:
        convert(connection, lambda: command.upgrade(made, first))
    command.upgrade(made, "head")


async def downgrade(url: str, revision: str) -> None:
    """Downgrade the tables to an older revision, or to `base` (no tables). Data that has no place there is lost."""
    await _run(url, lambda made: command.downgrade(made, revision))


def compatible_from(revision: str) -> str | None:
    """Return the oldest revision whose servers can run on the tables of a revision: the last `COMPATIBLE_FROM`.

    Revisions are dates, which texts order as well. None before the first that says so.
    """
    scripts = sorted(ScriptDirectory.from_config(config()).walk_revisions(), key=lambda script: script.revision)
    named = [getattr(each.module, "COMPATIBLE_FROM", None) for each in scripts if each.revision <= revision]
    return next((oldest for oldest in reversed(named) if oldest), None)


def config(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration, with the connection that `migrations/env.py` uses."""
    made = Config(attributes={"connection": connection})
    made.set_main_option("script_location", str(tables_state.migrations_folder()).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    made.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    return made


async def _run(url: str, command_on: Callable[[Config], None]) -> None:
    try:
        for _ in range(MAX_ATTEMPTS - 1):
            try:
                await _run_once(url, command_on)
            except TablesInUse as error:
                _log.warning("a migration waits: %s", error)
                await asyncio.sleep(RETRY_DELAY_S)
            else:
                return
        await _run_once(url, command_on)
    except CommandError as error:
        raise ValueError(
            f"This version of the program cannot migrate the tables: {error}. Use the version that migrated them last,"
            " or let its gaprace downgrade bring them back."
        ) from error
    except ProgrammingError as error:
        raise CannotServe(
            "mixed_tables",
            f"The tables are not those of one version ({error.orig}), as after a backup that was restored over newer"
            " tables: empty the database, and restore the backup again.",
        ) from error


async def _run_once(url: str, command_on: Callable[[Config], None]) -> None:
    async with migrating(url) as connection:
        await connection.run_sync(lambda sync: command_on(config(sync)))
        await connection.run_sync(_note_compatibility)


def _note_compatibility(connection: Connection) -> None:
    revision = tables_state.current_revision(connection)
    if revision and tables_state.has_compatible_from(connection):
        connection.execute(update(tables_state.VERSION).values(compatible_from=compatible_from(revision)))
