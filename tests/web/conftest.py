from collections.abc import Iterator
from functools import cache

import pytest

from gaprace.web.pages import assets


@pytest.fixture(scope="session", autouse=True)
def files_are_minified_once() -> Iterator[None]:
    """The applications of all tests serve the same files, and to minify and compress them takes most of a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assets, "asset_of", cache(assets.asset_of))
        yield
