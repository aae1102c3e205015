"""Copying a database from one kind to the other: all of it, once, and verified."""

import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from gaprace.errors import StoreUnavailable
from gaprace.store import copying
from gaprace.store.backup import back_up
from gaprace.store.copying import MARK_PREFIX, Differs, NotEmpty, copy, digest_of
from gaprace.store.database import Database, open_database
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables import metadata, server_keys
from tests.databases import TEMPLATE, PostgresServer, postgres_binaries
from tests.many_results import fill
from tests.store.material import RESULT, begin, end_game, some_actions

ROWS = 40


@asynccontextmanager
async def databases(*urls: str) -> AsyncIterator[list[Database]]:
    opened = [open_database(url) for url in urls]
    yield opened
    for database in opened:
        await database.close()


async def fill_some(database: Database) -> None:
    """Rows of all kinds of values: times, texts, bytes, numbers, and none."""
    store = SqlStore(database)
    await store.server_key("tokens", b"\x00\xff a key")
    await fill(store, ROWS)
    await begin(store)
    await store.appender.append_actions(some_actions("race-0", 1, 7))
    await end_game(store, "race-1", 0, RESULT)


async def same(first: Database, second: Database) -> bool:
    return all([await digest_of(first, table) == await digest_of(second, table) for table in metadata.sorted_tables])


def nothing(_: str, __: int) -> None:
    """The rows that are copied are of no interest."""


async def test_a_database_is_copied_to_the_other_kind_and_back(
    sqlite_url: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "BATCH_SIZE", 7)
    async with databases(sqlite_url, postgres_url) as (file, server):
        await fill_some(file)
        rows = await copy(file, server, nothing)
        assert rows["places"] == ROWS
        assert rows["actions"] == 7
        assert await same(file, server)
        async with server.read() as connection:
            copied = (await connection.execute(select(metadata.tables["actions"]).order_by("game", "n"))).all()
        async with file.read() as connection:
            assert (await connection.execute(select(metadata.tables["actions"]).order_by("game", "n"))).all() == copied
            names = (await connection.scalars(select(server_keys.c.name))).all()
        assert not any(name.startswith(MARK_PREFIX) for name in names)
        async with file.write() as connection:
            for table in reversed(metadata.sorted_tables):
                await connection.execute(table.delete())
        assert sum((await copy(server, file, nothing)).values()) == sum(rows.values())
        assert await same(file, server)


async def test_a_copy_that_is_interrupted_anywhere_goes_on(
    sqlite_url: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "BATCH_SIZE", 11)
    seen: list[tuple[str, int]] = []

    def interrupt(table: str, rows: int) -> None:
        seen.append((table, rows))
        if len(seen) % 3 == 0:
            raise KeyError(table)

    async with databases(sqlite_url, postgres_url) as (file, server):
        await fill_some(file)
        for _ in range(100):
            try:
                await copy(file, server, interrupt)
            except KeyError:
                continue
            break
        assert len(seen) == len(set(seen)) > 9  # no batch twice
        assert await same(file, server)


async def test_nothing_is_copied_over_other_rows_nor_a_second_time(sqlite_url: str, postgres_url: str) -> None:
    way_out = (
        r"rows in \w+\. .* an earlier copy .* complete\. To copy again, name an empty database.* DROP SCHEMA public"
    )
    async with databases(sqlite_url, postgres_url) as (file, server):
        await fill_some(file)
        await copy(file, server, nothing)
        with pytest.raises(NotEmpty, match=way_out):
            await copy(file, server, nothing)
        assert await same(file, server)


async def test_a_write_to_the_original_meanwhile_is_noticed(sqlite_url: str, postgres_url: str) -> None:
    def rename(table: str, _: int) -> None:
        if table == "places":  # players come before
            with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as other:
                other.execute("UPDATE players SET name = 'Eve'")
                other.commit()

    async with databases(sqlite_url, postgres_url) as (file, server):
        await fill_some(file)
        with pytest.raises(Differs, match="players"):
            await copy(file, server, rename)


@pytest.mark.parametrize("which", ["sqlite_url", "postgres_url"])
def test_backups_are_whole_and_the_oldest_go(
    which: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url: str = request.getfixturevalue(which)
    monkeypatch.setenv("PATH", f"{postgres_binaries()}:{os.environ['PATH']}")  # pg_dump of the server's version
    nights = [datetime(2026, 11, day, 3, tzinfo=UTC) for day in (20, 21, 22, 22)]
    folder = tmp_path / "new" / "backups"
    made = [back_up(url, folder, 2, night) for night in nights]
    assert [len(deleted) for _, deleted in made] == [0, 0, 1, 0]  # the second of a second replaces the first
    assert [path.name.partition(".")[0] for path in sorted(folder.iterdir())] == [
        "gaprace-20261121-030000",
        "gaprace-20261122-030000",
    ]
    path = made[-1][0]
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_bytes()[:6] == (b"SQLite" if which == "sqlite_url" else b"PGDMP\x01")


def test_a_backup_of_postgres_gives_the_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{postgres_binaries()}:{os.environ['PATH']}")
    with PostgresServer.running() as server:
        server.execute("CREATE ROLE keeper SUPERUSER LOGIN PASSWORD 'a secret'")
        server.ask_for_password("keeper")
        url = server.url(TEMPLATE).replace("postgres@", "keeper:a%20secret@")
        path, _ = back_up(url, tmp_path, 1)
        assert path.read_bytes()[:5] == b"PGDMP"
        with pytest.raises(StoreUnavailable, match="password authentication failed"):
            back_up(url.replace("secret", "guess"), tmp_path, 1)


def test_a_backup_that_fails_says_why_and_leaves_nothing_behind(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"backup failed: there is no database at .*/none\.db"):
        back_up(f"sqlite:///{tmp_path}/none.db", tmp_path / "backups", 2)
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreUnavailable, match="is empty: check GAPRACE_DATABASE_URL"):
        back_up(f"sqlite:///{tmp_path}/empty.db", tmp_path / "backups", 2)
    assert list((tmp_path / "backups").iterdir()) == []
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable) as refusal:
        back_up(sqlite_url, tmp_path / "file" / "backups", 2)
    assert refusal.value.message == (
        f"The backup failed: the folder {tmp_path}/file/backups cannot be made: Not a directory."
    )
