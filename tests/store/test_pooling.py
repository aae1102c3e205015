"""A proxy that shares connections by the transaction is recognised and refused."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from gaprace.store.durability import durability
from gaprace.store.pooling import POOLED, shares_transactions
from gaprace.wiring.databases import prepare_database
from tests.databases import PostgresServer
from tests.pooler import pooling
from tests.refusals import refused


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a path that is short enough for a socket."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.parametrize("newest_first", [True, False])
async def test_postgres_is_accepted_and_a_proxy_that_shares_connections_by_the_transaction_is_refused(
    postgres: PostgresServer, postgres_url: str, folder: Path, newest_first: bool
) -> None:
    assert not await shares_transactions(postgres_url)
    await prepare_database(postgres_url)
    url = postgres_url.replace(str(postgres.folder), str(folder))
    async with pooling(postgres.folder, folder, newest_first=newest_first):
        assert await shares_transactions(url)
        assert (await durability(url)).failures == (POOLED,)
        with refused("transaction_pooling", "pool_mode = session"):
            await prepare_database(url)
