"""The application, and who uses it."""

from collections.abc import AsyncIterator

import pytest
from httpx2 import AsyncClient

from tests.web.harness import WebHarness


@pytest.fixture
def web() -> WebHarness:
    """The application as it is without settings. Files that need others have a fixture of their own."""
    return WebHarness()


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
