"""What a server that nobody uses yet has not loaded: the rest comes with its first use."""

import subprocess
import sys
from pathlib import Path

from tests.processes import ROOT

LATER = {
    *("PIL", "alembic", "asyncpg", "cryptography", "httpcore2", "joserfc", "numba", "numpy", "opentelemetry", "psutil"),
    *("redis", "segno", "sqlalchemy.dialects.postgresql", "svg"),
}
PROGRAM = """
import asyncio, sys
import gaprace.cli.main, gaprace.startup
from gaprace.settings import ServerSettings
from gaprace.wiring.application import open_application
from gaprace.wiring.databases import prepare_database

async def serve_a_moment():
    settings = ServerSettings(database_url="sqlite:///club.db")
    await prepare_database(settings.database_url)
    async with open_application(settings):
        print(*sys.modules)

asyncio.run(serve_a_moment())
"""


def test_a_new_server_loads_nothing_that_it_does_not_use_yet(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT / "server")},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    assert {"sqlalchemy", "starlette"} <= loaded
    assert loaded & LATER == set()
