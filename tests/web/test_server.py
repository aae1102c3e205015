"""The server process from within: where it listens, and how it ends."""

import asyncio
import socket
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from gaprace.errors import CannotServe
from gaprace.web.server import Server, address_of, listening_sockets
from gaprace.wire import PROTOCOL, Hello, bye
from tests.web.harness import WebHarness, connected, fill, next_event

# Addresses


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
        assert address_of(listener) == f"{address}{listener.getsockname()[1]}/"


# The end


async def test_everyone_is_told_before_the_server_ends() -> None:
    web = WebHarness()
    token = (await web.accounts.new_player("Ann")).token
    sockets, listens = listening_sockets("127.0.0.1", 0), asyncio.Event()
    server = Server(web.app, listens=listens.set, say_goodbye=web.rooms.close)
    serving = asyncio.create_task(server._serve(sockets))  # `serve` would take the test run's signals
    await listens.wait()
    at = f"127.0.0.1:{sockets[0].getsockname()[1]}"
    async with connected(at, token, hello=Hello(PROTOCOL)) as inside, connected(at, token) as before_hello:
        await next_event(inside)
        server.should_exit = True
        for client in (inside, before_hello):
            assert await next_event(client) == bye("restarting")
            with pytest.raises(ConnectionClosed):
                await client.recv()
            assert client.close_code == 4501
    await asyncio.wait_for(serving, 10)
    with pytest.raises(OSError, match=r"refused|Connect"):
        await asyncio.open_connection(*at.split(":"))


async def test_who_does_not_read_the_goodbye_does_not_hold_up_the_end() -> None:
    web = WebHarness()
    token = (await web.accounts.new_player("Ann")).token
    sockets, listens = listening_sockets("127.0.0.1", 0), asyncio.Event()
    server = Server(web.app, listens=listens.set, say_goodbye=web.rooms.close)
    serving = asyncio.create_task(server._serve(sockets))
    await listens.wait()
    at = f"127.0.0.1:{sockets[0].getsockname()[1]}"
    async with connected(at, token, hello=Hello(PROTOCOL)) as client:
        await next_event(client)
        client.transport.pause_reading()
        (connection,) = web.rooms.room.connections
        await fill(connection.send)
        server.should_exit = True
        await asyncio.wait_for(serving, 5)
        client.transport.abort()
