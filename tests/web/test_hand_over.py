"""The hand-over of connections between workers, here several in one process, each with a server of its own."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path

import psutil
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import connect

from gaprace.web import hand_over
from gaprace.web.hand_over import MAX_REQUEST_BYTES, HandOver, Offer, room_of
from gaprace.web.listening import listening_sockets
from gaprace.web.seats import Seat, homes_of
from gaprace.web.stand_in import StandIn
from gaprace.web.ws.handshake import CONNECTION
from gaprace.web.ws.protocol import WebSocketConnection
from tests.processes import PATIENCE_S, http_client
from tests.raw_websockets import upgrade_request
from tests.web.harness import serving

SEATS = 2


def room_at(home: int, seats: int = SEATS) -> str:
    """A code whose home is in a seat."""
    codes = (f"{number:010}" for number in count())
    return next(code for code in codes if homes_of(code, seats)[0] == home)


def request_to(room: str) -> bytes:
    return upgrade_request(80, f"/ws/rooms/{room}", "")


class Served(asyncio.Protocol):
    """What serves a connection that was taken over: it keeps the request, and echoes what follows."""

    def __init__(self, request: bytes, on_made: Callable[["Served"], None]) -> None:
        self.request, self._on_made = request, on_made
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        self._on_made(self)

    def data_received(self, data: bytes) -> None:
        self.transport.write(data)


class Taker:
    """A worker that takes connections over."""

    def __init__(self, seat: Seat) -> None:
        self.took: asyncio.Queue[Served] = asyncio.Queue()
        self.hand_over = HandOver(seat)
        self.hand_over.open(lambda request: Served(request, self.took.put_nowait))


@asynccontextmanager
async def tcp_pair() -> AsyncIterator[tuple[socket.socket, socket.socket]]:
    """Both ends of a connection: the client's and the server's."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.setblocking(False)
        await asyncio.get_running_loop().sock_connect(client, listener.getsockname())
        server, _ = listener.accept()
        with server:
            yield client, server


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On one event loop for both sides, an answer may take longer than between processes."""
    monkeypatch.setattr(hand_over, "ANSWER_TIMEOUT_S", PATIENCE_S)


@pytest.fixture
async def seats(tmp_path: Path) -> list[Seat]:
    return [Seat(tmp_path, number, SEATS) for number in range(SEATS)]


@pytest.fixture
async def taker(seats: list[Seat]) -> AsyncIterator[Taker]:
    taker = Taker(seats[1])
    yield taker
    taker.hand_over.close()


@pytest.fixture
async def giver(seats: list[Seat]) -> AsyncIterator[HandOver]:
    giver = HandOver(seats[0])
    giver.open(lambda request: Served(request, lambda _: None))
    yield giver
    giver.close()


async def offered(giver: HandOver, file: int, room: str) -> Offer:
    offer = giver.offer(b"/ws/rooms/" + room.encode(), file, request_to(room))
    assert offer
    return offer


# The home of a room


@pytest.mark.parametrize(
    ("url", "room"),
    [
        (b"/ws/rooms/ABCDE12345", "ABCDE12345"),
        (b"/ws/rooms/abcde-12345?token=x", "ABCDE12345"),
        (b"/ws/rooms/ABCDE%2D12345", "ABCDE12345"),
        (b"/ws/rooms/\xff\xfe", "\xff\xfe"),
        (b"/ws/rooms/", None),
        (b"/ws/rooms/A/B", None),
        (b"/ws/rooms/" + b"A" * 65, None),
        (b"/", None),
    ],
)
def test_an_address_names_a_room_however_it_is_written(url: bytes, room: str | None) -> None:
    assert room_of(url) == room


def test_rooms_are_spread_over_all_seats_and_only_those_of_a_lost_one_move() -> None:
    codes = [f"{number:010}" for number in range(4_000)]
    homes = [homes_of(code, 4) for code in codes]
    for seat in range(4):
        assert 800 < sum(each[0] == seat for each in homes) < 1_200
        moved = [each[1] for each in homes if each[0] == seat]
        assert all(moved.count(other) > 200 for other in range(4) if other != seat)
    assert all(sorted(each) == [0, 1, 2, 3] for each in homes)


# Giving and taking


async def test_a_connection_goes_on_where_its_room_lives(giver: HandOver, taker: Taker) -> None:
    room = room_at(1)
    async with tcp_pair() as (client, server):
        offer = await offered(giver, server.fileno(), room)
        assert await giver.is_taken(offer)
        server.close()
        served = await asyncio.wait_for(taker.took.get(), PATIENCE_S)
        assert served.request == request_to(room)
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(client, b"are you there?")
        assert await asyncio.wait_for(loop.sock_recv(client, 100), PATIENCE_S) == b"are you there?"
        served.transport.abort()
        assert await asyncio.wait_for(loop.sock_recv(client, 100), PATIENCE_S) == b""  # no other descriptor is left


async def test_what_is_not_for_others_is_served_here(giver: HandOver, taker: Taker) -> None:
    async with tcp_pair() as (_, server):
        here = room_at(0).encode()
        for url, request in [
            (b"/ws/rooms/" + here, b"GET"),
            (b"/api/v1/rooms", b"GET"),
            (b"/ws/rooms/" + room_at(1).encode(), bytes(MAX_REQUEST_BYTES + 1)),
        ]:
            assert giver.offer(url, server.fileno(), request) is None


async def test_a_worker_that_has_ended_is_nobodys_home(giver: HandOver, taker: Taker) -> None:
    taker.hand_over.close()
    async with tcp_pair() as (_, server):
        assert giver.offer(b"/ws/rooms/" + room_at(1).encode(), server.fileno(), b"GET") is None


async def test_the_rooms_of_a_lost_worker_meet_in_the_next_one_that_they_prefer(tmp_path: Path) -> None:
    seats = [Seat(tmp_path, number, 3) for number in range(3)]
    room = next(code for code in map(str, count()) if homes_of(code, 3) == [2, 1, 0])
    giver, next_home = HandOver(seats[0]), Taker(seats[1])
    async with tcp_pair() as (_, server):
        assert await giver.is_taken(await offered(giver, server.fileno(), room))
    assert next_home.took.get_nowait().request == request_to(room)
    next_home.hand_over.close()


async def test_a_worker_that_replaces_another_one_is_no_home_at_first(
    seats: list[Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    newcomer, other = Taker(Seat(seats[1].folder, 1, SEATS, is_refilled=True)), Taker(seats[0])
    mine = room_at(1)
    async with tcp_pair() as (_, server):
        assert await newcomer.hand_over.is_taken(await offered(newcomer.hand_over, server.fileno(), mine))
    assert other.took.get_nowait().request == request_to(mine)
    newcomer.hand_over.close()
    monkeypatch.setattr(hand_over, "SETTLING_S", 0)
    settled = Taker(Seat(seats[1].folder, 1, SEATS, is_refilled=True))
    async with asyncio.timeout(PATIENCE_S):
        while not settled.hand_over.is_open:  # noqa: ASYNC110  # there is no event for it
            await asyncio.sleep(0.01)
    async with tcp_pair() as (_, server):
        assert settled.hand_over.offer(b"/ws/rooms/" + mine.encode(), server.fileno(), request_to(mine)) is None
        assert await other.hand_over.is_taken(await offered(other.hand_over, server.fileno(), mine))
    assert settled.took.get_nowait().request == request_to(mine)
    for taker in (settled, other):
        taker.hand_over.close()


# What goes wrong


@asynccontextmanager
async def silent_door(seat: Seat) -> AsyncIterator[socket.socket]:
    """The door of a worker that hangs."""
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(seat.door_of(seat.number)))
        door.listen()
        yield door


async def test_a_worker_that_hangs_loses_no_connection_and_is_passed_over(
    giver: HandOver, seats: list[Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_over, "ANSWER_TIMEOUT_S", 0.05)
    room = room_at(1)
    async with silent_door(seats[1]) as door, tcp_pair() as (_, server):
        assert not await giver.is_taken(await offered(giver, server.fileno(), room))
        assert giver.offer(b"/ws/rooms/" + room.encode(), server.fileno(), request_to(room)) is None
        ticket, _ = door.accept()
        with ticket:
            request, files, _, _ = socket.recv_fds(ticket, MAX_REQUEST_BYTES, 1)
            os.close(files[0])
            with pytest.raises(BrokenPipeError):  # it comes too late, and knows it
                ticket.send(b"\1")
        assert request == request_to(room)


async def test_an_answer_that_comes_with_the_withdrawal_counts(
    giver: HandOver, seats: list[Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with silent_door(seats[1]) as door, tcp_pair() as (_, server):
        offer = await offered(giver, server.fileno(), room_at(1))
        ticket, _ = door.accept()
        with ticket:
            ticket.send(b"\1")
            monkeypatch.setattr(hand_over, "ANSWER_TIMEOUT_S", -1)
            assert await giver.is_taken(offer)


async def test_a_worker_that_is_killed_with_connections_under_way_loses_none(
    giver: HandOver, seats: list[Seat]
) -> None:
    async with silent_door(seats[1]) as door, tcp_pair() as (_, server):
        offers = [await offered(giver, server.fileno(), room_at(1)) for _ in range(3)]
        read, _ = door.accept()
        _, files, _, _ = socket.recv_fds(read, MAX_REQUEST_BYTES, 1)
        os.close(files[0])
        read.close()
        door.close()
        for offer in offers:
            assert not await giver.is_taken(offer)


async def test_half_a_request_is_not_taken(giver: HandOver, taker: Taker, seats: list[Seat]) -> None:
    async with tcp_pair() as (_, server):
        for request in (b"GET /ws/rooms/A HTTP/1.1\r\nHost", b"\0\0", b"x"):
            offer = Offer(seats[0], 1)
            offer.send(server.fileno(), request)
            assert not await offer.is_taken()
    assert taker.took.empty()


async def test_strangers_at_the_door_leave_no_trace(giver: HandOver, taker: Taker, seats: list[Seat]) -> None:
    before = psutil.Process().num_fds()
    for nothing in (b"", b"hello"):
        with socket.socket(socket.AF_UNIX) as stranger:
            stranger.connect(str(seats[0].door_of(1)))
            stranger.send(nothing)
    async with tcp_pair() as (client, server):
        client.close()  # while it is handed over
        offer = await offered(giver, server.fileno(), room_at(1))
        await giver.is_taken(offer)
    async with asyncio.timeout(PATIENCE_S):
        while psutil.Process().num_fds() > before:
            with suppress(asyncio.QueueEmpty):
                taker.took.get_nowait().transport.abort()
            await asyncio.sleep(0.01)


# Whole servers


def app_of(name: str) -> ASGIApp:
    """An application that says who serves, and to whom; then it echoes."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await PlainTextResponse(name)(scope, receive, send)
            return
        socket: WebSocketConnection = scope["extensions"][CONNECTION]
        about = f"{name} {scope['client'][1]} {dict(scope['headers']).get(b'x-forwarded-for', b'').decode()}"

        async def session() -> None:
            socket.send(about.encode())
            while (message := await socket.receive()) is not None:
                socket.send(str(message).encode())

        socket.accept(session)

    return app


@pytest.fixture
async def at(seats: list[Seat]) -> AsyncIterator[str]:
    """Where the first of two servers listens that share rooms."""
    async with serving(app_of("one"), seats[0]) as (_, _, at), serving(app_of("two"), seats[1]):
        yield at


async def test_a_websocket_is_served_where_its_room_lives_and_knows_its_client(at: str) -> None:
    for home, name in ((0, "one"), (1, "two")):
        headers = {"X-Forwarded-For": "192.0.2.7"}
        async with connect(f"ws://{at}/ws/rooms/{room_at(home)}", additional_headers=headers, proxy=None) as client:
            assert await client.recv() == f"{name} {client.local_address[1]} 192.0.2.7"
            await client.send("hello")
            assert await client.recv() == "hello"


async def test_a_connection_with_requests_before_is_handed_over_too(at: str) -> None:
    host, port = at.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET / HTTP/1.1\r\nHost: {at}\r\n\r\n".encode())
    assert (await asyncio.wait_for(reader.readuntil(b"one"), PATIENCE_S)).startswith(b"HTTP/1.1 200")
    for byte in request_to(room_at(1)):  # as slow as it gets
        writer.write(bytes((byte,)))
        await writer.drain()
    assert b"101 Switching" in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE_S)
    assert (await asyncio.wait_for(reader.readexactly(5), PATIENCE_S))[2:] == b"two"
    writer.transport.abort()


async def test_a_request_line_of_100_kb_is_refused(at: str) -> None:
    host, port = at.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"GET /ws/rooms/" + b"A" * 100_000 + b" HTTP/1.1\r\n\r\n")
    assert (await asyncio.wait_for(reader.read(), PATIENCE_S)).startswith(b"HTTP/1.1 400")
    writer.transport.abort()


async def test_hundreds_who_come_at_once_and_vanish_leave_no_descriptor(at: str) -> None:
    process, room = psutil.Process(), room_at(1)
    before = process.num_fds()

    async def come(number: int) -> None:
        async with connect(f"ws://{at}/ws/rooms/{room}", open_timeout=PATIENCE_S, proxy=None) as client:
            if number % 3:
                assert str(await client.recv()).startswith("two")
            if number % 2:
                client.transport.abort()

    await asyncio.gather(*(come(number) for number in range(300)))
    async with asyncio.timeout(PATIENCE_S):
        while process.num_fds() > before:  # noqa: ASYNC110  # the system has no event for it
            await asyncio.sleep(0.01)


async def test_a_connection_that_its_home_does_not_take_goes_to_the_next_one(tmp_path: Path) -> None:
    seats = [Seat(tmp_path, number, 3) for number in range(3)]
    room = next(code for code in map(str, count()) if homes_of(code, 3) == [2, 1, 0])
    home = await asyncio.start_unix_server(lambda _, writer: writer.close(), seats[2].door_of(2))
    async with (
        home,
        serving(app_of("one"), seats[0]) as (_, _, at),
        serving(app_of("two"), seats[1]),
        connect(f"ws://{at}/ws/rooms/{room}", proxy=None) as client,
    ):
        assert str(await client.recv()).startswith("two")


async def test_whose_home_ends_is_served_here(seats: list[Seat]) -> None:
    room = room_at(1)
    async with serving(app_of("one"), seats[0]) as (_, _, at):
        async with serving(app_of("two"), seats[1]), connect(f"ws://{at}/ws/rooms/{room}", proxy=None) as client:
            assert str(await client.recv()).startswith("two")
        async with connect(f"ws://{at}/ws/rooms/{room}", proxy=None) as client:
            assert str(await client.recv()).startswith("one")


async def test_a_stand_in_passes_on_what_comes_for_a_worker_that_is_gone(seats: list[Seat]) -> None:
    (listener,) = listening_sockets("127.0.0.1", 0)
    listener.listen()
    stand_in = StandIn(seats[0], [listener])
    stand_in.begin()
    with listener:
        async with http_client(f"http://127.0.0.1:{listener.getsockname()[1]}") as browser:
            request = asyncio.create_task(browser.get("/"))  # while nobody is there
            while not stand_in.is_waiting:  # noqa: ASYNC110  # there is no event for it
                await asyncio.sleep(0.01)
            async with serving(app_of("two"), seats[1]):
                assert (await request).text == "two"
            stand_in.end()
