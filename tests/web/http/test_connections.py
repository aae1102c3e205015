"""Clients that do not finish what they begin."""

import asyncio
import logging

import pytest
from starlette.types import Receive, Scope, Send

from gaprace.web import uvicorn_internals
from gaprace.web.http.rate_limits import ConnectionLimiter
from gaprace.wire import PROTOCOL, Hello, Welcome
from tests.processes import PATIENCE_S
from tests.web.harness import WebHarness, answer_to, connected, next_event, served

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
LAST_REQUEST = REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")


async def test_a_client_that_goes_ends_the_request_that_runs_and_those_behind_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """uvicorn tells only the request that came last; the one that runs would write to a closed connection."""
    begun, told = asyncio.Queue[str](), asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        begun.put_nowait(scope["path"])
        while (await receive())["type"] != "http.disconnect":
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        told.set()

    async with served(app) as at, asyncio.timeout(PATIENCE_S):
        _, writer = await asyncio.open_connection(*at.split(":"))
        writer.write(b"".join(REQUEST.replace(b"healthz", b"%d" % n) for n in range(5)))
        assert await begun.get() == "/0"
        writer.transport.abort()
        await told.wait()
    assert begun.empty()
    assert caplog.records == []


async def test_what_clients_send_wrongly_is_not_logged(at: str, caplog: pytest.LogCaptureFixture) -> None:
    assert b" 400 " in await answer_to(at, b"GET /healthz HT\r\n\r\n")
    assert b" 200 " in await answer_to(
        at, LAST_REQUEST.replace(b"Host", b"Connection: Upgrade\r\nUpgrade: h2c\r\nHost")
    )
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_internals, "HEAD_TIMEOUT_S", 0.05)


@pytest.mark.parametrize("begun", [b"", b"\r\n\r\n", b"GET", b"GET /healthz HTTP/1.1\r\n", REQUEST[:-2]])
async def test_a_request_that_is_not_finished_is_not_waited_for(hurried: None, at: str, begun: bytes) -> None:
    assert (await answer_to(at, begun)).count(b"200 OK") == begun.count(REQUEST)


async def test_a_request_may_take_its_time_once_its_head_is_whole(hurried: None, at: str) -> None:
    reader, writer = await asyncio.open_connection(*at.split(":"))
    head = b"POST /api/v1/players HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n"
    writer.write(head + b"{")
    await asyncio.sleep(0.2)
    writer.write(b"}")
    assert b"201 Created" in await asyncio.wait_for(reader.readline(), PATIENCE_S)
    writer.close()


async def test_a_client_that_does_not_read_on_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_internals, "STALLED_TIMEOUT_S", 0.05)
    is_cut_off = asyncio.Event()

    async def endless(_: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

        async def write() -> None:
            while True:
                await send({"type": "http.response.body", "body": b" " * 1_000_000, "more_body": True})

        writing = asyncio.create_task(write())
        while (await receive())["type"] != "http.disconnect":
            pass
        is_cut_off.set()
        writing.cancel()

    async with served(endless) as at:
        _, writer = await asyncio.open_connection(*at.split(":"), limit=1_000)
        writer.write(REQUEST)
        await asyncio.wait_for(is_cut_off.wait(), PATIENCE_S)
        writer.close()


@pytest.mark.parametrize(
    "request_",
    [
        *(b"GET / HTTP/1.1\r\nHost: a\r\n" + begun for begun in (b"X: " + b"y" * 70_000, b"X: y\r\n" * 12_000)),
        b"GET / HTTP/1.1\r\nHost: a\r\n" + b"y" * 70_000,
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 70_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 12_000 + b"\r\n",
        b"GET /" + b"y" * 70_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        REQUEST + b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 70_000 + b"\r\n\r\n" + REQUEST,
        b"POST /api/v1/players HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: "
        + b"y" * 70_000
        + b"\r\n\r\n",
    ],
)
async def test_a_head_that_is_too_large_is_refused_whether_it_has_an_end_or_not(at: str, request_: bytes) -> None:
    answer = await answer_to(at, request_)
    assert answer.count(b"The request headers are too large.") == 1
    assert b"HTTP/1.1 400" in answer


async def test_a_large_body_is_told_from_a_large_head(at: str) -> None:
    head = b"POST /api/v1/players HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 70000\r\n\r\n"
    assert (await answer_to(at, head + b" " * 70_000)).startswith(b"HTTP/1.1 413")


async def test_several_requests_may_come_over_one_connection(at: str) -> None:
    assert (await answer_to(at, REQUEST, REQUEST + REQUEST, LAST_REQUEST)).count(b"200 OK") == 4


@pytest.mark.parametrize(
    "request_",
    [
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03" + b"\x00" * 40,
        b"GET \xff HTTP/1.1\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET http:// HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET //[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"POST /api/v1/players HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/v1/players HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nCookie: \xff=\xfe; =; gaprace=\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
    ],
)
async def test_no_request_leaves_a_traceback(hurried: None, at: str, request_: bytes) -> None:
    await answer_to(at, request_)
    assert b"200 OK" in await answer_to(at, LAST_REQUEST)


async def test_an_address_may_have_so_many_connections_and_a_socket_is_none_of_them(
    web: WebHarness, token: str
) -> None:
    async with (
        served(web.app, http_connections=ConnectionLimiter(2, 4)) as at,
        connected(at, token, hello=Hello(PROTOCOL)) as first,
        connected(at, token) as second,
    ):
        assert isinstance(await next_event(first), Welcome)
        silent = [await asyncio.open_connection(*at.split(":")) for _ in range(2)]
        assert (await answer_to(at)).startswith(b"HTTP/1.1 429 ")
        for _, writer in silent:
            writer.close()
            await writer.wait_closed()
        async with asyncio.timeout(PATIENCE_S):
            while b"200 OK" not in await answer_to(at, LAST_REQUEST):
                pass
        assert not second.close_code


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /r/%0d%0aInjected:%201 HTTP/1.1\r\nHost: a\r\n",
        b"GET /?%0d%0aInjected:%201 HTTP/1.1\r\nHost: a\r\n",
        b"GET /d/0123456789?v=%0d%0aInjected:%201 HTTP/1.1\r\nHost: a\r\n",
        b"GET /client/%0d%0aInjected:%201.js HTTP/1.1\r\nHost: a\r\n",
        b"PUT /%0d%0aInjected:%201 HTTP/1.1\r\nHost: a\r\n",
        b"GET / HTTP/1.1\r\nHost: a%0d%0aInjected: 1\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-Proto: x\nInjected: 1\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nCookie: gaprace=x\rInjected: 1\r\n",
    ],
)
async def test_nothing_that_is_asked_comes_back_as_a_header(hurried: None, at: str, request_: bytes) -> None:
    head, _, _ = (await answer_to(at, request_ + b"Connection: close\r\n\r\n")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 ")
    assert not any(line.lower().startswith(b"injected") for line in head.splitlines())


@pytest.mark.parametrize(
    "lengths",
    [
        b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        b"Content-Length: 2\r\nContent-Length: 60\r\n",
        b"Content-Length: +2\r\n",
        b"Content-Length: 2, 60\r\n",
        b"Transfer-Encoding: xchunked\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding : chunked\r\n",
    ],
)
async def test_a_request_of_doubtful_length_hides_no_other(hurried: None, at: str, lengths: bytes) -> None:
    head = b"POST /api/v1/players HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    answer = await answer_to(at, head + lengths + b"\r\n{}" + LAST_REQUEST)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"200 OK" not in answer


async def test_who_asks_far_ahead_of_the_answers_is_cut_off(hurried: None, at: str) -> None:
    assert (await answer_to(at, REQUEST * 10_000)).count(b"200 OK") <= uvicorn_internals.MAX_PIPELINED
    assert b"200 OK" in await answer_to(at, LAST_REQUEST)
