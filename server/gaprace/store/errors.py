"""The errors of the databases as errors of the port."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from gaprace.errors import StoreUnavailable

_CONFLICTS = {"40001", "40P01"}
"""The SQLSTATEs of a serialization failure and of a deadlock."""
_BAD_VALUES = {"22", "23"}
"""The classes of SQLSTATEs for bad data and for broken constraints."""


_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_TOO_MANY_CONNECTIONS = "53300"
_LOCK_NOT_AVAILABLE = "55P03"


class TransactionConflict(StoreUnavailable):
    """The database has ended this transaction in favour of another one: run it again."""


class TablesInUse(StoreUnavailable):
    """A migration did not get the lock on a table in time: run it again."""


class DatabaseDamaged(StoreUnavailable):
    """SQLite finds pages in its file that it cannot have written."""


@contextmanager
def port_errors() -> Iterator[None]:
    """Raise the errors of SQLAlchemy and of the drivers as those of the port.

    Raises StoreUnavailable if the database is unreachable or too busy.
    Raises TransactionConflict if the transaction can be run again.
    Raises ValueError if a value contradicts what is stored, or cannot be stored.
    """
    try:
        yield
    except Exception as error:
        if translated := port_error(error):
            raise translated from error
        raise


def port_error(error: BaseException) -> Exception | None:
    """Return an error of SQLAlchemy or of a driver as that of the port; None for any other error."""
    if isinstance(error, DBAPIError):
        return None if isinstance(error, ProgrammingError) else _port_error(error.orig or error)
    of_a_store = (NoFreeConnection, OSError, sqlite3.Error, *_postgres_errors())
    return _port_error(error) if isinstance(error, of_a_store) else None


def is_busy(error: sqlite3.OperationalError) -> bool:
    """Whether SQLite refuses a statement because another connection writes."""
    return error.sqlite_errorcode == sqlite3.SQLITE_BUSY


def is_connection_limit(error: BaseException) -> bool:
    """Whether a database refuses a connection because it has too many."""
    return _TOO_MANY_CONNECTIONS in {
        sqlstate(error),
        sqlstate(error.__cause__),
        sqlstate(getattr(error, "orig", None)),
    }


def _port_error(error: BaseException) -> Exception:
    if _blames_values(error) or _blames_values(error.__cause__):
        return ValueError(f"This contradicts what is stored, or cannot be stored: {error}")
    if {sqlstate(error), sqlstate(error.__cause__)} & _CONFLICTS:
        return TransactionConflict(f"Another transaction came first: {error}")
    if _LOCK_NOT_AVAILABLE in {sqlstate(error), sqlstate(error.__cause__)}:
        return TablesInUse(f"A table is in use: {error}")
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE:  # the rest says more about it
        return DatabaseDamaged(f"The file of the database is damaged: restore a backup, and restart: {error}")
    return StoreUnavailable(f"The database is unavailable: {error}")


def _blames_values(error: BaseException | None) -> bool:
    """Whether the values are to blame, so that another try would fail too.

    SQLite has classes of errors for this. Postgres has SQLSTATEs, and its driver raises a ValueError for values that it
    cannot send; SQLAlchemy keeps these only as the cause of its own errors.
    """
    unsent = isinstance(error, _postgres_errors()) and isinstance(error, ValueError)
    bad = isinstance(error, sqlite3.IntegrityError | sqlite3.DataError)
    return unsent or bad or sqlstate(error)[:2] in _BAD_VALUES


def _postgres_errors() -> tuple[type[Exception], ...]:
    """Return the errors of the driver for Postgres, if it is in use: loading it takes 3 MB.

    The last of them means that it has lost track of its connection, as when the server was killed.
    """
    driver = sys.modules.get("asyncpg")
    return (driver.PostgresError, driver.InterfaceError, driver.InternalClientError) if driver else ()


def sqlstate(error: BaseException | None) -> str:
    """Return the SQLSTATE of an error of Postgres; empty for any other error."""
    return getattr(error, "sqlstate", None) or ""
