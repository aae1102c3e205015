"""The short form of `make soak ARGS="--faults 1000"`."""

import secrets

import pytest

from tests.soak.faults.campaign import Campaign

FAULTS = 15


@pytest.mark.parametrize("kind", ["sqlite workers", "postgres fleet"])
async def test_whatever_breaks_the_promise_holds(kind: str) -> None:
    report = await Campaign(kind, FAULTS, secrets.token_hex(4)).run()
    print(report.text)
    assert report.violations == []
    assert report.faults.total() == FAULTS
