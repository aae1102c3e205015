"""Two players with programs of their own, at the server of a test's fixture `web`."""

from collections.abc import AsyncIterator

import httpx2
import pytest

from tests.web.harness import WebHarness

MODERATOR = "anna:0123456789abcdef"


@pytest.fixture
async def ann(web: WebHarness) -> AsyncIterator[httpx2.AsyncClient]:
    async with await web.program("Ann") as client:
        yield client


@pytest.fixture
async def bob(web: WebHarness) -> AsyncIterator[httpx2.AsyncClient]:
    async with await web.program("Bob") as client:
        yield client


@pytest.fixture
async def moderator(web: WebHarness) -> AsyncIterator[httpx2.AsyncClient]:
    async with web.browser(Authorization=f"Bearer {MODERATOR}") as client:
        yield client
