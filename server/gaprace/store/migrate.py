"""Migrations: they bring the tables of a database to the newest state. The scripts lie in `migrations/`."""

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.engine import Connection

from gaprace.store.engines import migrating, reading

_PLACES = (
    Path(__file__).parent / "migrations",  # in an installed package
    Path(__file__).parents[3] / "migrations",  # in the repository
)


async def migrate(url: str) -> None:
    """Bring the tables to the newest state; the data in them stays.

    All of it or nothing, in one transaction. Several processes may do it at once: one does, and the others wait and
    find it done.

    Raises:
        StoreUnavailable: the database is away.
        ValueError: the URL is none of a database that can be used here, or a newer version was here before.

    """
    await _run(url, lambda made: command.upgrade(made, "head"))


async def downgrade(url: str, revision: str) -> None:
    """Bring the tables back to an older revision, or all the way to `base`. Data that has no place there is lost.

    Raises:
        StoreUnavailable, ValueError: as `migrate`.

    """
    await _run(url, lambda made: command.downgrade(made, revision))


async def is_current(url: str) -> bool:
    """Say whether the tables are those that this version of the program needs.

    Raises:
        StoreUnavailable: the database is away.
        ValueError: the URL is none of a database that can be used here.

    """
    async with reading(url) as connection:
        revision = await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision())
    return revision == ScriptDirectory.from_config(config()).get_current_head()


def config(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration, with the connection that `migrations/env.py` takes."""
    place = next(place for place in _PLACES if place.is_dir())
    made = Config(attributes={"connection": connection})
    made.set_main_option("script_location", str(place).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    made.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    return made


async def _run(url: str, order: Callable[[Config], None]) -> None:
    try:
        async with migrating(url) as connection:
            await connection.run_sync(lambda sync: order(config(sync)))
    except CommandError as error:
        raise ValueError(f"The tables cannot be brought there by this version of the program: {error}") from error
