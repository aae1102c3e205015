"""The journal's connection to the database, where Postgres allows no further one."""

import asyncio
from contextlib import nullcontext

import asyncpg
import pytest
from sqlalchemy import text

from gaprace.errors import StoreUnavailable
from gaprace.store import action_appender as module
from gaprace.store.action_appender import PostgresStatements, SqlActionAppender
from gaprace.store.database import open_database
from tests.processes import PATIENCE_S


class FullPostgres:
    """Refuses connections until others were closed so many times: meanwhile somebody else takes the free place."""

    def __init__(self, postgres_url: str, closings: int) -> None:
        self._database = open_database(postgres_url)
        self.closings = closings

    async def connect(self) -> object:
        if self.closings > 0:
            raise asyncpg.TooManyConnectionsError("too many connections for role")
        return await self._database.reader.connect()

    async def close_others(self) -> None:
        self.closings -= 1

    async def dispose(self) -> None:
        await self._database.close()


@pytest.fixture(autouse=True)
def _closed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CLOSING_S", 0)


async def test_the_journal_closes_others_until_it_has_a_connection_and_gives_up_if_every_place_is_taken_again(
    postgres_url: str,
) -> None:
    for closings, left in ((module.MAX_CLOSINGS, 0), (module.MAX_CLOSINGS + 1, 1)):
        server = FullPostgres(postgres_url, closings)
        appender = SqlActionAppender(server, PostgresStatements(), asyncio.Lock(), server.close_others)
        with pytest.raises(StoreUnavailable, match="too many connections") if left else nullcontext():
            await appender.probe()
        assert server.closings == left
        await appender.close()


async def test_a_connection_in_use_while_others_are_closed_can_be_closed_later(postgres_url: str) -> None:
    database = open_database(postgres_url)
    admin = await asyncpg.connect(postgres_url)
    mine = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    async with database.read() as connection:
        await connection.execute(text("SELECT 1"))
        await database.appender._make_room()
    assert await admin.fetchval(mine) == 1
    await database.appender._make_room()
    async with asyncio.timeout(PATIENCE_S):
        while await admin.fetchval(mine):  # noqa: ASYNC110  # Postgres has no event for it
            await asyncio.sleep(0.01)
    await admin.close()
    await database.close()
