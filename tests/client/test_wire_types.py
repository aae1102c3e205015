from tests.client.wire_types import FILE, wire_types


def test_the_clients_types_are_those_of_the_wire() -> None:
    assert FILE.read_text() == wire_types(), "write them anew: python -m tests.client.wire_types"
