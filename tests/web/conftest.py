"""The application, and who uses it."""

import logging
from collections.abc import AsyncIterator

import pytest
from httpx2 import AsyncClient

from gaprace.clock import SystemClock
from gaprace.ports import Clock
from tests.web.harness import WebHarness, served, web_harness


@pytest.fixture
def settings() -> dict[str, object]:
    """The settings of the application. Tests that need others are parametrized by them."""
    return {}


@pytest.fixture
def clock() -> Clock:
    return SystemClock()


@pytest.fixture
def web(settings: dict[str, object], clock: Clock) -> WebHarness:
    return WebHarness(web_harness(**settings).settings, clock=clock)


@pytest.fixture
async def at(web: WebHarness, caplog: pytest.LogCaptureFixture) -> AsyncIterator[str]:
    """Where the application is served. A test in which it logs an error clears that."""
    async with served(web.app) as at:
        yield at
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


@pytest.fixture
async def token(web: WebHarness) -> str:
    """The token of a player."""
    return (await web.accounts.new_player("Ann")).token


@pytest.fixture
async def browser(web: WebHarness) -> AsyncIterator[AsyncClient]:
    """A browser that nobody has used yet."""
    async with web.browser() as browser:
        yield browser


@pytest.fixture
async def ann(web: WebHarness) -> AsyncIterator[AsyncClient]:
    """A program of a player."""
    async with await web.program("Ann") as client:
        yield client


@pytest.fixture
async def bob(web: WebHarness) -> AsyncIterator[AsyncClient]:
    """A program of another player."""
    async with await web.program("Bob") as client:
        yield client
