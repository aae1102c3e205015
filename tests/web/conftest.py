import pytest

from tests.web.harness import WebHarness


@pytest.fixture
def web() -> WebHarness:
    """The application as it is without settings. Files that need others have a fixture of their own."""
    return WebHarness()
