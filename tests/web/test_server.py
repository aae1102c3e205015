"""The sockets that the server listens on, and its end as its clients see it."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from signal import SIGTERM

import pytest
from websockets.exceptions import ConnectionClosed

from gaprace.errors import CannotServe
from gaprace.web import uvicorn_internals
from gaprace.web.listening import listening_sockets, url_of
from gaprace.web.server import Server
from gaprace.web.ws.protocol import PONG_TIMEOUT_S
from gaprace.wire import PROTOCOL, Hello, bye
from tests.processes import PATIENCE_S, http_client
from tests.web.harness import WebHarness, connected, fill, next_event, serving


async def test_everyone_is_told_before_the_server_ends(web: WebHarness, token: str) -> None:
    async with serving(web.app, say_goodbye=web.rooms.close) as (server, task, at):
        async with connected(at, token, hello=Hello(PROTOCOL)) as inside, connected(at, token) as before_hello:
            await next_event(inside)
            server.stop()
            for client in (inside, before_hello):
                assert await next_event(client) == bye("restarting")
                with pytest.raises(ConnectionClosed):
                    await client.recv()
                assert client.close_code == 4501
        await asyncio.wait_for(task, PATIENCE_S)
        with pytest.raises(OSError, match=r"refused|Connect"):
            await asyncio.open_connection(*at.split(":"))


async def test_who_does_not_read_the_goodbye_does_not_hold_up_the_end(web: WebHarness, token: str) -> None:
    async with (
        serving(web.app, say_goodbye=web.rooms.close) as (server, task, at),
        connected(at, token, hello=Hello(PROTOCOL)) as client,
    ):
        await next_event(client)
        client.transport.pause_reading()
        (connection,) = web.rooms.room.connections
        await fill(connection.send)
        server.stop()
        await asyncio.wait_for(task, PONG_TIMEOUT_S)
        client.transport.abort()


@pytest.mark.parametrize("end", [lambda server: server.stop(), lambda server: server.handle_exit(SIGTERM, None)])
async def test_an_idle_server_ends_without_waiting_for_its_next_tick(
    end: Callable[[Server], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_internals, "TICK_S", 2 * PATIENCE_S)
    async with serving(WebHarness().app) as (server, task, at), http_client() as reader:
        assert (await reader.get(f"http://{at}/healthz")).status_code == 200
        end(server)
        await asyncio.wait_for(task, PATIENCE_S)


async def test_responses_have_the_date_of_the_last_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_internals, "TICK_S", 0.01)
    async with serving(WebHarness().app) as (_, _, at), http_client(f"http://{at}") as reader:
        dates = {(await reader.get("/healthz")).headers["date"]}
        async with asyncio.timeout(PATIENCE_S):
            while len(dates) < 2:
                dates.add((await reader.get("/healthz")).headers["date"])


def test_an_idle_connection_is_kept_longer_than_proxies_keep_theirs() -> None:
    assert Server(WebHarness().app).config.timeout_keep_alive == uvicorn_internals.KEEP_ALIVE_S > 120


async def test_sessions_have_ended_when_the_server_has(web: WebHarness, token: str) -> None:
    async with serving(web.app) as (server, task, at), connected(at, token, hello=Hello(PROTOCOL)) as client:
        await next_event(client)
        server.stop()
        await asyncio.wait_for(task, PATIENCE_S)
        assert web.rooms.room.connections == []


async def test_a_server_goes_on_for_a_while_before_it_ends(web: WebHarness) -> None:
    left, gone = asyncio.Event(), asyncio.Event()

    async def say_goodbye() -> None:
        gone.set()

    async with serving(web.app, say_goodbye=say_goodbye) as (server, task, at), http_client() as reader:
        server.leave_slowly(left.set, delay_s=3_600)
        server.stop()
        await asyncio.wait_for(left.wait(), PATIENCE_S)
        assert (await reader.get(f"http://{at}/healthz")).status_code == 200
        assert not gone.is_set()
        server.force_exit = True  # a second Ctrl-C
        await asyncio.wait_for(task, PATIENCE_S)
        assert gone.is_set()


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
