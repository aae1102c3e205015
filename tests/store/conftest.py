"""The contract of `ports.Store` is tested on every store there is, with two "processes" where one is not enough."""

from collections.abc import AsyncIterator, Iterator

import pytest

from gaprace.ports import Store, StoredRace, Transaction
from gaprace.store import database, postgres
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from tests.databases import PostgresServer, postgres_database
from tests.memory_store import MemoryDatabase, MemoryStore
from tests.processes import PATIENCE_S
from tests.store.material import Alone, OpenStore, begin


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No store takes a busy machine for a database that is away."""
    monkeypatch.setattr(database, "CALL_TIMEOUT_S", PATIENCE_S)
    monkeypatch.setattr(postgres, "CONNECT_TIMEOUT_S", PATIENCE_S)


@pytest.fixture(scope="session")
def lasting_postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The URL of a Postgres database for many tests."""
    with postgres_database(postgres) as url:
        yield url


@pytest.fixture
def emptied_postgres_url(postgres: PostgresServer, lasting_postgres_url: str) -> Iterator[str]:
    """The same, without rows, for tests that only read and write rows."""
    yield lasting_postgres_url
    postgres.empty(lasting_postgres_url)


URLS = {"sqlite": "sqlite_url", "postgres": "emptied_postgres_url"}


@pytest.fixture(params=["memory", *URLS])
def make_store(request: pytest.FixtureRequest) -> OpenStore:
    if request.param == "memory":
        database = MemoryDatabase()
        return lambda: MemoryStore(database)
    url = request.getfixturevalue(URLS[request.param])
    return lambda: SqlStore(open_database(url))


@pytest.fixture
async def open_store(make_store: OpenStore) -> AsyncIterator[OpenStore]:
    """Opens stores with connections of their own, as processes have them, on one database."""
    stores: list[Store] = []

    def opened() -> Store:
        stores.append(make_store())
        return stores[-1]

    yield opened
    for store in stores:
        await store.close()


@pytest.fixture
def store(open_store: OpenStore) -> Store:
    return open_store()


@pytest.fixture
def other(open_store: OpenStore) -> Store:
    """Another process's store, on the same database."""
    return open_store()


@pytest.fixture
async def race(store: Store) -> StoredRace:
    """A race of two that has begun in a room."""
    return await begin(store)


@pytest.fixture
def tx(store: Store) -> Transaction:
    """Each step of a transaction, which is stored at once."""
    return Alone(store)
