"""A moderator with a program, at the server of a test's fixture `web`."""

from collections.abc import AsyncIterator

import pytest
from httpx2 import AsyncClient

from tests.web.harness import MODERATOR, WebHarness


@pytest.fixture
async def moderator(web: WebHarness) -> AsyncIterator[AsyncClient]:
    async with web.browser(Authorization=f"Bearer {MODERATOR}") as client:
        yield client
