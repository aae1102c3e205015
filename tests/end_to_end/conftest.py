from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.databases import sqlite_database
from tests.processes import ServerProcess


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    """A server for all tests of a file that do not stop it: they run in one event loop, which reads what it prints."""
    with sqlite_database(sqlite_template, tmp_path_factory.mktemp("server")) as url:
        async with ServerProcess(url) as server:
            yield server
