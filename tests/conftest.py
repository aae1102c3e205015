"""How hard Hypothesis tries, and the databases that tests can ask for.

`ci` always, `nightly` by `HYPOTHESIS_PROFILE=nightly make test`.
"""

import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from gaprace.store.database import open_database
from gaprace.store.sql import SqlStore
from tests.databases import PostgresServer, migrate_now, new_folder, postgres_database, sqlite_database

# The same examples on every machine, so that a red build is red for everyone; and no deadline, since
# a slow shared runner is no bug.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)

# New examples every night, and far more of them. What fails is printed as a blob to reproduce it with.
settings.register_profile(
    "nightly",
    deadline=None,
    derandomize=False,
    print_blob=True,
    max_examples=5_000,
    suppress_health_check=[HealthCheck.too_slow],
)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


# One Postgres serves all workers. The first that needs it starts it; the process that outlives them all stops it.

POSTGRES_FOLDER = "GAPRACE_TESTS_POSTGRES_FOLDER"
POSTGRES_OWNER = "GAPRACE_TESTS_POSTGRES_OWNER"


def is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    # A shell ignores SIGINT in what it starts in the background, and so would the servers and bots of the tests.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not is_worker(config):
        os.environ[POSTGRES_FOLDER] = str(new_folder())
        os.environ[POSTGRES_OWNER] = str(os.getpid())


def pytest_unconfigure(config: pytest.Config) -> None:
    folder = Path(os.environ[POSTGRES_FOLDER])
    if not is_worker(config) and folder.exists():
        PostgresServer(folder).remove()


@pytest.fixture(scope="session")
def postgres() -> PostgresServer:
    """The tests' own Postgres, shared by all: not to be stopped. `PostgresServer.running()` gives one that may be."""
    server = PostgresServer(Path(os.environ[POSTGRES_FOLDER]))
    server.start_once(int(os.environ[POSTGRES_OWNER]))
    return server


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("sqlite") / "migrated.db"
    migrate_now(f"sqlite:///{file}")
    return file


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh, migrated SQLite database."""
    with sqlite_database(sqlite_template, tmp_path) as url:
        yield url


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The URL of a fresh, migrated Postgres database."""
    with postgres_database(postgres) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a fresh, migrated database, once of either kind. `gaprace serve --database-url` takes it."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[SqlStore]:
    """A store on a fresh database, once of either kind."""
    store = SqlStore(open_database(database_url))
    yield store
    await store.close()
