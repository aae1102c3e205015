"""Whether other processes have a database open: its tables must not be taken away from under them."""

import sqlite3
from contextlib import closing

from sqlalchemy import make_url, text

from gaprace.store.database import is_missing, reading

_OTHERS = text("""
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name LIKE 'gaprace%' AND pid <> pg_backend_pid()
""")


async def has_connections(url: str) -> bool:
    """Return whether servers, or other commands of this program, are connected to a database of Postgres."""
    async with reading(url) as connection:
        return bool((await connection.execute(_OTHERS)).scalar_one())


async def is_open(url: str) -> bool:
    """Return whether a file of SQLite is open elsewhere: in WAL mode every connection holds a shared lock on it."""
    if is_missing(url):
        return False
    with closing(sqlite3.connect(make_url(url).database or "", timeout=0, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            return True
        connection.execute("ROLLBACK")
    return False
