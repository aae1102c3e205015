"""Cursors that take one step to the connection's thread."""

from pathlib import Path

import pytest
from sqlalchemy import text

from gaprace.store.database import open_database
from gaprace.store.sqlite import FIRST_ROWS, OneStepConnection, connecting

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
