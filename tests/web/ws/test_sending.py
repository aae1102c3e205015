"""What a connection sends and receives, over real sockets and on both event loops."""

import asyncio
from asyncio import AbstractEventLoop
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest
import uvloop
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from gaprace.web.ws import protocol
from gaprace.web.ws.limits import MAX_UNSENT_BYTES
from gaprace.web.ws.protocol import CONNECTION, WebSocketConnection
from tests.processes import PATIENCE_S
from tests.web.harness import fill, read_to_end, served

LAST, CODE = b'{"t":"bye"}', 4500
LARGE = b"x" * 8_000


@dataclass
class Line:
    """Both ends of one connection."""

    server: WebSocketConnection
    client: ClientConnection
    received: "asyncio.Queue[str | bytes | None]"


Scenario = Callable[[Line], Awaitable[None]]


async def play(scenario: Scenario) -> None:
    """Play a scenario on a fresh connection."""
    accepted: asyncio.Queue[WebSocketConnection] = asyncio.Queue()
    received: asyncio.Queue[str | bytes | None] = asyncio.Queue()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        server = scope["extensions"][CONNECTION]

        async def session() -> None:
            accepted.put_nowait(server)
            while (data := await server.receive()) is not None:
                received.put_nowait(data)
            received.put_nowait(None)

        server.accept(session)

    # A client with one message in its queue reads no further.
    async with (
        asyncio.timeout(PATIENCE_S),
        served(app) as at,
        connect(f"ws://{at}/", compression=None, proxy=None, max_queue=1, close_timeout=1) as client,
    ):
        await scenario(Line(await accepted.get(), client, received))


def on_both_loops(scenario: Scenario) -> Callable[[Callable[[], AbstractEventLoop] | None], None]:
    """Make a test of a scenario, which plays on the event loop of asyncio and on uvloop."""

    @pytest.mark.parametrize("loop", [None, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
    def test(loop: Callable[[], AbstractEventLoop] | None) -> None:
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(play(scenario))

    return test


@on_both_loops
async def test_messages_arrive_in_whatever_pieces_their_frames_come(line: Line) -> None:
    messages = ["", "short", "\u00e9" * 60, "x" * 125, "x" * 126, "x" * 3_000]
    stream = b"".join(Frame(Opcode.TEXT, message.encode()).serialize(mask=True) for message in messages)
    for size in [1, 2, 5, 6, 7, 11, 131, 1_000, len(stream)]:
        for start in range(0, len(stream), size):
            line.server.data_received(stream[start : start + size])
        assert [await line.received.get() for _ in messages] == messages


@on_both_loops
async def test_messages_arrive_whole_and_in_order(line: Line) -> None:
    sizes = [0, 1, 125, 126, 127, 10_000]
    for size in sizes:
        assert line.server.send(b"x" * size)
    assert line.server.send("grüße 🦊".encode())
    assert [len(await line.client.recv()) for _ in sizes] == sizes
    assert await line.client.recv() == "grüße 🦊"
    for size in (65_535, 65_536, 100_000):
        assert line.server.send(b"x" * size)
        assert len(await line.client.recv()) == size


@on_both_loops
async def test_what_the_client_says_is_received(line: Line) -> None:
    await line.client.send("hello")
    await line.client.send(b"bytes")
    await line.client.send("")
    await line.client.send(["in ", "two"])
    assert [await line.received.get() for _ in range(4)] == ["hello", b"bytes", "", "in two"]


@on_both_loops
async def test_no_more_is_taken_from_who_does_not_read_and_what_was_taken_arrives(line: Line) -> None:
    taken = await fill(line.server.send, LARGE)
    assert not line.server.send(b"one more")
    assert taken * len(LARGE) >= MAX_UNSENT_BYTES
    assert [await line.client.recv() for _ in range(taken)] == [LARGE.decode()] * taken


@on_both_loops
async def test_it_is_told_once_that_nothing_is_unsent_any_more(line: Line) -> None:
    drained: asyncio.Queue[int] = asyncio.Queue()
    for round_number in range(2):
        taken = await fill(line.server.send, LARGE)
        line.server.when_drained(lambda number=round_number: drained.put_nowait(number))
        assert drained.empty()
        for _ in range(taken):
            await line.client.recv()
        assert await drained.get() == round_number
        assert line.server.send(b"one more")
        assert await line.client.recv() == "one more"
    assert drained.empty()


@on_both_loops
async def test_an_empty_buffer_is_drained_at_once(line: Line) -> None:
    drained = asyncio.Event()
    line.server.when_drained(drained.set)
    assert not drained.is_set()
    await drained.wait()


@on_both_loops
async def test_the_last_message_and_the_close_code_come_at_the_end(line: Line) -> None:
    assert line.server.send(b"before")
    await asyncio.sleep(0.05)  # a goodbye may pass what waits in a queue
    line.server.finish(LAST, CODE, "why")
    line.server.finish(b"again", 4999, "again")
    assert line.server.send(b"after")
    line.server.when_drained(lambda: pytest.fail("it is closing"))
    assert await read_to_end(line.client) == ["before", LAST.decode()]
    assert (line.client.close_code, line.client.close_reason) == (CODE, "why")


@on_both_loops
async def test_the_last_message_comes_past_a_full_buffer(line: Line) -> None:
    taken = await fill(line.server.send, LARGE)
    line.server.finish(LAST, CODE, "why")
    read = await read_to_end(line.client)
    assert read[-1] == LAST.decode()
    assert read[:-1] == [LARGE.decode()] * (len(read) - 1)
    assert len(read) - 1 <= taken
    assert line.client.close_code == CODE


@on_both_loops
async def test_nothing_is_received_any_more_once_it_is_closing_not_even_what_has_just_come(line: Line) -> None:
    await asyncio.sleep(0)  # until it waits for a message
    line.server.data_received(Frame(Opcode.TEXT, b"late").serialize(mask=True))
    line.server.finish(LAST, CODE, "why")
    assert await line.received.get() is None
    assert await line.server.receive() is None


@on_both_loops
async def test_who_reads_nothing_more_is_cut_off(line: Line) -> None:
    await fill(line.server.send, LARGE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(protocol, "CLOSE_TIMEOUT_S", 0.1)
        line.server.finish(LAST, CODE, "why")
        await asyncio.sleep(0.2)
    assert await line.server.receive() is None
    read = await read_to_end(line.client)
    assert LAST.decode() not in read
    assert line.client.close_code == 1006


@on_both_loops
async def test_when_the_client_leaves_nothing_more_is_received_and_sending_goes_nowhere(line: Line) -> None:
    await line.client.close()
    assert await line.received.get() is None
    assert line.server.send(b"x" * 100_000)
    assert line.server.send(b"x")
    line.server.finish(LAST, CODE, "why")


@on_both_loops
async def test_when_the_client_is_cut_off_nothing_more_is_received(line: Line) -> None:
    await fill(line.server.send, LARGE)
    line.client.transport.abort()
    assert await line.received.get() is None
    assert line.server.send(b"x")
    line.server.finish(LAST, CODE, "why")
