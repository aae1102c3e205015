"""What `SqlStore` promises beyond the contract: durability, waiting for locks, and errors when it is unavailable."""

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import insert, not_, select, text

from gaprace.errors import StoreUnavailable
from gaprace.ports import Written
from gaprace.store import dialect
from gaprace.store.database import open_database
from gaprace.store.durability import durability
from gaprace.store.one_of import is_one_of
from gaprace.store.pooling import POOLED, shares_transactions
from gaprace.store.sql_store import SqlStore
from gaprace.store.sqlite import FIRST_ROWS, OneStepConnection, connecting
from gaprace.store.tables import settings
from gaprace.wiring.databases import prepare_database
from tests.databases import TEMPLATE, PostgresServer
from tests.pooler import pooling
from tests.processes import free_port
from tests.refusals import refused
from tests.store.material import a_player, a_race, a_room, begin, some_actions

PAGE_BYTES = 4096
"""Of a page of SQLite: the first one stays, so that the file is opened."""
STORED = Written.STORED


@pytest.mark.parametrize(
    "url", ["", "gaprace.db", "mysql://me:hunter2@x/x", "sqlite://", "sqlite:///:memory:", "sqlite"]
)
def test_what_is_no_url_of_a_usable_database_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ValueError, match=r"write sqlite:///gaprace\.db") as refusal:
        open_database(url)
    assert "hunter2" not in str(refusal.value)


@pytest.mark.parametrize("url", ["postgres://me@host/x", "postgresql+psycopg://me@host/x?sslmode=require"])
def test_a_postgres_url_may_be_written_as_other_programs_want_it(url: str) -> None:
    engine = open_database(url).writer
    assert engine.url.drivername == "postgresql+asyncpg"
    assert "sslmode" not in engine.url.query


# One of many texts, as one parameter

SEVERAL = ["a", 'with "quotes"', "a comma, {braces} and \\", "ü", ""]


@pytest.mark.parametrize("texts", [[], ["a"], ["nothing"], SEVERAL, ["a"] * 40_000])
async def test_rows_with_one_of_the_texts_are_found_once(database_url: str, texts: list[str]) -> None:
    database = open_database(database_url)
    rows = [{"name": each, "value": ""} for each in (*SEVERAL, "other")]
    async with database.write() as connection:
        await connection.execute(insert(settings), rows)
    name = settings.c.name
    wanted = sorted({*texts} & {*SEVERAL})
    async with database.read() as connection:
        found = sorted(await connection.scalars(select(name).where(is_one_of(name, texts))))
        named = sorted(await connection.scalars(select(name).where(is_one_of(name, "names")), {"names": texts}))
        others = [*await connection.scalars(select(name).where(not_(is_one_of(name, texts))))]
    await database.close()
    assert found == named == wanted
    assert len(others) == len(rows) - len(wanted)


async def test_sqlite_looks_the_texts_up(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    query = select(settings).where(is_one_of(settings.c.name, "names"))
    engine = database.reader.sync_engine
    plan = text(f"EXPLAIN QUERY PLAN {query.compile(engine)}".replace("?", ":names"))
    async with database.read() as connection:
        steps = [row.detail for row in await connection.execute(plan, {"names": "[]"})]
    await database.close()
    assert any(step.startswith("SEARCH settings") for step in steps)
    assert not any(step.startswith("SCAN settings") for step in steps)


# SQLite


@pytest.fixture
def file(sqlite_url: str) -> Path:
    return Path(sqlite_url.removeprefix("sqlite:///"))


@pytest.fixture
async def sqlite(sqlite_url: str) -> AsyncIterator[SqlStore]:
    """A store over a file, in which a race has begun."""
    store = SqlStore(open_database(sqlite_url))
    await begin(store)
    yield store
    await store.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks SQLite for a lock that is taken fails at once."""
    monkeypatch.setattr(dialect, "STATEMENT_TIMEOUT_S", 0)


@contextmanager
def another_process_writes(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


async def test_sqlite_is_durable_and_keeps_its_references(sqlite: SqlStore) -> None:
    await sqlite.appender.append_actions(some_actions("race-0", 1, 1))
    appender = sqlite.database.appender._driver  # its commits are what players wait for; it is not public
    async with sqlite.database.write() as connection:
        for name, value in {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}.items():
            assert await connection.scalar(text(f"PRAGMA {name}")) == value
            assert await appender.execute_fetchall(f"PRAGMA {name}") == [(value,)]


async def test_sqlite_reads_while_another_process_writes(sqlite: SqlStore, file: Path) -> None:
    with another_process_writes(file) as other:
        other.execute("DELETE FROM games")
        assert await sqlite.race("race") == a_race()
        other.execute("ROLLBACK")


async def test_sqlite_waits_for_another_process_that_writes(sqlite: SqlStore, file: Path) -> None:
    with another_process_writes(file) as other:
        writing = [
            asyncio.create_task(sqlite.appender.append_actions(some_actions("race-0", 1, 1))),
            asyncio.create_task(sqlite.save_room(a_room(version=3))),
        ]
        assert await sqlite.race("race")
        assert not any(task.done() for task in writing)
        other.execute("COMMIT")
    assert await asyncio.gather(*writing) == [[STORED], True]


@pytest.mark.usefixtures("impatient")
async def test_sqlite_that_stays_locked_is_unavailable_and_then_back(sqlite: SqlStore, file: Path) -> None:
    with another_process_writes(file) as other:
        with pytest.raises(StoreUnavailable):
            await sqlite.appender.append_actions(some_actions("race-0", 1, 1))
        with pytest.raises(StoreUnavailable):
            await sqlite.save_room(a_room(version=3))
        other.execute("ROLLBACK")
    assert await sqlite.appender.append_actions(some_actions("race-0", 1, 1)) == [STORED]
    assert await sqlite.save_room(a_room(version=3))


def is_there(file: Path) -> bool:
    return file.exists()


async def test_nothing_is_acknowledged_into_a_file_that_has_been_deleted_or_replaced(
    sqlite: SqlStore, file: Path, tmp_path: Path
) -> None:
    away = tmp_path / "away.db"
    assert await sqlite.appender.append_actions(some_actions("race-0", 1, 1)) == [STORED]
    shutil.move(file, away)
    with pytest.raises(StoreUnavailable, match="deleted, moved or replaced"):
        await sqlite.appender.append_actions(some_actions("race-0", 2, 2))
    assert not is_there(file)  # no connection has made a new one
    shutil.copy(away, file)
    with pytest.raises(StoreUnavailable, match="deleted, moved or replaced"):
        await sqlite.appender.append_actions(some_actions("race-0", 2, 2))
    shutil.move(away, file)
    assert await sqlite.appender.append_actions(some_actions("race-0", 2, 2)) == [STORED]


def overwrite(file: Path) -> None:
    """Overwrite all pages but the first."""
    with file.open("r+b") as pages:
        pages.seek(PAGE_BYTES)
        pages.write(b"\xff" * (file.stat().st_size - PAGE_BYTES))


async def test_nothing_is_acknowledged_into_a_file_that_is_found_damaged(sqlite: SqlStore, file: Path) -> None:
    assert await sqlite.appender.append_actions(some_actions("race-0", 1, 1)) == [STORED]
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    overwrite(file)
    with pytest.raises(StoreUnavailable, match="damaged: restore a backup"):
        await sqlite.player("nobody")
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="damaged: restore a backup"):
            await sqlite.appender.probe()


@pytest.mark.usefixtures("impatient")
async def test_writers_of_one_process_wait_for_each_other_without_asking_sqlite(sqlite: SqlStore) -> None:
    for n in range(1, 6):
        appended, _ = await asyncio.gather(
            sqlite.appender.append_actions(some_actions("race-0", n, n)), sqlite.touch_room("ROOM0001", 2_000 + n)
        )
        assert appended == [STORED]


@pytest.mark.parametrize("file", ["nowhere/x.db", "text.db"])
async def test_sqlite_without_a_folder_or_with_a_file_of_another_kind_is_unavailable(tmp_path: Path, file: str) -> None:
    (tmp_path / "text.db").write_text("This is no database. " * 100)
    store = SqlStore(open_database(f"sqlite:///{tmp_path / file}"))
    for call in (
        store.open_races(),
        store.add_player(a_player()),
        store.appender.append_actions(some_actions("g", 1, 1)),
    ):
        with pytest.raises(StoreUnavailable):
            await call
    await store.close()


COUNT = text("WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < :last) SELECT n FROM n")


@pytest.mark.parametrize("last", [1, FIRST_ROWS - 1, FIRST_ROWS, FIRST_ROWS + 1, 3 * FIRST_ROWS])
async def test_all_rows_come_fetched_or_streamed(tmp_path: Path, last: int) -> None:
    database = open_database(f"sqlite:///{tmp_path}/rows.db")
    async with database.read() as connection:
        fetched = [*await connection.scalars(COUNT, {"last": last})]
        streamed = [row.n async for row in await connection.stream(COUNT, {"last": last})]
        async for part in (await connection.stream(COUNT, {"last": last})).partitions(7):
            assert len(part) == 7 or part[-1].n == last
    await database.close()
    assert fetched == streamed == [*range(1, last + 1)]


async def test_a_statement_with_few_rows_takes_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = []
    execute = OneStepConnection._execute

    async def counted(connection: OneStepConnection, *arguments: object) -> object:
        steps.append(arguments)
        return await execute(connection, *arguments)

    database = open_database(f"sqlite:///{tmp_path}/steps.db")
    async with database.read_once() as connection:
        await connection.execute(COUNT, {"last": 1})
        monkeypatch.setattr(OneStepConnection, "_execute", counted)
        assert await connection.scalar(COUNT, {"last": 1}) == 1
    assert len(steps) == 1
    await database.close()


async def test_a_file_that_cannot_be_opened_says_where_it_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(Exception, match=f"there is no folder {tmp_path}/none"):
        await connecting(tmp_path / "none" / "a.db", {}, 1)()


# Postgres


async def test_postgres_that_does_not_answer_in_time_is_unavailable_and_then_back(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialect, "STATEMENT_TIMEOUT_S", 0.2)
    store, other = SqlStore(open_database(postgres_url)), open_database(postgres_url)
    await begin(store)
    async with other.write() as connection:
        await connection.execute(text("LOCK TABLE games, rooms IN ACCESS EXCLUSIVE MODE"))
        for call in (
            store.appender.append_actions(some_actions("race-0", 1, 1)),
            store.save_room(a_room(version=3)),
            store.race("race"),
        ):
            with pytest.raises(StoreUnavailable):
                await call
    assert await store.appender.append_actions(some_actions("race-0", 1, 1)) == [STORED]
    assert await store.save_room(a_room(version=3))
    await other.close()
    await store.close()


@pytest.mark.parametrize(("configured", "used"), [("off", "on"), ("on", "on"), ("remote_apply", "remote_apply")])
async def test_commits_wait_for_the_disk_of_postgres_however_it_is_set_up(
    postgres_url: str, configured: str, used: str
) -> None:
    admin = await asyncpg.connect(postgres_url)
    await admin.execute(
        f'ALTER DATABASE "{postgres_url.split("/")[3].split("?", maxsplit=1)[0]}" SET synchronous_commit = {configured}'
    )
    await admin.close()
    store = SqlStore(open_database(postgres_url))
    await store.appender.probe()
    assert await store.database.appender._driver.fetchval("SHOW jit") == "off"
    assert await store.database.appender._driver.fetchval("SHOW max_parallel_workers_per_gather") == "0"
    assert await store.database.appender._driver.fetchval("SHOW synchronous_commit") == used
    async with store.database.write() as connection:
        assert await connection.scalar(text("SHOW synchronous_commit")) == used
    await store.close()


async def test_postgres_soon_gives_up_a_machine_that_has_vanished() -> None:
    with PostgresServer.running() as server:
        server.execute("ALTER SYSTEM SET listen_addresses = '127.0.0.1'")
        server.execute(f"ALTER SYSTEM SET port = {(port := free_port())}")
        server.stop()
        server.start()
        store = SqlStore(open_database(f"postgresql://postgres@127.0.0.1:{port}/{TEMPLATE}"))
        names = ("tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count", "tcp_user_timeout")
        async with store.database.write() as connection:
            used = [await connection.scalar(text(f"SHOW {name}")) for name in names]
        await store.close()
    assert used == ["15", "5", "3", "30000"]  # the last in ms


async def test_postgres_may_be_killed_at_any_time_and_comes_back_with_all_that_was_stored() -> None:
    with PostgresServer.running() as server:
        store = SqlStore(open_database(server.url(TEMPLATE)))
        race = await begin(store, players=4)

        async def append(game: str, going: asyncio.Event) -> int:
            """Append one action after the other until the store is unavailable; return how many were stored."""
            for n in count(1):
                try:
                    assert await store.appender.append_actions(some_actions(game, n, n)) == [STORED]
                except StoreUnavailable:
                    return n - 1
                going.set()
            raise AssertionError

        for number, game in enumerate(race.games):
            going = asyncio.Event()
            appending = asyncio.create_task(append(game.id, going))
            await going.wait()
            await asyncio.to_thread(server.kill)
            last = await appending
            for call in (store.actions([game.id]), store.save_room(a_room(version=3 + number))):
                with pytest.raises(StoreUnavailable):
                    await call
            server.start()
            log = (await store.actions([game.id]))[game.id]
            assert log in (some_actions(game.id, 1, last), some_actions(game.id, 1, last + 1))
            assert await store.save_room(a_room(version=3 + number))
        await store.close()


async def test_postgres_restarted_unseen_costs_each_kind_of_connection_one_try_at_most() -> None:
    with PostgresServer.running() as server:
        store = SqlStore(open_database(server.url(TEMPLATE)))
        await begin(store)
        assert await store.appender.append_actions(some_actions("race-0", 1, 1)) == [STORED]
        await asyncio.gather(*(store.race("race") for _ in range(8)), *(store.touch_room("x", 1) for _ in range(8)))
        server.stop()
        server.start()
        failed = 0
        appended = 1
        for turn in (2, 3, 4):
            appending = store.appender.append_actions(some_actions("race-0", appended + 1, appended + 1))
            for call in (appending, store.open_races(), store.touch_room("ROOM0001", turn)):
                try:
                    appended += await call == [STORED]
                except StoreUnavailable:
                    failed += 1
        assert failed <= 3
        assert appended == 3
        assert await store.actions(["race-0"]) == {"race-0": some_actions("race-0", 1, 3)}
        await store.close()


# A proxy of connections


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
