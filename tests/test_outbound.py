"""Requests to addresses that players have chosen: where they may go, and what a bad receiver can do."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address, ip_network

import pytest

from gaprace.outbound import MAX_BODY_BYTES, PORTS, CheckedBackend, OutboundHttp, is_public, read_networks, resolve
from gaprace.play.notices.outbox import Outcome

LOOPBACK = read_networks(["127.0.0.0/8"])
HEADERS = {"content-type": "application/json", "webhook-id": "msg_1"}
Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def receiver(answer: Answer) -> AsyncIterator[tuple[int, list[bytes]]]:
    """A receiver on this machine; gives its port, and what it has read."""
    read = list[bytes]()
    handlers = set[asyncio.Task[None]]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        handlers.add(task)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
            read.append(head + await reader.readexactly(int(length.split(b":")[1])))
            await answer(writer)
        except ConnectionError:
            pass  # the other side has closed the connection
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], read
    finally:
        server.close()
        for task in handlers:
            task.cancel()
        await asyncio.gather(*handlers, return_exceptions=True)


def says(text: str) -> Answer:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(text.replace("\n", "\r\n").encode())
        await writer.drain()

    return answer


@asynccontextmanager
async def outbound(*, timeout_s: float = 60, **options: object) -> AsyncIterator[OutboundHttp]:
    http = OutboundHttp(timeout_s=timeout_s, **options)
    try:
        yield http
    finally:
        await http.close()


async def post(port: int, answer_to: str = "/hook", **options: object) -> Outcome:
    async with outbound(networks=LOOPBACK, **options) as http:
        return await http.send(f"http://127.0.0.1:{port}{answer_to}", HEADERS, b"{}")


async def test_a_body_is_posted_with_its_headers() -> None:
    async with receiver(says("HTTP/1.1 204 No Content\n\n")) as (port, read):
        assert await post(port, "/hook?a=b") == Outcome()
    assert read[0].startswith(b"POST /hook?a=b HTTP/1.1\r\n")
    assert b"\r\nwebhook-id: msg_1\r\n" in read[0]
    assert read[0].endswith(b"\r\n\r\n{}")


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("HTTP/1.1 500 Oh\n\n", Outcome("500")),
        ("HTTP/1.1 410 Gone\n\n", Outcome("410")),
        ("HTTP/1.1 429 Slow\nRetry-After: 30\n\n", Outcome("429", 30_000)),
        ("HTTP/1.1 503 No\nRetry-After: soon\n\n", Outcome("503")),
        ("HTTP/1.1 302 Found\nLocation: http://127.0.0.1:1/inside\n\n", Outcome("redirected")),
        ("HTTP/1.1 307 Elsewhere\nLocation: http://127.0.0.1:1/inside\n\n", Outcome("redirected")),
        ("no HTTP at all\n\n", Outcome("unreachable")),
        ("", Outcome("unreachable")),
    ],
)
async def test_an_answer_that_is_no_success_is_a_failure(answer: str, outcome: Outcome) -> None:
    async with receiver(says(answer)) as (port, _):
        assert await post(port) == outcome


async def test_a_receiver_that_never_answers_is_given_up() -> None:
    async with receiver(lambda _: asyncio.Event().wait()) as (port, read):
        assert await post(port, timeout_s=0.2) == Outcome("timed_out")
    assert len(read) <= 1


async def test_of_an_answer_only_as_much_is_read_as_an_answer_needs() -> None:
    async def endless_headers(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            writer.write(b"a: b\r\n" * 1_000)
            await writer.drain()

    async def endless_body(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
            await writer.drain()

    async with receiver(endless_headers) as (port, _):
        assert await post(port) == Outcome("unreachable")
    async with receiver(endless_body) as (port, _):
        assert await post(port) == Outcome()


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/", "ftp://127.0.0.1/", "nothing", "http://", "http://[::1/"])
async def test_an_address_that_is_none_or_where_nobody_listens_is_unreachable(url: str) -> None:
    async with outbound(networks=LOOPBACK) as http:
        assert (await http.send(url, HEADERS, b"{}")).failure in {"unreachable", "refused_address"}


async def test_a_body_that_is_too_large_is_not_sent() -> None:
    async with outbound(networks=LOOPBACK) as http:
        assert await http.send("http://127.0.0.1:1/", HEADERS, b"x" * (MAX_BODY_BYTES + 1)) == Outcome("too_large")


# Where requests may go

INSIDE = [
    "127.0.0.1",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",  # noqa: S104 (an address to refuse)
    "224.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "198.18.0.1",
    "::",
    "::1",
    "fd00::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
]
OUTSIDE = ["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", INSIDE)
async def test_an_address_of_the_inside_is_refused_however_it_is_written(address: str) -> None:
    assert not is_public(ip_address(address))
    async with outbound(resolver=lambda host, port: [address]) as http:
        for scheme in ("https", "http"):
            assert await http.send(f"{scheme}://innocent.example/", HEADERS, b"{}") == Outcome("refused_address")


@pytest.mark.parametrize("address", OUTSIDE)
def test_an_address_of_the_outside_is_allowed_at_the_ports_of_https(address: str) -> None:
    assert is_public(ip_address(address))
    backend = CheckedBackend((), PORTS, resolve)
    ports = (22, 25, 80, 443, 5432, 6379, 8080, 8443)
    assert [port for port in ports if backend.allows(ip_address(address), port)] == [443, 8443]
    assert not CheckedBackend((), (), resolve).allows(ip_address(address), 443)  # by plain HTTP
    backend.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "localhost", "[::1]", "[::ffff:7f00:1]"])
async def test_this_machine_is_refused_by_every_name(host: str) -> None:
    async with outbound() as http:
        outcome = await http.send(f"https://{host}/", HEADERS, b"{}")
    assert outcome.failure in {"refused_address", "unreachable"}  # some systems do not know some of them


async def test_a_name_that_leads_inside_the_next_time_is_of_no_use() -> None:
    """DNS rebinding: the address that was checked is the one that is connected to."""
    asked = list[str]()

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.2"] if len(asked) == 1 else ["127.0.0.1"]

    async with (
        receiver(says("HTTP/1.1 200 OK\n\n")) as (port, read),
        outbound(networks=(ip_network("127.0.0.2/32"),), resolver=rebinding) as http,
    ):
        url = f"http://innocent.example:{port}/"
        assert (await http.send(url, HEADERS, b"{}")).failure != ""  # nobody listens at 127.0.0.2
        assert await http.send(url, HEADERS, b"{}") == Outcome("refused_address")
    assert asked == ["innocent.example"] * 2
    assert read == []


async def test_of_several_addresses_only_those_that_are_allowed_are_used() -> None:
    async with (
        receiver(says("HTTP/1.1 200 OK\n\n")) as (port, read),
        outbound(networks=LOOPBACK, resolver=lambda host, port: ["10.0.0.1", "127.0.0.1"]) as http,
    ):
        assert await http.send(f"http://innocent.example:{port}/", HEADERS, b"{}") == Outcome()
    assert b"host: innocent.example" in read[0].lower()


async def test_a_name_that_resolves_slowly_is_given_up() -> None:
    done = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(host: str, port: int) -> list[str]:
        asyncio.run_coroutine_threadsafe(done.wait(), loop).result()
        return ["127.0.0.1"]

    async with outbound(networks=LOOPBACK, resolver=slow, timeout_s=0.1) as http:
        assert await http.send("http://innocent.example/", HEADERS, b"{}") == Outcome("timed_out")
        done.set()


def test_networks_are_read() -> None:
    assert read_networks(["10.0.0.0/8", "fd00::/8"]) == (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))
    with pytest.raises(ValueError, match="host bits"):
        read_networks(["10.0.0.1/8"])
