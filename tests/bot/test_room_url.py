import pytest

from gaprace.bot.room_url import RoomUrl
from tests.refusals import refused


@pytest.mark.parametrize(
    ("address", "base", "code", "socket"),
    [
        ("http://127.0.0.1:8000/r/ABC", "http://127.0.0.1:8000", "ABC", "ws://127.0.0.1:8000/ws/rooms/ABC"),
        ("https://example.org/r/ABC/", "https://example.org", "ABC", "wss://example.org/ws/rooms/ABC"),
        ("https://example.org/race/r/ABC", "https://example.org/race", "ABC", "wss://example.org/race/ws/rooms/ABC"),
        ("http://example.org/", "http://example.org", "", "ws://example.org/ws/rooms/"),
        ("http://example.org/race", "http://example.org/race", "", "ws://example.org/race/ws/rooms/"),
    ],
)
def test_an_address_is_a_room_or_a_server(address: str, base: str, code: str, socket: str) -> None:
    url = RoomUrl.parse(address)
    assert (url.base, url.code, url.socket) == (base, code, socket)
    if code:
        assert RoomUrl.parse(url.link) == url


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ABC",
        "127.0.0.1:8000",
        "ftp://x/r/ABC",
        "http:///r/ABC",
        "http://x/r/",
        "http://x/r/../a",
        "http://x/r/a?b=c",
    ],
)
def test_what_is_not_an_address_is_refused(address: str) -> None:
    with refused("bad_address"):
        RoomUrl.parse(address)


@pytest.mark.parametrize("path", ["", "/", "/r/ABC", "/race/"])
def test_an_address_of_a_private_server_has_an_invitation_and_its_link_does_not(path: str) -> None:
    url = RoomUrl.parse(f"https://x.example{path}?invitation=come-in_0123456789.ab")
    assert url.invitation == "come-in_0123456789.ab"
    assert url.room("DEF") == RoomUrl(url.base, "DEF", url.invitation)
    assert "come-in" not in url.link + url.socket + repr(url)
