"""A look creates nothing: an identity begins with the first action that needs one."""

import re
from copy import deepcopy

import pytest
from httpx2 import AsyncClient

from gaprace.web.app import ROUTES
from gaprace.wire import PROTOCOL, Hello, Refused, Say, Start, Welcome, encode
from tests.rooms.stage import Stage
from tests.web.harness import WebHarness, becomes_guest, connected, next_event, served, web_harness, web_of
from tests.web.stream_reader import reading

PARAMETER = re.compile(r"\{\w+(?::\w+)?\}")
READS = [route.path for route in ROUTES if route.method == "GET"]
VISITS = (
    {"Accept": "text/html", "Sec-Fetch-Dest": "document"},
    {"Accept": "text/html", "Cookie": "gaprace=g1.0000000000000000.1.AAAA"},
    {"Accept": "*/*", "User-Agent": "Googlebot/2.1"},
    {"Accept": "text/event-stream"},
)


def rows(web: WebHarness) -> dict[str, object]:
    return {
        name: deepcopy(value) for name, value in vars(web.store.database).items() if name in {"players", "sessions"}
    }


@pytest.mark.parametrize("headers", VISITS)
async def test_no_address_that_is_read_makes_a_player(
    web: WebHarness, headers: dict[str, str], browser: AsyncClient
) -> None:
    for path in READS:
        answer = await browser.get(PARAMETER.sub("0123456789abcdef", path), headers=headers)
        assert "gaprace=" not in answer.headers.get("set-cookie", ""), path
    assert rows(web) == {"players": {}, "sessions": {}}


async def test_a_page_renews_the_cookie_of_a_player_and_of_nobody_else(web: WebHarness) -> None:
    async with web.browser() as player, web.browser() as visitor:
        await becomes_guest(player)
        before = rows(web)
        for browser in (player, visitor):
            assert "set-cookie" not in (await browser.get("/")).headers
    assert rows(web) == before


async def test_a_visitor_watches_a_room_and_takes_part_in_nothing(stage: Stage) -> None:
    web = web_of(stage)
    room = await stage.create("ann")
    before = rows(web)
    async with served(web.app) as at, connected(at, None, code=room, hello=Hello(PROTOCOL, watch=True)) as visitor:
        welcome = await next_event(visitor)
        assert isinstance(welcome, Welcome)
        assert not welcome.you.seated
        for command, refusal in ((Say("hello"), "no_identity"), (Start(), "not_a_member")):
            await visitor.send(encode(command).decode())
            while not isinstance(answer := await next_event(visitor), Refused):
                pass
            assert answer.code == refusal
    async with reading(web.app, f"/api/v1/rooms/{room}", "") as stream:
        assert (await stream.next())["t"] == "welcome"
    assert rows(web) == before


@pytest.mark.parametrize(("settings", "allowed"), [({}, True), ({"invitations": ("a-long-invitation",)}, False)])
async def test_robots_look_at_pages_and_at_nothing_else(settings: dict[str, object], *, allowed: bool) -> None:
    async with web_harness(**settings).browser() as robot:
        answer = await robot.get("/robots.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    closed = re.findall("^Disallow: (.+)$", answer.text, re.MULTILINE)
    assert answer.text.startswith("User-agent: *\n")
    assert any("/r/ABCDEFGH".startswith(path) for path in closed) != allowed
    assert all(any(path.startswith(each) for each in closed) for path in ("/api/v1/me", "/ws/rooms/ABCDEFGH"))
