"""Backups: a copy of the database in a file of its own, made while servers run, and checked.

A file gets its name only when it is complete, so that every file of such a name can be restored. `docs/backup.md`
says how.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import URL, make_url

from gaprace.errors import StoreUnavailable, reason_of

PREFIX = "gaprace-"
_PART = ".part"
_NAME = f"{PREFIX}%Y%m%d-%H%M%S"


def back_up(url: str, folder: Path, keep: int, now: datetime | None = None) -> tuple[Path, list[Path]]:
    """Write a backup into a folder, delete all but the newest `keep`, and return the new one and those deleted.

    Raises StoreUnavailable if the database or the folder is unavailable, or `pg_dump` is missing.
    """
    file = file_of(url)
    suffix = ".db" if file else ".dump"
    name = (now or datetime.now(UTC)).strftime(_NAME)
    path = folder / f"{name}{suffix}"
    part = path.with_name(path.name + _PART)
    try:
        _make(folder)
        part.unlink(missing_ok=True)
        if file:
            _copy_file(file, part)
        else:
            _dump(make_url(url), part)
        part.chmod(0o600)
        part.rename(path)
    except (OSError, sqlite3.Error) as error:
        raise StoreUnavailable(f"The backup failed: {reason_of(error)}.") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return path, _delete_older(folder, suffix, keep)


def file_of(url: str) -> Path | None:
    """Return the file of a database of SQLite, None of any other."""
    parsed = make_url(url)
    return Path(parsed.database or "").absolute() if parsed.get_backend_name() == "sqlite" else None


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(f"The backup failed: the folder {folder} cannot be made: {reason_of(error)}.") from None


def _delete_older(folder: Path, suffix: str, keep: int) -> list[Path]:
    older = sorted(folder.glob(f"{PREFIX}*{suffix}"))[:-keep]
    for path in older:
        path.unlink()
    return older


def _copy_file(path: Path, part: Path) -> None:
    if not path.exists():
        raise FileNotFoundError(f"there is no database at {path}: check GAPRACE_DATABASE_URL")
    with closing(sqlite3.connect(f"file:{path}?mode=rw", uri=True)) as connection:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'players'").fetchone()
        if not tables:
            raise FileNotFoundError(f"{path} is empty: check GAPRACE_DATABASE_URL")
        connection.execute("VACUUM INTO ?", (str(part),))
    with closing(sqlite3.connect(part)) as copy:
        (found,) = copy.execute("PRAGMA quick_check").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged: {found}")


def _dump(url: URL, part: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise FileNotFoundError("pg_dump is not installed here: run it where Postgres is")
    # Others on this machine see the arguments. `set` would keep the password, and show it as `***`.
    shown = url._replace(drivername="postgresql", password=None).render_as_string()
    done = subprocess.run(  # noqa: S603 (the address is the host's own)
        [program, "--format=custom", f"--file={part}", f"--dbname={shown}"],
        env={**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise OSError(done.stderr.strip())
