"""One of many texts, as one parameter."""

import pytest
from sqlalchemy import insert, not_, select, text

from gaprace.store.database import open_database
from gaprace.store.one_of import is_one_of
from gaprace.store.tables import settings

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
