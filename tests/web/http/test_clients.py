from typing import Any

import pytest
from starlette.requests import HTTPConnection

from gaprace.web.http.clients import MAX_DEVICE_LENGTH, client_of, device_of, is_cross_site


def connection(*headers: tuple[str, str], peer: str | None = "10.0.0.9", scheme: str = "http") -> HTTPConnection:
    scope: dict[str, Any] = {
        "type": "http",
        "scheme": scheme,
        "client": peer and (peer, 1234),
        "server": ("127.0.0.1", 8000),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers],
    }
    return HTTPConnection(scope)


@pytest.mark.parametrize(
    ("hops", "forwarded", "address"),
    [
        (0, [], "10.0.0.9"),
        (0, ["1.1.1.1"], "10.0.0.9"),
        (1, [], "10.0.0.9"),
        (1, ["1.1.1.1"], "1.1.1.1"),
        (1, ["6.6.6.6, 1.1.1.1"], "1.1.1.1"),
        (1, ["6.6.6.6", "1.1.1.1"], "1.1.1.1"),
        (2, ["6.6.6.6, 1.1.1.1, 10.0.0.8"], "1.1.1.1"),
        (2, ["1.1.1.1"], "1.1.1.1"),
        (3, ["6.6.6.6, 1.1.1.1, 10.0.0.8"], "6.6.6.6"),
        (1, ["1.1.1.1:443"], "1.1.1.1"),
        (1, ["[2001:db8::1]:443"], "2001:db8::/64"),
        (1, ["2001:db8::1"], "2001:db8::/64"),
        (1, ["unknown"], "10.0.0.9"),
        (1, [""], "10.0.0.9"),
        (1, ["6.6.6.6,"], "10.0.0.9"),
        (1, ["é"], "10.0.0.9"),
        (1, ["9" * 4_000], "10.0.0.9"),
    ],
)
def test_the_address_comes_from_trusted_hops_only(hops: int, forwarded: list[str], address: str) -> None:
    headers = [("X-Forwarded-For", line) for line in forwarded]
    assert client_of(connection(*headers), hops).address == address


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("64:ff9b::1.2.3.4", "1.2.3.4"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        (None, ""),
    ],
)
def test_ipv6_is_counted_by_its_network(peer: str | None, address: str) -> None:
    assert client_of(connection(peer=peer), 0).address == address


@pytest.mark.parametrize(
    ("hops", "scheme", "forwarded", "secure"),
    [
        (0, "http", "https", False),
        (0, "https", "http", True),
        (0, "wss", "", True),
        (0, "ws", "", False),
        (1, "http", "https", True),
        (1, "ws", "HTTPS", True),
        (1, "ws", "wss", True),
        (1, "http", "", False),
        (1, "http", "https, http", False),
        (2, "http", "https, http", True),
    ],
)
def test_the_scheme_comes_from_trusted_hops_only(hops: int, scheme: str, forwarded: str, secure: bool) -> None:
    headers = [("X-Forwarded-Proto", forwarded)] if forwarded else []
    client = client_of(connection(*headers, ("Host", "a.org"), scheme=scheme), hops)
    assert client.secure == secure
    assert (client.base_url, client.socket_base_url) == (
        ("https://a.org", "wss://a.org") if secure else ("http://a.org", "ws://a.org")
    )


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("Example.org", "http://example.org"),
        ("localhost:8000", "http://localhost:8000"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("", "http://127.0.0.1:8000"),
        ("a.org/evil", "http://127.0.0.1:8000"),
        ("a.org@evil", "http://127.0.0.1:8000"),
        ("a b", "http://127.0.0.1:8000"),
    ],
)
def test_links_begin_with_the_host_that_was_asked_for(host: str, link: str) -> None:
    assert client_of(connection(("Host", host)), 0).base_url == link


@pytest.mark.parametrize(
    ("origin", "foreign"),
    [
        ("http://a.org", False),
        ("https://a.org", False),
        ("https://A.org:443", False),
        ("http://a.org:80", False),
        ("http://a.org:8000", True),
        ("http://sub.a.org", True),
        ("http://a.org.evil", True),
        ("https://friend.org", False),
        ("http://friend.org", True),
        ("null", True),
        ("", True),
        ("file://", True),
        ("ftp://a.org", True),
        ("http://[", True),
        ("http://a.org@evil", True),
    ],
)
def test_an_origin_is_own_configured_or_foreign(origin: str, foreign: bool) -> None:
    asked = connection(("Host", "a.org"), ("Origin", origin))
    assert is_cross_site(asked.headers, client_of(asked, 0), frozenset({"https://friend.org"})) == foreign


@pytest.mark.parametrize(
    ("site", "foreign"),
    [("cross-site", True), ("same-site", True), ("same-origin", False), ("none", False), (None, False)],
)
def test_without_an_origin_the_browser_says_from_which_site(site: str | None, foreign: bool) -> None:
    asked = connection(("Host", "a.org"), *([("Sec-Fetch-Site", site)] if site else []))
    assert is_cross_site(asked.headers, client_of(asked, 0), frozenset()) == foreign


def test_an_own_origin_with_another_port_of_the_host_is_own_by_its_default_port() -> None:
    asked = connection(("Host", "a.org:443"), ("Origin", "https://a.org"))
    assert not is_cross_site(asked.headers, client_of(asked, 0), frozenset())


MOZILLA, WEBKIT = "Mozilla/5.0", "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (f"{MOZILLA} (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0 Safari/537.36", "Chrome on Windows"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
        (f"{MOZILLA} (Linux; Android 14; Pixel 8) {WEBKIT} Chrome/126.0 Mobile Safari/537.36", "Chrome on Android"),
        (f"{MOZILLA} (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari on iPhone"),
        (f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15", "Safari on macOS"),
        ("gaprace-bot/1.2 (by hand)", "gaprace-bot/1.2"),
        ("Firefox/1", "Firefox"),
        ("x" * 500, "x" * MAX_DEVICE_LENGTH),
        ("\u202eevil", ""),
        ("", ""),
    ],
)
def test_a_device_is_called_by_browser_and_system(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device
