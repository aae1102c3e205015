"""A server with two moderators, of whom the first has a program."""

from collections.abc import AsyncIterator

import pytest
from httpx2 import AsyncClient

from tests.web.harness import MODERATOR, WebHarness


@pytest.fixture
def settings() -> dict[str, object]:
    return {"admin_tokens": (MODERATOR, "ben:fedcba9876543210")}


@pytest.fixture
async def moderator(web: WebHarness) -> AsyncIterator[AsyncClient]:
    async with web.browser(Authorization=f"Bearer {MODERATOR}") as client:
        yield client
