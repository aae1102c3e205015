"""A hall full of people behind one address, on a server with the limits that it has by default."""

import asyncio

from gaprace.settings import ServerSettings
from gaprace.wire import MAX_SEATS, PROTOCOL, Hello, Settings, encode
from gaprace.wire.http import Identity
from tests.processes import PATIENCE_S, ServerProcess, http_client
from tests.raw_websockets import RawClient, raw_client

GUESTS, ROOMS = 240, 5
AT_ONCE = 8
"""The clients share one core with the server: more of them at once would wait for each other."""
OK, CREATED, NO_IDENTITY, SLOW = 200, 201, 401, 503
BY_DEFAULT = {
    f"GAPRACE_{name.upper()}": str(getattr(ServerSettings(), name))
    for name in (
        "connections_per_address",
        "rooms_per_minute",
        "identities_per_minute",
        "requests_per_minute",
        "commands_per_address",
    )
}


async def comes_in(server: ServerProcess, path: str) -> RawClient:
    """Open the link, become a guest, and enter the room, as a browser does: it comes again if the database is slow."""
    async with http_client(server.base, verify=False) as browser:  # without TLS, no certificates to load
        assert (await browser.get(f"/r/{path.rpartition('/')[2]}")).status_code == OK
        while (me := await browser.get("/api/v1/me")).status_code != OK:
            assert me.status_code in {NO_IDENTITY, SLOW}, me.text
            made = await browser.post("/api/v1/players")
            assert made.status_code in {CREATED, SLOW}, made.text
        token = browser.cookies[f"gaprace-{server.port}"]
    while True:
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        client = await raw_client(server.port, path, token, heard.put_nowait)
        client.send(encode(Hello(PROTOCOL)))
        answer = await asyncio.wait_for(heard.get(), PATIENCE_S)
        if answer.startswith(b'{"t":"welcome"'):
            return client
        assert b'"code":"try_again"' in answer, answer


async def test_a_hall_comes_in_at_once_and_nobody_is_refused(sqlite_url: str) -> None:
    assert ServerSettings().connections_per_address < GUESTS
    async with ServerProcess(sqlite_url, settings=BY_DEFAULT) as server:
        host: Identity = (await server.people(1))[0]
        codes = [(await server.room(host, Settings(seats=MAX_SEATS))).code for _ in range(ROOMS)]
        door = asyncio.Semaphore(AT_ONCE)

        async def guest(number: int) -> RawClient:
            async with door:
                return await comes_in(server, f"/ws/rooms/{codes[number % ROOMS]}")

        guests = await asyncio.gather(*(guest(number) for number in range(GUESTS)))
        assert not any(guest.is_closed for guest in guests)
        for guest in guests:
            guest.transport.abort()
