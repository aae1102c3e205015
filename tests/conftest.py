"""The profiles of Hypothesis, and fixtures with databases.

The profile is `ci`, or `nightly` with `HYPOTHESIS_PROFILE=nightly make test`.
"""

import gc
import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from itertools import chain, groupby
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from gaprace.engine.compiled_code import code_folder
from tests.built import bundles_in, wheel_in
from tests.databases import PostgresServer, migrate_now, new_folder, opened_store, postgres_database, sqlite_database

if TYPE_CHECKING:
    from gaprace.store.sql_store import SqlStore
    from tests.redis_server import RedisServer
    from tests.rooms.stage import Stage

# The same examples on every machine, so that a failure is a failure for everyone; no deadline, since a slow shared
# machine is not a bug.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)

# New examples every night, and far more of them. A failure is printed as a blob that reproduces it.
settings.register_profile(
    "nightly",
    deadline=None,
    derandomize=False,
    print_blob=True,
    max_examples=5_000,
    suppress_health_check=[HealthCheck.too_slow],
)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


# One Postgres serves all pytest workers. The first one that needs it starts it; the parent of them all stops it.

POSTGRES_FOLDER = "TESTS_POSTGRES_FOLDER"
POSTGRES_OWNER = "TESTS_POSTGRES_OWNER"


def is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


# Databases and all other temporary files are kept in memory, where that is possible: on a disk, the hundreds of files
# of a new Postgres database take up to half a second.

MEMORY = Path("/dev/shm")  # noqa: S108  # the folders in it have unguessable names
MIN_MEMORY = 4 << 30


def keep_files_in_memory() -> None:
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and has_room(MEMORY):
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def has_room(folder: Path) -> bool:
    may_run_programs = not os.statvfs(folder).f_flag & os.ST_NOEXEC
    return may_run_programs and os.access(folder, os.W_OK) and shutil.disk_usage(folder).free >= MIN_MEMORY


# What one test process or search process has compiled, the others load, now and in the next run. So with bytecode,
# whatever the environment says: without it, each one of hundreds of servers and commands takes twice as long to start.

TESTS = Path(__file__).parent
CACHE_DIR = TESTS.parent / ".pytest_cache" / "gaprace"


def pytest_configure(config: pytest.Config) -> None:
    keep_files_in_memory()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    os.environ["GAPRACE_CACHE_DIR"] = str(CACHE_DIR)
    os.environ["NUMBA_CACHE_DIR"] = str(code_folder(str(CACHE_DIR)))  # where a test itself searches
    # Processes that a shell starts in the background ignore SIGINT, and so would the servers and bots of the tests.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not is_worker(config):
        os.environ[POSTGRES_FOLDER] = str(new_folder())
        os.environ[POSTGRES_OWNER] = str(os.getpid())


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect all tests without looking for garbage, and never look through what is loaded by then again.

    Modules and tests are a million objects, which stay until the process ends: to traverse them takes half a second.
    """
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


# Test processes begin with equal shares of all tests, and steal from each other's ends when they have done theirs.

SLOW = ("attack", "browser", "documents", "end_to_end", "ops", "programs")
"""The folders whose tests take seconds, with servers and browsers."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let each process begin with its share of the slow tests: only short ones are left when the last process ends."""
    if not is_worker(config):
        return
    files = [[*of_file] for _, of_file in groupby(items, key=lambda item: item.path)]
    files.sort(key=lambda of_file: (of_file[0].path.relative_to(TESTS).parts[0] not in SLOW, -len(of_file)))
    shares: list[list[pytest.Item]] = [[] for _ in range(config.workerinput["workercount"])]
    for of_file in files:
        min(shares, key=len).extend(of_file)
    items[:] = chain.from_iterable(shares)


def pytest_unconfigure(config: pytest.Config) -> None:
    folder = Path(os.environ[POSTGRES_FOLDER])
    if not is_worker(config) and folder.exists():
        PostgresServer(folder).remove()


# One deal of "mini" in 700 begins without a legal move, so a test that plays a random deal would fail now and then.


class SameSecrets:
    """The module `secrets`, but for the bytes: they depend on a name alone."""

    def __init__(self, name: str) -> None:
        self.token_bytes = Random(name).randbytes

    def __getattr__(self, name: str) -> object:
        return getattr(secrets, name)


@pytest.fixture(autouse=True)
def _same_deals_in_every_run(request: pytest.FixtureRequest) -> Iterator[None]:
    """Draw the secrets of deals, in the process of the test, by the name of the test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gaprace.rooms.new_race.secrets", SameSecrets(request.node.nodeid))
        yield


@pytest.fixture(autouse=True)
def _the_journal_does_not_linger() -> Iterator[None]:
    """Time stands still where a clock is set by hand, so nothing is gained by waiting for more actions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gaprace.rooms.action_journal.BATCH_DELAY_S", 0)
        yield


@pytest.fixture(scope="session")
def postgres() -> PostgresServer:
    """The Postgres that all tests share: do not stop it. `PostgresServer.running()` starts one that may be stopped."""
    server = PostgresServer(Path(os.environ[POSTGRES_FOLDER]))
    server.start_once(int(os.environ[POSTGRES_OWNER]))
    return server


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """The wheel of this checkout, which all tests share."""
    return wheel_in(shared_folder(tmp_path_factory, request.config))


@pytest.fixture(scope="session")
def bundles(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """The bundles of this checkout, which all tests share."""
    return bundles_in(shared_folder(tmp_path_factory, request.config))


def shared_folder(tmp_path_factory: pytest.TempPathFactory, config: pytest.Config) -> Path:
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if is_worker(config) else folder


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("sqlite") / "migrated.db"
    migrate_now(f"sqlite:///{file}")
    return file


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> Iterator[str]:
    """The URL of a new, migrated SQLite database."""
    with sqlite_database(sqlite_template, tmp_path) as url:
        yield url


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The URL of a new, migrated Postgres database."""
    with postgres_database(postgres) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a new, migrated database, once of each kind, for `gaprace serve --database-url`."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def redis(tmp_path: Path) -> Iterator["RedisServer"]:
    """A Redis that one test has to itself."""
    from tests.redis_server import RedisServer  # noqa: PLC0415  # most tests do not need it

    with RedisServer(tmp_path) as server:
        yield server


@pytest.fixture
async def sql_store(database_url: str) -> "AsyncIterator[SqlStore]":
    """A store on a new database, once of each kind."""
    async with opened_store(database_url) as opened:
        yield opened


@pytest.fixture
async def stage() -> "AsyncIterator[Stage]":
    """A process with rooms, over a store in memory."""
    from tests.rooms.stage import Stage  # noqa: PLC0415  # likewise

    async with Stage() as opened:
        yield opened
