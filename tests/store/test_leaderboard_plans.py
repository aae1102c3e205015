"""Reading a leaderboard takes indexes only, however long it is, and its ranks are those of counting."""

import asyncio
import re
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.events.leaderboards import EarnedPlace, Leaderboard
from gaprace.ports import Cursor, PageRequest, StoredPlace
from gaprace.store.leaderboards import SqlLeaderboardSteps
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables import metadata
from tests.databases import opened_store, sqlite_database
from tests.many_results import LEADERBOARD, fill

MANY = 20_000
PARTS = {
    "top": PageRequest(50),
    "next": PageRequest(50, after=Cursor(30 << 40, "p0000001")),
    "before": PageRequest(50, before=Cursor(30 << 40, "p0000001")),
    "around me": PageRequest(50, around=True),
    "beyond the end": PageRequest(50, after=Cursor(1 << 60, "p0000001")),
}
Statement = tuple[str, Sequence[Any]]


@contextmanager
def statements_of(store: SqlStore) -> Iterator[list[Statement]]:
    """All that is asked of the database while this lasts."""
    asked: list[Statement] = []
    engine = store.database.reader.sync_engine

    def note(_connection: object, _cursor: object, statement: str, values: Sequence[Any], *_: object) -> None:
        asked.append((statement, values))

    event.listen(engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine, "before_cursor_execute", note)


TIMES = 7
"""Having planned a statement for five times' values, Postgres may turn to one plan for all values."""


async def plan_of(connection: AsyncConnection, statement: Statement) -> list[str]:
    """The lines of the plan by which a statement is answered that is asked again and again."""
    sql, values = statement
    if connection.dialect.name == "sqlite":
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", tuple(values))
        return [row.detail for row in rows]
    literals = f"({', '.join(map(_literal, values))})" if values else ""
    await connection.exec_driver_sql("SET random_page_cost = 1.1")  # or reading all of 20 000 rows may seem to pay
    await connection.exec_driver_sql(f"PREPARE asked AS {sql}")
    for _ in range(TIMES):
        lines = [row[0] for row in await connection.exec_driver_sql(f"EXPLAIN EXECUTE asked{literals}")]
    await connection.exec_driver_sql("DEALLOCATE asked")
    return lines


async def plans_of(store: SqlStore, read: Callable[[SqlStore], Awaitable[object]]) -> list[str]:
    """The lines of the plans of all that a reading asks of the database."""
    with statements_of(store) as asked:
        await read(store)
    assert asked
    async with store.database.reader.connect() as connection:
        return [line for statement in asked for line in await plan_of(connection, statement)]


def _literal(value: object) -> str:
    if isinstance(value, list):
        return f"ARRAY{value}::text[]"
    return "NULL" if value is None else repr(value)


@pytest.fixture
async def long_leaderboard(sql_store: SqlStore) -> SqlStore:
    """A store with many results on one leaderboard, once on either database."""
    await fill(sql_store, MANY)
    async with sql_store.database.write() as connection:
        ratings = "(player, variant, mu, sigma, races) SELECT id, 'addiction', 25, 8, 1 FROM players"
        await connection.execute(text(f"INSERT INTO ratings {ratings}"))
        examined = "(game, leaderboard, asked_at, flags, done, noted, flagged) SELECT id, '', 1, '', true, true, false"
        await connection.execute(text(f"INSERT INTO examinations {examined} FROM games"))
        await connection.execute(text("ANALYZE"))
    return sql_store


async def test_every_page_is_read_by_indexes_alone_and_shows_the_ranks_of_counting(long_leaderboard: SqlStore) -> None:
    whole_table = re.compile(rf"Seq Scan|SCAN ({'|'.join(metadata.tables)})\b(?!.* USING .*INDEX .*\()")
    async with long_leaderboard.database.reader.connect() as connection:
        keys = [*await connection.scalars(text("SELECT key FROM places ORDER BY key"))]
    for name, part in PARTS.items():
        page = await long_leaderboard.leaderboard_page(LEADERBOARD, part, "p0000500")
        assert page.size == MANY
        assert [row.rank for row in (*page.rows, page.mine)] == [
            1 + bisect_left(keys, row.key) for row in (*page.rows, page.mine)
        ]
        plans = await plans_of(
            long_leaderboard, lambda store, part=part: store.leaderboard_page(LEADERBOARD, part, "p0000500")
        )
        assert any("ix_places_leaderboard_key_player" in line for line in plans)
        assert any("place_counts" in line for line in plans)
        assert [line for line in plans if whole_table.search(line)] == [], name


# Any keys at all, on SQLite

NEAR = [0, 1, 1 << 26, (1 << 26) - 1, 1 << 40, (1 << 40) - 1, (1 << 40) + (1 << 26), (1 << 56) - 1]
keys_of_rows = st.lists(st.sampled_from(NEAR) | st.integers(0, (1 << 56) - 1), min_size=1, max_size=30)
leaderboards = (Leaderboard("streak", "all", f"v{number}") for number in count())


@pytest.fixture(scope="module")
def filled_url(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with sqlite_database(sqlite_template, tmp_path_factory.mktemp("boards")) as url:
        asyncio.run(fill_at(url))
        yield url


async def fill_at(url: str) -> None:
    async with opened_store(url) as store:
        await fill(store, 60)


@settings(max_examples=60)
@given(earlier=keys_of_rows, later=keys_of_rows, limit=st.integers(1, 12))
def test_order_ranks_and_pages_are_those_of_a_naive_sort(
    filled_url: str, earlier: list[int], later: list[int], limit: int
) -> None:
    """Also when places are replaced by others, better or worse."""
    asyncio.run(compare_at(filled_url, [earlier, later], limit))


async def compare_at(url: str, turns: list[list[int]], limit: int) -> None:
    async with opened_store(url) as store:
        await compare(store, next(leaderboards), turns, limit)


async def compare(store: SqlStore, leaderboard: Leaderboard, turns: list[list[int]], limit: int) -> None:
    stored: dict[str, int] = {}
    for keys in turns:
        stored |= {f"p{number:07}": key for number, key in enumerate(keys)}
        earned = [EarnedPlace(leaderboard, p, stored[p], p.replace("p", "g")) for p in stored]
        async with store.database.write() as connection:
            await SqlLeaderboardSteps(store.database, connection).save_places(earned)
    ordered = sorted((key, player) for player, key in stored.items())
    ranked = [(1 + sum(other < key for other, _ in ordered), player) for key, player in ordered]
    assert await paged(store, leaderboard, limit) == ranked
    for player in [*stored][:: len(stored) // 3 + 1]:
        page = await store.leaderboard_page(leaderboard, PageRequest(limit, around=True), player)
        assert page.size == len(ordered)
        assert page.mine in page.rows
        first = ranked.index(shown(page.rows[0]))
        assert [shown(row) for row in page.rows] == ranked[first : first + len(page.rows)]


async def paged(store: SqlStore, leaderboard: Leaderboard, limit: int) -> list[tuple[int, str]]:
    rows: list[StoredPlace] = []
    more = True
    while more:
        after = Cursor(rows[-1].key, rows[-1].player) if rows else None
        page = await store.leaderboard_page(leaderboard, PageRequest(limit, after=after))
        rows += page.rows
        more = page.has_after
    return [shown(row) for row in rows]


def shown(row: StoredPlace) -> tuple[int, str]:
    return row.rank, row.player
