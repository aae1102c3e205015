from collections.abc import Iterator

import pytest

from gaprace.rooms import action_journal as journal


@pytest.fixture(autouse=True)
def the_journal_does_not_linger() -> Iterator[None]:
    """Time stands still on the stage, so nothing is gained by waiting for more actions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal, "BATCH_DELAY_S", 0)
        yield
