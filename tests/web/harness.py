"""A harness for the web alone: rooms that answer as a test wants, real identities, and a store in memory."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx2
from httpx2 import AsyncClient
from starlette.types import ASGIApp
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from gaprace.bus.local import LocalBus
from gaprace.clock import SystemClock
from gaprace.engine.greedy import GreedyEngine
from gaprace.errors import Disconnected, StoreUnavailable
from gaprace.notices.push_key import PushKey
from gaprace.openid.provider import DiscoveredProvider
from gaprace.people.accounts import Accounts
from gaprace.people.networks import Networks
from gaprace.people.openid import SIGN_IN_LABEL, OpenIdSignIn
from gaprace.people.openid_accounts import ProviderConnections
from gaprace.people.signed_notes import SignedNotes
from gaprace.people.tokens import Tokens
from gaprace.play.live.room import new_room
from gaprace.ports import AtOnce, Clock, Engine, StoredPlayer
from gaprace.rooms.action_journal import Journal
from gaprace.rooms.connection import Connection
from gaprace.rooms.context import RoomContext
from gaprace.rooms.registry import RoomRegistry
from gaprace.rooms.timers import Throttle
from gaprace.settings import ServerSettings
from gaprace.web.app import build_app
from gaprace.web.context import AppContext
from gaprace.web.http.rate_limits import Limits
from gaprace.web.listening import listening_sockets
from gaprace.web.server import Server
from gaprace.wire import (
    Act,
    Command,
    Event,
    Hello,
    Leave,
    Member,
    Ping,
    Pong,
    Present,
    Rematch,
    RoomView,
    Settings,
    Start,
    Welcome,
    Wire,
    You,
    bye,
    decode_event,
    encode,
)
from gaprace.wire.http import BackupFile, InstallationState
from gaprace.wiring.adapters import new_provider_requests
from gaprace.wiring.application import sign_in_rules
from tests.memory_store import MemoryStore
from tests.metrics import NoMetrics
from tests.processes import PATIENCE_S
from tests.receiver import Receiver
from tests.rooms.stage import Stage

CLIENT = Path(__file__).parents[2] / "client"
CODE = "ABCDEFGH"
BASE = "http://race.test"
MODERATOR = "anna:0123456789abcdef"
"""The name and the token of a moderator, as in `GAPRACE_ADMIN_TOKENS`."""
VAPID = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
"""The public key of the example in RFC 8292."""


class ExamplePushKey(PushKey):
    """A key that takes no time to compute."""

    async def public(self) -> str:
        return VAPID


EXAMPLES = os.environ.get("GAPRACE_TEST_EXAMPLES", "")
"""A file to which every call of the API is added, see `tests.web.api.examples`."""


def record(method: str, path: str, status: int, media_type: str, body: str, answer: str) -> None:
    with Path(EXAMPLES).open("a") as file:
        file.write(json.dumps([method, path, status, media_type, body, answer]) + "\n")


async def recorded(answer: httpx2.Response) -> None:
    request, kind = answer.request, answer.headers.get("content-type", "")
    if kind == "application/json":
        await answer.aread()
        body = getattr(request, "_content", b"").decode(errors="replace")  # a stream that was sent has none
        record(request.method, request.url.path, answer.status_code, kind, body, answer.text)


class FakeRoom:
    """Answers pings; leave, rematch and start end in a closed, a lost store and a mistake."""

    def __init__(self) -> None:
        self.state = new_room("ROOM", Member("host", "Host"), Settings())
        self.connections: list[Connection] = []
        self.commands: list[Command] = []
        self.left = asyncio.Event()

    async def handle(self, connection: Connection, command: Command) -> None:
        self.commands.append(command)
        match command:
            case Ping(sent):
                connection.send(encode(Pong(sent, now=7)))
            case Leave():
                raise Disconnected("left")
            case Rematch():
                raise StoreUnavailable("The store is away because a test wants it so.")
            case Start():
                raise ZeroDivisionError("a mistake with a secret in it")

    def act(self, connection: Connection, act: Act) -> None:
        self.commands.append(act)

    async def gone(self, connection: Connection) -> None:
        self.connections.remove(connection)
        self.left.set()


class FakeRooms(RoomRegistry):
    """The rooms in the store, and a stand-in with the code `CODE`, which records the players it is notified of."""

    def __init__(self, context: RoomContext) -> None:
        super().__init__(context)
        self.room = FakeRoom()
        self.renames: list[str] = []
        self.recoveries: list[str] = []
        self.deletions: list[str] = []
        self.suspensions: list[str] = []

    async def view(self, code: str, player: str | None = None) -> RoomView | None:
        return RoomView(CODE, 1, Settings(), None, []) if code == CODE else await super().view(code, player)

    async def exists(self, code: str) -> bool:
        return code == CODE or await super().exists(code)

    async def enter(self, code: str, connection: Connection, hello: Hello) -> FakeRoom:
        if code != CODE:
            raise Disconnected("room_not_found")
        player = connection.player
        you = You(player.id, player.name, seated=not hello.watch)
        connection.send(encode(Welcome(you, await self.view(CODE), 7, Present([], 0), 0)))
        self.room.connections.append(connection)
        return self.room

    async def renamed(self, player: StoredPlayer) -> None:
        self.renames.append(player.name)

    async def recovered(self, player_id: str) -> None:
        self.recoveries.append(player_id)

    async def deleted(self, player_id: str) -> None:
        self.deletions.append(player_id)

    async def suspended(self, player_id: str) -> None:
        self.suspensions.append(player_id)

    async def close(self, code: str = "restarting") -> None:
        for connection in list(self.room.connections):
            connection.close(bye(code))


class NoInstallation:
    """An `Installation` of which nothing is known."""

    async def state(self) -> InstallationState:
        return InstallationState("", "", "", "", [], started_at=0)

    async def back_up(self, keep: int) -> BackupFile:
        return BackupFile("", keep, 0)


@dataclass
class WebHarness:
    """The application with everything behind it."""

    settings: ServerSettings = field(default_factory=ServerSettings)
    client: Path = CLIENT
    store: MemoryStore = field(default_factory=MemoryStore)
    rooms: RoomRegistry | None = None
    clock: Clock = field(default_factory=SystemClock)
    bus: LocalBus = field(default_factory=LocalBus)
    engine: Engine = field(default_factory=GreedyEngine)
    sender: Receiver = field(default_factory=Receiver)

    def __post_init__(self) -> None:
        self.journal = Journal(self.store.appender, NoMetrics())
        """Not open: a test opens it if it has to know about the store."""
        self.accounts = Accounts(self.store, self.clock, Tokens(self.clock, [b"k" * 32]))
        throttle, ports = Throttle(self.clock), (self.store, self.clock, self.bus, self.journal, self.engine)
        shared = RoomContext(*ports, NoMetrics(), throttle, AtOnce())
        self.rooms = self.rooms or FakeRooms(shared)
        self.context = AppContext(
            shared,
            self.rooms,
            self.accounts,
            Networks(self.store, self.clock, [b"k" * 32]),
            self.settings,
            # No test is too slow for a limit, or has to send ten minutes' worth of requests.
            Limits(self.settings, now=lambda: 0.0, request_burst_minutes=1),
            self.sender,
            self.client,
            NoInstallation(),
            push_key=ExamplePushKey(self.store),
            sign_in=self._sign_in(),
        )
        self.app = build_app(self.context)

    def _sign_in(self) -> OpenIdSignIn | None:
        if not self.settings.oidc_issuer:
            return None
        connections = ProviderConnections(
            self.store, self.clock, self.settings.oidc_issuer, sign_in_rules(self.settings)
        )
        provider = DiscoveredProvider(self.settings, self.clock, new_provider_requests(self.settings))
        return OpenIdSignIn(connections, self.accounts, provider, SignedNotes(self.clock, [b"k" * 32], SIGN_IN_LABEL))

    def browser(self, address: str = "192.0.2.1", **headers: str) -> AsyncClient:
        """A browser, with cookies, that needs no server; it comes from an address."""
        transport = httpx2.ASGITransport(self.app, client=(address, 1234))
        hooks = {"response": [recorded]} if EXAMPLES else {}
        return AsyncClient(transport=transport, base_url=BASE, headers=headers, event_hooks=hooks)

    async def program(self, name: str = "Ann", address: str = "192.0.2.1") -> AsyncClient:
        """A program that has an identity."""
        token = (await self.accounts.new_player(name)).token
        return self.browser(address, Authorization=f"Bearer {token}")

    def program_of(self, player: StoredPlayer) -> AsyncClient:
        """A program of a player who is there already."""
        return self.browser(Authorization=f"Bearer {self.accounts.new_token(player).token}")


def http_scope(method: str, path: str, headers: Mapping[str, str], address: str = "192.0.2.1") -> dict[str, Any]:
    """A request as a server hands it to an application, its path as it was written."""
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (address, 1234),
        "server": ("race.test", 80),
    }


async def becomes_guest(browser: AsyncClient, headers: Mapping[str, str] | None = None) -> httpx2.Response:
    """Do what a browser does before its first action."""
    return await browser.post("/api/v1/players", json={"recovery": False}, headers=headers)


UNPACED = replace(ServerSettings(), requests_per_minute=1_000_000)
"""Requests that sweep over all routes have an address to themselves, and would wait for their turns."""


def web_harness(**settings: object) -> WebHarness:
    return WebHarness(replace(UNPACED, **settings))  # type: ignore[arg-type]


def web_of(stage: Stage, **settings: object) -> WebHarness:
    """The application with the rooms of a stage."""
    known = replace(UNPACED, **settings)  # type: ignore[arg-type]
    return WebHarness(known, store=stage.store, rooms=stage.rooms, clock=stage.clock, bus=stage.bus)


class TestServer(Server):
    """Leaves the signals of the test run alone."""

    __test__ = False

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def serving(app: ASGIApp, **options: object) -> AsyncIterator[tuple[TestServer, asyncio.Task[None], str]]:
    """Serve an application on a free port; gives the server, the task in which it runs, and its host and port."""
    sockets, listens = listening_sockets("127.0.0.1", 0), asyncio.Event()
    server = TestServer(app, on_listening=listens.set, **options)  # type: ignore[arg-type]
    task = asyncio.create_task(server.serve(sockets))
    try:
        await asyncio.wait_for(listens.wait(), PATIENCE_S)
        yield server, task, f"127.0.0.1:{sockets[0].getsockname()[1]}"
    finally:
        server.stop()
        await asyncio.wait_for(task, PATIENCE_S)


@asynccontextmanager
async def served(app: ASGIApp, **options: object) -> AsyncIterator[str]:
    """Serve an application on a free port; gives its host and port."""
    async with serving(app, **options) as (_, _, at):
        yield at


@asynccontextmanager
async def connected(
    at: str, token: str | None, *, code: str = CODE, hello: Wire | None = None, **headers: str
) -> AsyncIterator[ClientConnection]:
    """Connect to a room, and say hello."""
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    async with connect(
        f"ws://{at}/ws/rooms/{code}", additional_headers=headers, compression=None, proxy=None
    ) as connection:
        if hello is not None:
            await connection.send(encode(hello).decode())
        yield connection


async def read_to_end(connection: ClientConnection) -> list[str | bytes]:
    """Read to the end."""
    read: list[str | bytes] = []
    async with asyncio.timeout(PATIENCE_S):
        try:
            while True:
                read.append(await connection.recv())
        except ConnectionClosed:
            return read


async def answer_to(at: str, *parts: bytes, ends: bool = False) -> bytes:
    """Send, perhaps say that nothing more comes, and read until the server ends the connection."""
    reader, writer = await asyncio.open_connection(*at.split(":"))
    read = b""
    async with asyncio.timeout(PATIENCE_S):
        for part in parts:
            writer.write(part)
            await writer.drain()
        if ends:
            writer.write_eof()
        try:
            while data := await reader.read(65_536):
                read += data
        except ConnectionError:
            pass
    writer.close()
    return read


async def fill(send: Callable[[bytes], bool], payload: bytes = b"x" * 8_000) -> int:
    """Send until no more is taken, also when the kernels have settled; the client must not read.

    Give how many were taken.
    """
    taken = tries = 0
    while tries < 2:
        if send(payload):
            taken, tries = taken + 1, 0
            await asyncio.sleep(0)
        else:
            tries += 1
            await asyncio.sleep(0.05)
        assert taken * len(payload) < 64_000_000
    return taken


async def next_event(connection: ClientConnection) -> Event:
    async with asyncio.timeout(PATIENCE_S):
        data = await connection.recv()
    assert isinstance(data, str)
    return decode_event(data)
