from pathlib import Path

import pytest

from tests.client.wire_types import files


@pytest.mark.parametrize(("file", "text"), files().items(), ids=lambda value: getattr(value, "name", ""))
def test_the_client_has_the_types_and_the_protocol_of_the_wire(file: Path, text: str) -> None:
    assert file.read_text() == text, "write it anew: python -m tests.client.wire_types"
