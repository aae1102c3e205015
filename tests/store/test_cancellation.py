"""A caller that goes away in the middle of a transaction leaves no connection in the middle of a statement."""

import asyncio

import pytest

from gaprace.store.database import open_database


async def test_work_on_the_database_comes_to_its_end_though_its_caller_is_cancelled(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    begun, go, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        await go.wait()
        ended.set()

    caller = asyncio.create_task(database.run_shielded(work()))
    await begun.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    assert not closing.done()
    go.set()
    await closing
    assert ended.is_set()
