"""How a page of an allowed origin proves who it is where a browser cannot set a header: sockets and event streams."""

from collections.abc import AsyncIterator
from contextlib import suppress

import pytest_asyncio
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from gaprace.people.tokens import TICKET_MS
from gaprace.wire import PROTOCOL, Bye, Hello, Welcome, encode
from tests.rooms.stage import ManualClock
from tests.web.harness import CODE, WebHarness, next_event, served, web_harness

FRIEND, STREAM = "https://friend.test", {"Accept": "text/event-stream"}
STRANGER = "https://evil.test"


class Site:
    def __init__(self, web: WebHarness, at: str, token: str, player: str) -> None:
        self.web, self.at, self.token, self.player = web, at, token, player

    def socket(self, query: str = "", *offered: str, origin: str = FRIEND) -> connect:
        subprotocols = [Subprotocol(each) for each in offered] or None
        url = f"ws://{self.at}/ws/rooms/{CODE}{query}"
        return connect(url, origin=Origin(origin), subprotocols=subprotocols, proxy=None)

    async def ticket(self) -> str:
        async with self.web.browser(Authorization=f"Bearer {self.token}", Origin=FRIEND) as page:
            answer = await page.post("/api/v1/me/ticket")
            assert answer.status_code == 201
            return str(answer.json()["token"])


async def you(connection: ClientConnection) -> str:
    """Who somebody is for the server; the code of the end, for nobody."""
    with suppress(ConnectionClosed):  # who is nobody is not waited for
        await connection.send(encode(Hello(PROTOCOL)).decode())
    event = await next_event(connection)
    match event:
        case Welcome(you=me):
            return me.id
        case Bye(code=code):
            return code
    raise TypeError(event)


@pytest_asyncio.fixture
async def site() -> AsyncIterator[Site]:
    web = WebHarness(web_harness(origins=frozenset({FRIEND})).settings, clock=ManualClock())
    made = await web.accounts.new_player("Ann")
    async with served(web.app) as at:
        yield Site(web, at, made.token, made.id)


async def test_a_page_of_an_allowed_origin_offers_its_token_as_a_subprotocol(site: Site) -> None:
    offered = ("gaprace", f"bearer.{site.token}")
    async with site.socket("", *offered) as connection:
        assert connection.subprotocol == "gaprace"
        assert await you(connection) == site.player
    async with site.socket("", "gaprace", "bearer.forged") as connection:
        assert await you(connection) == "no_identity"
    async with site.socket("", *offered, origin=STRANGER) as connection:
        assert await you(connection) == "foreign_origin"


async def test_a_ticket_opens_a_socket_for_a_minute(site: Site) -> None:
    ticket = await site.ticket()
    async with site.socket(f"?ticket={ticket}") as connection:
        assert await you(connection) == site.player
    await site.web.clock.advance(TICKET_MS)  # type: ignore[attr-defined]
    async with site.socket(f"?ticket={ticket}") as connection:
        assert await you(connection) == "no_identity"


async def test_only_a_ticket_may_stand_in_a_url_and_only_that_of_a_socket_or_a_stream(site: Site) -> None:
    ticket = await site.ticket()
    async with site.socket(f"?ticket={site.token}") as connection:
        assert await you(connection) == "no_identity"
    async with site.web.browser() as page:
        assert (await page.get(f"/api/v1/me?ticket={ticket}")).status_code == 401
        assert (await page.get(f"/api/v1/me?ticket={ticket}", headers=STREAM)).status_code == 200
        deleted = await page.request("DELETE", f"/api/v1/me?ticket={ticket}", headers=STREAM, json={"name": "Ann"})
        assert (deleted.status_code, deleted.json()["code"]) == (403, "token_scope")


async def test_a_ticket_creates_no_other_ticket_and_so_it_ends(site: Site) -> None:
    ticket = await site.ticket()
    for how in ({"Authorization": f"Bearer {ticket}"}, {"Cookie": f"gaprace={ticket}"}):
        async with site.web.browser(**how) as page:
            answer = await page.post("/api/v1/me/ticket")
            assert (answer.status_code, answer.json()["code"]) == (403, "token_scope")
