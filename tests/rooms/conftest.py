from collections.abc import AsyncIterator

import pytest

from tests.rooms.stage import Stage
from tests.rooms.test_processes import processes


@pytest.fixture
async def stages() -> AsyncIterator[list[Stage]]:
    """Two processes over one store and one bus, which loses what a test wants."""
    async with processes() as opened:
        yield opened
