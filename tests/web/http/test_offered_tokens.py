"""How a page of an allowed origin proves who it is to a socket, where a browser cannot set a header."""

from collections.abc import AsyncIterator
from contextlib import suppress

import pytest_asyncio
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from gaprace.wire import PROTOCOL, Bye, Hello, Welcome, encode
from tests.web.harness import CODE, next_event, served, web_harness

FRIEND = "https://friend.test"
STRANGER = "https://evil.test"


class Site:
    def __init__(self, at: str, token: str, player: str) -> None:
        self.at, self.token, self.player = at, token, player

    def socket(self, *offered: str, origin: str = FRIEND) -> connect:
        subprotocols = [Subprotocol(each) for each in offered] or None
        url = f"ws://{self.at}/ws/rooms/{CODE}"
        return connect(url, origin=Origin(origin), subprotocols=subprotocols, proxy=None)


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
    web = web_harness(origins=frozenset({FRIEND}))
    made = await web.accounts.new_player("Ann")
    async with served(web.app) as at:
        yield Site(at, made.token, made.id)


async def test_a_page_of_an_allowed_origin_offers_its_token_as_a_subprotocol(site: Site) -> None:
    offered = ("gaprace", f"bearer.{site.token}")
    async with site.socket(*offered) as connection:
        assert connection.subprotocol == "gaprace"
        assert await you(connection) == site.player
    async with site.socket("gaprace", "bearer.forged") as connection:
        assert await you(connection) == "no_identity"
    async with site.socket(*offered, origin=STRANGER) as connection:
        assert await you(connection) == "foreign_origin"
