"""A database that stalls: players get a notice, the process is not ready, nothing is lost, and it recovers."""

import asyncio
import resource
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, suppress
from http import HTTPStatus
from secrets import token_hex
from time import monotonic

import asyncpg  # type: ignore[import-untyped]

from gaprace.bot.client import RoomClient
from gaprace.bot.room_url import RoomUrl
from gaprace.rooms.action_journal import STALLED_AFTER_S
from gaprace.rules.actions import action_text
from gaprace.wire import Acted, Event, Notice, Refused, Settings, Start, VariantChoice
from gaprace.wire.http import Identity
from tests.positions import KNOWN_DEAL
from tests.processes import ServerProcess, http_client

SOLO = Settings(variant=VariantChoice("mini"), seats=1, limit_minutes=None, code=KNOWN_DEAL)
TIMEOUT_S = 60.0
PAGE_TIMEOUT_S = 10.0


@contextmanager
def full_disk(server: ServerProcess) -> Iterator[None]:
    """No file of the server may grow, nor be written behind its first page."""
    unlimited = resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)


class Player:
    """A player who goes on acting although the answers do not come."""

    def __init__(self, room: RoomUrl, person: Identity) -> None:
        self.notices: asyncio.Queue[str] = asyncio.Queue()
        self.client = RoomClient(room, person.token, on_event=self._hear)
        self.actions = 0

    def _hear(self, event: Event) -> None:
        if isinstance(event, Notice):
            self.notices.put_nowait(event.code)

    async def begin(self) -> None:
        await self.client.connected()
        self.client.send(Start())
        await self.client.until(lambda replica: replica.started and replica.mine)
        board = next(iter(self.client.replica.boards.values()))
        assert isinstance(await self.client.act(action_text(board.legal_moves()[0])), Acted)

    def act(self) -> asyncio.Future[Acted | Refused]:
        """Take back the one move, or make it again."""
        self.actions += 1
        return self.client.act("undo" if self.actions % 2 else "redo")


@asynccontextmanager
async def playing(server: ServerProcess) -> AsyncIterator[Player]:
    (person,) = await server.people(1)
    player = Player(await server.room(person, SOLO), person)
    async with player.client:
        await player.begin()
        yield player


async def until_refused(player: Player) -> list[asyncio.Future[Acted | Refused]]:
    """Act until that is refused; return what waits."""
    waiting: list[asyncio.Future[Acted | Refused]] = []
    while True:
        answer = player.act()
        done, _ = await asyncio.wait([answer], timeout=0.5)
        if done:
            refusal = answer.result()
            assert isinstance(refusal, Refused)
            assert refusal.code == "try_again"
            player.actions -= 1
            return waiting
        waiting.append(answer)


async def a_stall_is_told_and_heals(server: ServerProcess, fault: AbstractContextManager[object]) -> None:
    async with playing(server) as player, http_client(server.base) as browser:
        (await browser.post("/api/v1/players", json={})).raise_for_status()
        with fault:
            first, began = player.act(), monotonic()
            assert await asyncio.wait_for(player.notices.get(), TIMEOUT_S) == "storing_slow"
            assert (await browser.get("/readyz")).status_code == 503
            looked = monotonic()
            await browser.get("/api/v1/me")
            assert monotonic() - looked < PAGE_TIMEOUT_S
            waiting = await asyncio.wait_for(until_refused(player), TIMEOUT_S)
            assert monotonic() - began >= STALLED_AFTER_S
            assert not first.done()
        assert await asyncio.wait_for(player.notices.get(), TIMEOUT_S) == "storing_again"
        answers = await asyncio.wait_for(asyncio.gather(first, *waiting), TIMEOUT_S)
        assert [type(answer) for answer in answers] == [Acted] * len(answers)
        assert [answer.n for answer in answers] == list(range(2, len(answers) + 2))
        assert isinstance(await asyncio.wait_for(player.act(), TIMEOUT_S), Acted)
        assert (await browser.get("/readyz")).status_code == 200


async def test_a_full_disk_stalls_openly_and_heals(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url) as server:
        await a_stall_is_told_and_heals(server, full_disk(server))


# Fewer connections than a process would like to have


@asynccontextmanager
async def limited(url: str, connections: int) -> AsyncIterator[tuple[str, asyncpg.Connection]]:
    """The URL of the database for a role with a limit of connections, and a connection of the superuser."""
    admin = await asyncpg.connect(url)
    role = f"limited_{token_hex(4)}"
    await admin.execute(f"CREATE ROLE {role} LOGIN CONNECTION LIMIT {connections}")
    await admin.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}")
    try:
        yield url.replace("postgres@", f"{role}@"), admin
    finally:
        await admin.execute(f"DROP OWNED BY {role}")
        await admin.execute(f"DROP ROLE {role}")
        await admin.close()


async def take_the_place_of_the_journal(admin: asyncpg.Connection, url: str) -> asyncpg.Connection:
    """Cut the journal's connection and open one instead, before the server does."""
    while True:
        cut = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1"
        await admin.fetchval(cut, "gaprace journal")
        with suppress(asyncpg.TooManyConnectionsError):
            return await asyncpg.connect(url)


async def test_with_few_connections_to_postgres_actions_come_first(postgres_url: str) -> None:
    async with (
        limited(postgres_url, 3) as (url, admin),
        ServerProcess(url) as server,
        playing(server) as player,
        http_client(server.base) as browser,
    ):
        pages = await asyncio.gather(*(browser.get("/api/v1/leaderboards/rating/all/addiction") for _ in range(30)))
        assert {page.status_code for page in pages} <= {HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE}
        assert isinstance(await asyncio.wait_for(player.act(), PAGE_TIMEOUT_S), Acted)
        async with asyncio.timeout(TIMEOUT_S):
            greedy = await take_the_place_of_the_journal(admin, url)
        try:
            assert isinstance(await asyncio.wait_for(player.act(), PAGE_TIMEOUT_S), Acted)
        finally:
            await greedy.close()
