"""The socket of a room: who may open it, what is let through, and how it ends."""

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from gaprace import logs
from gaprace.error_codes import CLOSE_REASONS
from gaprace.logs import about
from gaprace.web.http.rate_limits import ConnectionLimiter, RateLimiter
from gaprace.web.ws import socket as web_socket
from gaprace.wire import (
    PROTOCOL,
    Bye,
    Hello,
    Hint,
    Leave,
    Ping,
    Pong,
    Ready,
    Refused,
    Rematch,
    Start,
    Welcome,
    Wire,
    bye,
    encode,
)
from tests.processes import PATIENCE_S
from tests.web.harness import CODE, WebHarness, connected, fill, next_event, read_to_end

HELLO = Hello(PROTOCOL)


async def say(client: ClientConnection, *messages: Wire | str | bytes) -> None:
    for message in messages:
        await client.send(encode(message).decode() if isinstance(message, Wire) else message)


async def told_goodbye(client: ClientConnection, code: str) -> None:
    """The last message says why, and so does the close code."""
    last = await next_event(client)
    while not isinstance(last, Bye):
        last = await next_event(client)
    assert last == bye(code)
    with pytest.raises(ConnectionClosed):
        await client.recv()
    assert (client.close_code, client.close_reason) == (CLOSE_REASONS[code].close, code)


# Coming in


async def test_a_room_knows_of_every_player_whose_token_a_connection_has(web: WebHarness, at: str, token: str) -> None:
    other = await web.accounts.new_player("Bob")
    headers = {"Cookie": f"gaprace={other.token}", "Origin": f"http://{at}"}
    async with connected(at, token, hello=HELLO, **headers) as client:
        await next_event(client)
        (connection,) = web.rooms.room.connections
        assert connection.player.name == "Ann"
        assert connection.players == {connection.player.id, other.id}


@pytest.mark.parametrize("code", ["abcdefgh", "ABCD-EFGH"])
async def test_the_code_may_be_typed_loosely(at: str, token: str, code: str) -> None:
    async with connected(at, token, code=code, hello=HELLO) as client:
        assert isinstance(await next_event(client), Welcome)


# Refusals before the session


@pytest.mark.parametrize("size", [9_000, 30_000, 60_000])
async def test_a_handshake_may_have_as_large_cookies_as_any_request(at: str, token: str, size: int) -> None:
    """Single sign-on in front adds kilobytes of them."""
    cookies = f"sso={'x' * size}; gaprace={token}"
    async with connected(at, None, hello=HELLO, Cookie=cookies, Origin=f"http://{at}") as client:
        assert isinstance(await next_event(client), Welcome)


async def test_a_handshake_with_many_headers_is_accepted(at: str, token: str) -> None:
    many = {f"X-Header-{number}": "1" for number in range(500)}
    async with connected(at, token, hello=HELLO, **many) as client:
        assert isinstance(await next_event(client), Welcome)


async def test_a_handshake_may_come_from_an_old_proxy_with_the_whole_url_as_its_target(at: str, token: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        reader, writer = await asyncio.open_connection(*at.split(":"))
        lines = (
            f"GET ws://{at}/ws/rooms/{CODE} HTTP/1.1",
            f"Host: {at}",
            f"Authorization: Bearer {token}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        writer.write("\r\n".join((*lines, "", "")).encode())
        assert b"101" in await reader.readline()
        writer.close()


@pytest.mark.parametrize("settings", [{"connections_per_address": 2, "max_connections": 4}])
async def test_an_address_may_have_so_many_connections(web: WebHarness, at: str, token: str) -> None:
    async with connected(at, token, hello=HELLO) as one, connected(at, token, hello=HELLO) as other:
        await next_event(one)
        await next_event(other)
        async with connected(at, token) as third:
            await told_goodbye(third, "too_many_connections")
        await one.close()
        await web.rooms.room.left.wait()
        async with connected(at, token, hello=HELLO) as fourth:
            assert isinstance(await next_event(fourth), Welcome)


@pytest.mark.parametrize("limit", ["games", "games_of_identity"])
async def test_an_address_and_a_player_begin_so_many_games(web: WebHarness, at: str, token: str, limit: str) -> None:
    """Each game that is played is kept for ever."""
    setattr(web.context.limits, limit, RateLimiter(1, lambda: 0.0))
    async with connected(at, token, hello=HELLO) as client:
        await next_event(client)
        for _ in range(2):
            await client.send(encode(Ready()).decode())
        refused = await next_event(client)
        assert isinstance(refused, Refused)
        assert (refused.command, refused.code) == ("ready", "too_fast")
    assert web.rooms.room.commands == [Ready()]


@pytest.mark.parametrize("settings", [{"trusted_hops": 1}])
async def test_a_player_has_a_share_of_the_sockets_from_whatever_address(web: WebHarness, at: str, token: str) -> None:
    web.context.limits.sockets_of_identity = ConnectionLimiter(1, 10)
    assert all(web.context.limits.sockets_of_identity.acquire(f"other {number}") for number in range(5))
    async with connected(at, token, hello=HELLO, **{"X-Forwarded-For": "198.51.100.1"}) as one:
        await next_event(one)
        async with connected(at, token, hello=HELLO, **{"X-Forwarded-For": "198.51.100.2"}) as second:
            while not isinstance(event := await next_event(second), Bye):
                pass
            assert event.code == "too_many_connections"


@pytest.mark.parametrize("settings", [{"requests_per_minute": 2}])
async def test_who_connects_again_and_again_is_sent_away(at: str, token: str) -> None:
    for _ in range(2):
        async with connected(at, token, hello=HELLO) as client:
            assert isinstance(await next_event(client), Welcome)
    async with connected(at, token) as client:
        await told_goodbye(client, "too_many_connections")


async def test_the_store_being_away_is_a_reason_to_come_back(web: WebHarness, at: str, token: str) -> None:
    web.store.available = False
    async with connected(at, token) as client:
        await told_goodbye(client, "try_again")


async def test_while_the_server_ends_nobody_comes_in(web: WebHarness, at: str, token: str) -> None:
    web.context.lifecycle.is_draining = True
    async with connected(at, token, hello=HELLO) as client:
        await told_goodbye(client, "restarting")


async def test_other_sockets_are_not_there(at: str) -> None:
    with pytest.raises(Exception, match="403"):
        await connect(f"ws://{at}/ws/elsewhere", proxy=None)


# Hello


async def test_hello_is_waited_for_ten_seconds(
    web: WebHarness, at: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert web_socket.HELLO_TIMEOUT_S == 10
    monkeypatch.setattr(web_socket, "HELLO_TIMEOUT_S", 0.05)
    async with connected(at, token) as client:
        await told_goodbye(client, "no_hello")


OTHER_HELLO = '{"t":"hello","protocol":2,"watch":false,"version":7,"seen":{"c0ffee00c0ffee00c0ffee00c0ffee00":12}}'
"""As a page of another protocol might send it."""


async def test_a_page_of_another_protocol_is_told_to_reload(web: WebHarness, at: str, token: str) -> None:
    async with connected(at, token) as client:
        await say(client, OTHER_HELLO)
        last = await next_event(client)
        assert isinstance(last, Bye)
        assert (last.code, last.retry) == ("unknown_protocol", False)
        assert "Reload the page" in last.message
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert client.close_code == 4426
    assert web.rooms.room.commands == []


async def test_who_leaves_before_hello_leaves_no_trace(web: WebHarness, at: str, token: str) -> None:
    async with connected(at, token):
        pass
    async with connected(at, token, hello=HELLO) as client:
        assert isinstance(await next_event(client), Welcome)
    assert web.rooms.room.commands == []


# In the room


@pytest.fixture
async def client(at: str, token: str) -> AsyncIterator[ClientConnection]:
    async with connected(at, token, hello=HELLO) as client:
        await next_event(client)
        yield client


async def test_commands_reach_the_room_in_order(web: WebHarness, client: ClientConnection) -> None:
    commands = [Ready(), Ping(1), Ready(ready=False), Ping(2)]
    await say(client, *commands)
    assert [await next_event(client), await next_event(client)] == [Pong(1, 7), Pong(2, 7)]
    assert web.rooms.room.commands == commands


@pytest.mark.parametrize("settings", [{"commands_per_address": 1}])
async def test_the_commands_of_an_address_share_a_budget_in_which_dear_ones_count_more(
    web: WebHarness, at: str, token: str
) -> None:
    async with connected(at, token, hello=HELLO) as one, connected(at, token, hello=HELLO) as other:
        for client in (one, other):
            assert isinstance(await next_event(client), Welcome)
            await say(client, Ping(1))
            assert isinstance(await next_event(client), Pong)
        await say(one, Hint("game"))  # 20 seconds' worth
        for client in (one, other):
            await say(client, Ping(2))
            answer = await next_event(client)
            assert isinstance(answer, Refused)
            assert (answer.command, answer.code) == ("ping", "too_fast")
            assert "network" in answer.message
    assert web.rooms.room.commands == [Ping(1), Ping(1), Hint("game")]


@pytest.mark.parametrize("settings", [{"commands_per_address": 10}])
async def test_a_command_beyond_the_budget_of_its_address_waits_for_its_turn(client: ClientConnection) -> None:
    await say(client, *[Ping(1)] * 35)
    answers = [await next_event(client) for _ in range(35)]
    assert {type(each) for each in answers} == {Pong}


# The end


async def test_the_room_may_end_the_session(web: WebHarness, client: ClientConnection) -> None:
    await say(client, Leave(), Ping(1))
    await told_goodbye(client, "left")
    await web.rooms.room.left.wait()
    assert web.rooms.room.commands == [Leave()]


async def test_a_connection_may_be_closed_from_elsewhere(web: WebHarness, client: ClientConnection) -> None:
    (connection,) = web.rooms.room.connections
    connection.close(bye("kicked"))
    connection.close(bye("restarting"))
    await told_goodbye(client, "kicked")
    async with asyncio.timeout(PATIENCE_S):
        await web.rooms.room.left.wait()


async def test_a_client_that_is_cut_off_is_gone(web: WebHarness, client: ClientConnection) -> None:
    client.transport.abort()
    async with asyncio.timeout(PATIENCE_S):
        await web.rooms.room.left.wait()


async def test_a_mistake_of_ours_is_noted_and_the_client_told_to_come_back(
    web: WebHarness, client: ClientConnection, caplog: pytest.LogCaptureFixture
) -> None:
    await say(client, Start())
    await told_goodbye(client, "try_again")
    await web.rooms.room.left.wait()
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "/ws/rooms/{code} failed" in record.getMessage()
    assert record.exc_info
    for kind in ("text", "json"):
        assert CODE not in written(kind, record)
        assert f"{CODE[:3]}..." in written(kind, record)
    caplog.clear()


def written(kind: str, record: logging.LogRecord) -> str:
    """A record as the log of a server has it."""
    with pytest.MonkeyPatch.context() as patch:
        handlers: list[logging.Handler] = []
        patch.setattr(logging, "basicConfig", lambda **given: handlers.extend(given["handlers"]))
        patch.setattr(logging.getLogger(logs.LOGGER), "setLevel", lambda _: None)
        logs.set_up(kind, "debug")
    with about(room=CODE):
        return handlers[0].format(record)


async def test_the_store_being_away_within_a_session_is_a_reason_to_come_back(client: ClientConnection) -> None:
    await say(client, Rematch())
    await told_goodbye(client, "try_again")


async def test_who_only_talks_and_does_not_read_is_told_to_come_back(web: WebHarness, client: ClientConnection) -> None:
    (connection,) = web.rooms.room.connections
    client.transport.pause_reading()
    await fill(connection.send)
    await say(client, "nonsense")
    await web.rooms.room.left.wait()
    client.transport.resume_reading()
    await read_to_end(client)
    assert client.close_code == CLOSE_REASONS["fell_behind"].close
