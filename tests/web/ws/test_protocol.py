"""What a client may do to a WebSocket beyond saying messages: nothing of it leaves a traceback or costs memory."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from time import monotonic

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from gaprace.web.uvicorn_internals import BoundedHttpProtocol
from gaprace.web.ws import protocol
from gaprace.wire import PROTOCOL, Hello, Ping, Pong, Welcome, encode
from tests.processes import PATIENCE_S, until
from tests.web.harness import WebHarness, answer_to, connected, next_event, read_to_end


@pytest.fixture
async def client(at: str, token: str) -> AsyncIterator[ClientConnection]:
    """A client that has entered the room."""
    async with connected(at, token, hello=Hello(PROTOCOL)) as client:
        assert isinstance(await next_event(client), Welcome)
        yield client


def put(client: ClientConnection, *frames: Frame) -> None:
    client.transport.write(b"".join(frame.serialize(mask=True) for frame in frames))


async def close_code(client: ClientConnection) -> int | None:
    await read_to_end(client)
    return client.close_code


def frame(opcode: Opcode, payload: bytes, *, fin: bool = True) -> bytes:
    """A short frame with a mask of zeros, always the same."""
    return bytes([opcode | (0x80 if fin else 0), 0x80 | len(payload), 0, 0, 0, 0]) + payload


PING = encode(Ping(1))
OF_A_CONNECTION = (protocol.WebSocketConnection, BoundedHttpProtocol, ServerProtocol)


@pytest.mark.parametrize(
    "frames",
    [
        *([Frame(Opcode.TEXT, payload)] for payload in (b"\xff", b"\xc3", b"\xed\xa0\x80", PING[:-1] + b"\xff")),
        [Frame(Opcode.TEXT, b"\xc3", fin=False), Frame(Opcode.CONT, b"\xc3")],
        [Frame(Opcode.TEXT, b"\xff"), *[Frame(Opcode.TEXT, PING), Frame(Opcode.PING, b"")] * 10],
    ],
)
async def test_invalid_utf8_fails_the_connection_and_nothing_after_it_is_heard(
    web: WebHarness, client: ClientConnection, frames: list[Frame]
) -> None:
    put(client, *frames)
    assert await close_code(client) == 1007
    await web.rooms.room.left.wait()
    assert web.rooms.room.commands == []


async def test_a_character_may_be_split_between_fragments(client: ClientConnection) -> None:
    data = b'{"t":"ping","sent":1,"\xc3\xa9":1}'
    put(client, Frame(Opcode.TEXT, data[:23], fin=False), Frame(Opcode.CONT, data[23:]))
    assert "\u00e9" in repr(await next_event(client))  # refused, as an unknown field


async def test_a_message_may_come_in_fragments(client: ClientConnection) -> None:
    put(client, Frame(Opcode.TEXT, PING[:5], fin=False), Frame(Opcode.PING, b""), Frame(Opcode.CONT, PING[5:]))
    assert await next_event(client) == Pong(1, now=7)


@pytest.mark.parametrize(
    "frames",
    [
        [Frame(Opcode.TEXT, b"", fin=False), *[Frame(Opcode.CONT, b"", fin=False)] * 100],
        [Frame(Opcode.TEXT, b" " * 65_537)],
    ],
)
async def test_a_message_that_is_too_large_or_has_no_end_fails_the_connection(
    client: ClientConnection, frames: list[Frame]
) -> None:
    put(client, *frames)
    assert await close_code(client) == 1009


@pytest.mark.parametrize(
    "data",
    [
        frame(Opcode.CONT, b"x"),
        frame(Opcode.TEXT, b"x", fin=False) + frame(Opcode.TEXT, b"x"),
        frame(Opcode.CLOSE, b"\x00"),
        frame(Opcode.CLOSE, b"\x03\xe8\xff"),
        frame(Opcode.CLOSE, b"\x00\x01"),
        Frame(Opcode.TEXT, PING).serialize(mask=False),
        bytes([0x81 | 0x40, 0x80, 0, 0, 0, 0]),  # a reserved bit
        bytes([0x83, 0x80, 0, 0, 0, 0]),  # a reserved opcode
        bytes([0x89, 0x80 | 126, 0, 126, 0, 0, 0, 0]) + b"x" * 126,  # a ping of 126 bytes
        bytes([0x09, 0x80, 0, 0, 0, 0]),  # a ping in fragments
        bytes([0x81, 0x80 | 127]) + b"\xff" * 12,  # a size that cannot be
    ],
)
async def test_a_breach_of_the_protocol_fails_the_connection(client: ClientConnection, data: bytes) -> None:
    client.transport.write(data)
    assert await close_code(client) in {1002, 1007, 1009}


async def test_pings_are_answered(client: ClientConnection) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await (await client.ping())


async def test_who_asks_and_asks_and_reads_no_answer_is_cut_off(web: WebHarness, client: ClientConnection) -> None:
    client.transport.pause_reading()
    pings = Frame(Opcode.PING, b"x" * 125).serialize(mask=True) * 100
    async with asyncio.timeout(PATIENCE_S):
        while not web.rooms.room.left.is_set():
            client.transport.write(pings)
            await asyncio.sleep(0)
    client.transport.abort()


@pytest.mark.parametrize(
    "frames",
    [
        [Frame(Opcode.PING, b"")],
        [Frame(Opcode.PONG, b"x")],
        [Frame(Opcode.TEXT, b"", fin=False), Frame(Opcode.CONT, PING)],
    ],
)
async def test_who_sends_frames_without_end_is_cut_off(
    web: WebHarness, client: ClientConnection, frames: list[Frame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "CLOSE_TIMEOUT_S", 1.0)
    put(client, *frames * 10_000)
    assert await close_code(client) in {4429, 1006}  # a busy client may be too late to read why
    await asyncio.wait_for(web.rooms.room.left.wait(), PATIENCE_S)
    assert len(web.rooms.room.commands) <= 300


def expect_pongs(monkeypatch: pytest.MonkeyPatch, *, interval_s: float, timeout_s: float) -> None:
    monkeypatch.setattr(protocol, "FIRST_PING_S", interval_s)
    monkeypatch.setattr(protocol, "PING_INTERVAL_S", interval_s)
    monkeypatch.setattr(protocol, "PONG_TIMEOUT_S", timeout_s)


async def test_who_answers_no_ping_is_told_to_come_back(
    web: WebHarness, at: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expect_pongs(monkeypatch, interval_s=0.05, timeout_s=0.05)
    async with connected(at, token, hello=Hello(PROTOCOL)) as client:
        monkeypatch.setattr(client.protocol, "recv_frame", _deaf_to_pings(client))
        await next_event(client)
        bye = await next_event(client)
        assert (bye.code, bye.retry) == ("silent", True)
        assert await close_code(client) == 4504
    await web.rooms.room.left.wait()


def _deaf_to_pings(client: ClientConnection) -> Callable[[Frame], None]:
    receive = client.protocol.recv_frame

    def deaf(frame: Frame) -> None:
        if frame.opcode is not Opcode.PING:
            receive(frame)

    return deaf


async def test_who_answers_pings_stays(at: str, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expect_pongs(monkeypatch, interval_s=0.02, timeout_s=5)
    async with connected(at, token, hello=Hello(PROTOCOL)) as client:
        await next_event(client)
        await asyncio.sleep(0.2)
        await client.send(PING.decode())
        assert await next_event(client) == Pong(1, now=7)


async def test_the_delay_is_half_of_a_round_trip_and_only_an_answer_to_the_ping_counts(
    web: WebHarness, at: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expect_pongs(monkeypatch, interval_s=0.01, timeout_s=PATIENCE_S)
    async with connected(at, token, hello=Hello(PROTOCOL)) as client:
        pings = asyncio.Queue[bytes]()
        receive = client.protocol.recv_frame
        take = lambda frame: pings.put_nowait(bytes(frame.data)) if frame.opcode is Opcode.PING else receive(frame)  # noqa: E731
        monkeypatch.setattr(client.protocol, "recv_frame", take)
        await next_event(client)
        ping = await asyncio.wait_for(pings.get(), PATIENCE_S)
        (connection,) = web.rooms.room.connections
        put(client, Frame(Opcode.PONG, b"guess"), Frame(Opcode.TEXT, PING))
        await next_event(client)
        assert connection.delay_ms is None
        monkeypatch.setattr(protocol, "monotonic", lambda: monotonic() + 100)
        put(client, Frame(Opcode.PONG, ping), Frame(Opcode.TEXT, PING))
        await next_event(client)
        assert connection.delay_ms in range(50_000, 50_000 + int(500 * PATIENCE_S))


async def test_who_reads_nothing_and_answers_no_ping_is_cut_off(
    web: WebHarness, at: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "CLOSE_TIMEOUT_S", 0.05)
    expect_pongs(monkeypatch, interval_s=0.05, timeout_s=0.05)
    async with connected(at, token, hello=Hello(PROTOCOL)) as client:
        await next_event(client)
        client.transport.pause_reading()
        (connection,) = web.rooms.room.connections
        while connection.send(b"x" * 8_000) and not web.rooms.room.left.is_set():  # noqa: ASYNC110
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE_S):
            await web.rooms.room.left.wait()
        client.transport.abort()


# Handshakes


HANDSHAKE = (
    b"GET /ws/rooms/ABCDEFGH HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"", b""),
        (b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Version: 12"),
        (b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", b"Sec-WebSocket-Key: nonsense"),
        (b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", b""),
        (b"/ws/rooms/ABCDEFGH", b"/ws/rooms/\xff\xfe"),
        (b"/ws/rooms/ABCDEFGH", b"/ws/rooms/%ff%00"),
        (b"/ws/rooms/ABCDEFGH", b"/ws/rooms/" + b"x" * 10_000),
        (b"/ws/rooms/ABCDEFGH", b"/elsewhere"),
        (b"/ws/rooms/ABCDEFGH", b"http://a/ws/rooms/ABCDEFGH"),
        (b"/ws/rooms/ABCDEFGH", b"*"),
        (b"GET", b"POST"),
        (b"HTTP/1.1", b"HTTP/1.0"),
        (b"Host: a\r\n", b""),
        (b"Host: a\r\n", b"Host: \xff\r\n"),
        (b"Host: a\r\n", b"Host: a\r\nCookie: gaprace=\xff\r\n"),
        (b"Host: a\r\n", b"Host: a\r\nOrigin: \xff\r\n"),
        (b"Host: a\r\n", b"Host: a\r\n" + b"X: y\r\n" * 500),
        (b"Host: a\r\n", b"Host: a\r\nX: " + b"y" * 20_000 + b"\r\n"),
        (b"Upgrade: websocket", b"Upgrade: h2c"),
    ],
)
async def test_no_handshake_leaves_a_traceback(at: str, old: bytes, new: bytes) -> None:
    await answer_to(at, HANDSHAKE.replace(old, new, 1), ends=True)
    assert b"200 OK" in await answer_to(at, b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")


def parts_of_connections() -> int:
    return sum(issubclass(type(each), OF_A_CONNECTION) for each in gc.get_objects())


@pytest.mark.parametrize("how", ["closed", "cut off"])
async def test_a_connection_that_has_ended_leaves_nothing_behind(at: str, token: str, how: str) -> None:
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            async with connected(at, token, hello=Hello(PROTOCOL)) as client:
                await next_event(client)
                if how == "cut off":
                    client.transport.abort()
        await until(lambda: not parts_of_connections())
        assert parts_of_connections() == 0
    finally:
        gc.enable()
