"""The sockets that the server listens on."""

import socket
from collections.abc import Iterator

import pytest

from gaprace.errors import CannotServe
from gaprace.web.listening import listening_sockets, url_of


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_port_that_is_in_use_is_said_so(taken: int) -> None:
    with pytest.raises(CannotServe) as caught:
        listening_sockets("127.0.0.1", taken)
    assert caught.value.code == "port_in_use"
    assert str(taken) in caught.value.message


@pytest.mark.parametrize("host", ["no-such-host.invalid", "203.0.113.7", "x" * 300, "a b"])
def test_a_host_that_is_not_here_is_said_so(host: str) -> None:
    with pytest.raises(CannotServe) as caught:
        listening_sockets(host, 0)
    assert caught.value.code == "cannot_listen"


def test_all_addresses_of_a_host_are_listened_on_with_one_port() -> None:
    sockets = listening_sockets("localhost", 0)
    ports = {each.getsockname()[1] for each in sockets}
    for each in sockets:
        each.close()
    assert len(ports) == 1


@pytest.mark.parametrize(("host", "address"), [("127.0.0.1", "http://127.0.0.1:"), ("::1", "http://[::1]:")])
def test_an_address_is_told_as_a_link(host: str, address: str) -> None:
    (listener,) = listening_sockets(host, 0)
    with listener:
        assert url_of(listener) == f"{address}{listener.getsockname()[1]}/"
