"""For which hosts and addresses requests are taken: a page of another site cannot pass for one of this server."""

import httpx2
import pytest
from httpx2 import AsyncClient
from websockets.asyncio.client import connect

from gaprace.error_codes import CLOSE_REASONS
from gaprace.settings import read_settings
from gaprace.web.http.middleware import RequestFilter
from tests.web.harness import CODE, answer_to, connected, read_to_end, web_harness
from tests.web.responses import problem


def filter_of(hosts: str = "", origins: str = "", host: str = "127.0.0.1") -> RequestFilter:
    return RequestFilter(read_settings({"GAPRACE_HOSTS": hosts, "GAPRACE_ORIGINS": origins, "GAPRACE_HOST": host}))


LOCAL = ("localhost", "localhost:8000", "LOCALHOST.", "game.localhost", "127.0.0.1:8000", "192.168.1.20:8000")
LOCAL += ("[::1]:8000", "[fe80::1]", "nas", "pi.local:8000", "pi.lan", "pi.home.arpa", "server:8000")
OTHERS = ("evil.com", "evil.com:8000", "race.example.org.", "localhost.evil.com", "local.evil.com")
OTHERS += ("127.0.0.1.evil.com", "1.2")


@pytest.mark.parametrize("host", LOCAL + OTHERS)
def test_localhost_and_names_of_a_local_network_need_no_setting_and_others_do(host: str) -> None:
    assert filter_of().allows(host) == (host in LOCAL)


@pytest.mark.parametrize(
    ("hosts", "allowed", "refused"),
    [
        ("race.example.org", "race.example.org:443", "example.org"),
        ("Race.Example.org., b.org", "b.org", "a.b.org"),
        ("*.example.org", "race.example.org", "example.org"),
        ("*.example.org", "a.b.example.org", "evilexample.org"),
    ],
)
def test_configured_names_are_allowed(hosts: str, allowed: str, refused: str) -> None:
    assert filter_of(hosts).allows(allowed)
    assert not filter_of(hosts).allows(refused)


def test_the_hosts_of_configured_origins_and_the_address_to_listen_on_are_allowed_and_with_a_star_any() -> None:
    assert filter_of(origins="https://race.example.org:8443").allows("race.example.org:8443")
    assert filter_of(host="race.example.org").allows("race.example.org")
    assert filter_of("*").allows("evil.com")


# Over HTTP


async def test_a_name_that_another_site_made_point_here_is_refused_with_the_way_out(browser: AsyncClient) -> None:
    for path in ("/", "/metrics", "/api/v1/players", "/client/main.js", "/healthz"):
        answer = await browser.get(path, headers={"Host": "evil.com", "Origin": "http://evil.com"})
        assert "GAPRACE_HOSTS" in problem(answer, 421, "unknown_host").message
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("host", ["", "a b", "a.org/evil", "a.org@evil", "é", "a:b", "a:123456"])
async def test_a_malformed_host_is_refused(host: str, browser: AsyncClient) -> None:
    answer = await browser.get("/healthz", headers=[(b"host", host.encode())])
    problem(answer, 400, "bad_host")


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\n", b"200"),
        (b"GET /healthz HTTP/1.1\r\n", b"400"),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n", b"400"),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\nhost: evil.com\r\n", b"400"),
        (b"GET /healthz HTTP/1.1\r\nHost: evil.com\r\n", b"421"),
        (b"GET /healthz HTTP/1.0\r\n", b"200"),
        (b"GET /healthz HTTP/1.0\r\nHost: evil.com\r\n", b"421"),
    ],
)
async def test_a_request_has_exactly_one_host(at: str, head: bytes, status: bytes) -> None:
    answer = await answer_to(at, head + b"Connection: close\r\n\r\n")
    assert answer.split()[1] == status


# Sockets


async def test_a_page_of_another_name_cannot_open_a_socket(at: str, token: str) -> None:
    cookie = {"Origin": "http://evil.com", "Cookie": f"gaprace={token}"}
    host, port = at.split(":")
    async with connect(
        f"ws://evil.com/ws/rooms/{CODE}", host=host, port=int(port), additional_headers=cookie, proxy=None
    ) as client:
        await read_to_end(client)
    assert client.close_code == CLOSE_REASONS["foreign_origin"].close


async def test_a_socket_of_a_room_with_a_nul_is_refused(at: str) -> None:
    async with connected(at, "any", code="%00") as client:
        await read_to_end(client)
    assert client.close_code == CLOSE_REASONS["room_not_found"].close


# Addresses


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/%00"),
        ("GET", "/api/v1/players/a%00b"),
        ("POST", "/api/v1/dailies/2026-11-22/%00/games"),
        ("GET", "/api/v1/leaderboards/streak/all/mini?after=%00"),
        ("GET", "/d/0123456789?%00=1"),
        ("GET", "/client/main.js%00.html"),
        ("GET", "/og/g/%00.png"),
    ],
)
async def test_a_nul_in_an_address_is_refused(method: str, path: str, ann: AsyncClient) -> None:
    answer = await ann.request(method, path)
    assert "%" in problem(answer, 400, "bad_url").message


async def test_other_characters_are_just_characters(browser: AsyncClient) -> None:
    for path in ("/p/%C3%A9%20%25", "/p/%ff", "/p/%01", "/?a=%F0%9F%98%80"):
        assert (await browser.get(path)).status_code in {200, 404}


# https


async def answer_over(settings: dict[str, object], **headers: str) -> httpx2.Response:
    async with web_harness(**settings).browser() as browser:
        return await browser.get("/", headers=headers)


async def test_browsers_that_came_by_https_come_back_by_https_alone() -> None:
    https = {"X-Forwarded-Proto": "https"}
    answer = await answer_over({"trusted_hops": 1}, **https)
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    for settings, headers in (
        ({}, {}),
        ({}, https),
        ({"trusted_hops": 1}, {}),
        ({"trusted_hops": 1}, {**https, "Host": "localhost"}),
        ({"trusted_hops": 1}, {**https, "Host": "127.0.0.1:8443"}),
    ):
        assert "strict-transport-security" not in (await answer_over(dict(settings), **headers)).headers
