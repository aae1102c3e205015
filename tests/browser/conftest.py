"""A real Chromium and a real server for the tests of the client."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from gaprace.play.live.phases import COUNTDOWN_MS
from tests.browser.guest import PATIENCE_MS, Guests, browsing, visiting
from tests.built import BundledServer, UnpackedServer
from tests.databases import sqlite_database
from tests.processes import ServerProcess
from tests.web.harness import MODERATOR

expect.set_options(timeout=PATIENCE_MS)
LIVING_ROOM = "--host-resolver-rules=MAP living-room.test 127.0.0.1"
"""A name that is no localhost, so that what browsers give only to trusted addresses is missing there."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """All tests of this folder run in one event loop, which is that of the browser."""
    item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with browsing(LIVING_ROOM) as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def server(
    bundles: Path, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    with sqlite_database(sqlite_template, tmp_path_factory.mktemp("browser")) as url:
        async with BundledServer(bundles, url, {"GAPRACE_ADMIN_TOKENS": MODERATOR}) as server:
            yield server


@pytest_asyncio.fixture(loop_scope="session")
async def guests(browser: Browser, server: ServerProcess) -> AsyncIterator[Guests]:
    """Who visits in a test (see `visiting`)."""
    async with visiting(browser, server.base) as guests:
        yield guests


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def wheel_server(
    wheel: Path, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("wheel")
    with sqlite_database(sqlite_template, folder) as url:
        async with UnpackedServer(wheel, folder, url) as server:
            yield server


@pytest_asyncio.fixture(loop_scope="session")
async def wheel_guests(browser: Browser, wheel_server: ServerProcess) -> AsyncIterator[Guests]:
    """Who visits a server that serves the bundles of a wheel, in place of the modules."""
    async with visiting(browser, wheel_server.base) as guests:
        yield guests


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def source_server(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    with sqlite_database(sqlite_template, tmp_path_factory.mktemp("source")) as url:
        async with ServerProcess(url, settings={"TESTS_COUNTDOWN_MS": str(COUNTDOWN_MS)}) as server:
            yield server


@pytest_asyncio.fixture(loop_scope="session")
async def source_guests(browser: Browser, source_server: ServerProcess) -> AsyncIterator[Guests]:
    """Who visits a server that serves the modules of the source tree, with countdowns as long as they are."""
    async with visiting(browser, source_server.base) as guests:
        yield guests
