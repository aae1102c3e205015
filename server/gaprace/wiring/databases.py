"""The kinds of databases, by URL scheme, and the operations on a whole one."""

import asyncio
import logging
import subprocess
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from sqlalchemy import make_url

from gaprace.errors import CannotServe, StoreUnavailable, quoted
from gaprace.ports import Store
from gaprace.store.copying import OnCopied, copy
from gaprace.store.database import OnStored, has_connections, is_missing, is_open, not_measured, open_database
from gaprace.store.pooling import POOLED, shares_transactions
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables_state import TablesState, tables_state
from gaprace.wiring.apart import migrating_apart


@contextmanager
def as_cannot_serve(code_of_value_errors: str = "") -> Iterator[None]:
    """Turn an unavailable store, and value errors if a code for them is given, into `CannotServe`."""
    try:
        yield
    except StoreUnavailable as error:
        raise CannotServe("store_unavailable", error.message) from None
    except ValueError as error:
        if not code_of_value_errors:
            raise
        raise CannotServe(code_of_value_errors, str(error)) from None


def one_of(table: Mapping[str, object]) -> str:
    """Return the schemes of a table of URLs, in words."""
    return " or ".join(f"{scheme}:" for scheme in table)


DATABASE_RETRY_DELAY_S = 2.0
DATABASE_PATIENCE_S = 300.0
"""How long a start waits for a database that is away."""
_LOCKED = "database is locked"
"""Says SQLite of a database that another program has locked for longer than it waits: it may be free later."""
Answer = TypeVar("Answer")
_log = logging.getLogger(__name__)


KINDS: Mapping[str, bool] = {"sqlite": True, "postgresql": False, "postgres": False}
"""The kinds of databases, by the scheme of their URLs, and whether one belongs to a single server.

Such a server migrates it at its start.
"""


def is_embedded(url: str) -> bool:
    """Whether a database belongs to a single server. Raises CannotServe `bad_database_url`."""
    scheme = url.partition(":")[0].partition("+")[0]
    if scheme not in KINDS:
        raise CannotServe("bad_database_url", f"{quoted(scheme)} is not a kind of database: use {one_of(KINDS)}.")
    return KINDS[scheme]


def open_store(url: str, on_stored: OnStored = not_measured, *, read_only: bool = False) -> Store:
    """Return the store of a database; `on_stored` is called after each transaction. Raises as `is_embedded`."""
    is_embedded(url)
    return SqlStore(open_database(url, on_stored, read_only=read_only))


# Alembic is imported where it is used: a server whose tables are up to date starts without it.
async def migrate_database(url: str) -> bool:
    """Create or upgrade the tables, and return whether that was necessary."""
    if (await _tables(url)).is_usable:
        return False
    from gaprace.store.migrate import migrate  # noqa: PLC0415

    with as_cannot_serve("too_new"):
        await migrate(url)
    return True


async def downgrade_database(url: str, revision: str) -> None:
    """Bring the tables back to an older revision, with the servers stopped.

    Raises CannotServe `in_use`: servers run on it.
    """
    from gaprace.store.migrate import downgrade  # noqa: PLC0415

    is_in_use = is_open if is_embedded(url) else has_connections
    with as_cannot_serve("bad_revision"):
        if await is_in_use(url):
            raise CannotServe("in_use", "Servers or other programs have the database open: stop them first.")
        await downgrade(url, revision)


async def copy_database(source: str, target: str, on_copied: OnCopied) -> dict[str, int]:
    """Copy a database into an empty one and verify it, with the servers stopped; return the rows of each table."""
    await _insist_on_tables(source)
    await migrate_database(target)
    databases = open_database(source), open_database(target)
    try:
        with as_cannot_serve("cannot_copy"):
            return await copy(*databases, on_copied)
    finally:
        for database in databases:
            await database.close()


async def prepare_database(url: str, *, read_only: bool = False) -> None:
    """Migrate an embedded database that may be written, and check that any other one is migrated.

    Tables to which a newer version has only added will do: so a server can be brought back to the version before.
    """
    if is_embedded(url) and not read_only:
        await once_available(lambda: _migrate_apart(url), url)
        return
    if not is_embedded(url) and await once_available(lambda: _is_pooled(url), url):
        raise CannotServe("transaction_pooling", POOLED)
    tables = await once_available(lambda: _tables(url), url)
    if not tables.is_usable:
        raise _unusable(tables, url)


async def _migrate_apart(url: str) -> None:
    command = migrating_apart(url)
    if command and not (await _tables(url)).is_usable:
        child = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await child.wait()
    await migrate_database(url)  # takes the steps that the child has not, or fails with the reason


async def once_available(step: Callable[[], Awaitable[Answer]], url: str) -> Answer:
    """Take a step as soon as the database is available; give up after `DATABASE_PATIENCE_S`.

    One that is embedded will not become available by itself, unless it is locked.
    """
    until = monotonic() + DATABASE_PATIENCE_S
    while True:
        try:
            return await step()
        except (StoreUnavailable, CannotServe) as error:
            left = until - monotonic()
            if not _is_away(error, url) or left <= 0:
                raise
            _log.warning("waiting for the database %s, at most %d s more: %s", shown_url(url), left, error.message)
        await asyncio.sleep(DATABASE_RETRY_DELAY_S)


def _is_away(error: StoreUnavailable | CannotServe, url: str) -> bool:
    """Whether a database may come back soon."""
    if isinstance(error, CannotServe) and error.code != "store_unavailable":
        return False
    return _LOCKED in error.message or not is_embedded(url)


async def _insist_on_tables(url: str) -> None:
    """Refuse a database unless this version knows all of its tables."""
    tables = await _tables(url)
    if tables is TablesState.CURRENT:
        return
    if is_missing(url):
        raise CannotServe("no_database", f"There is no database at {shown_url(url)}: check GAPRACE_DATABASE_URL.")
    raise _unusable(tables, url)


def _unusable(tables: TablesState, url: str) -> CannotServe:
    if tables is TablesState.OLDER:
        return CannotServe("not_migrated", f"The tables of {shown_url(url)} are not up to date: run gaprace migrate.")
    return CannotServe(
        "too_new",
        f"The tables of {shown_url(url)} are those of a newer version: use that version, or run its gaprace downgrade.",
    )


async def _is_pooled(url: str) -> bool:
    with as_cannot_serve("bad_database_url"):
        return await shares_transactions(url)


async def _tables(url: str) -> TablesState:
    with as_cannot_serve("bad_database_url"):
        is_embedded(url)
        tables = await tables_state(url)
    if tables is TablesState.EXPANDED:
        _log.warning("the tables of %s are those of a newer version, which has only added to them", shown_url(url))
    return tables


def shown_url(url: str) -> str:
    """Return the URL of a database without its password."""
    return make_url(url).render_as_string(hide_password=True)
