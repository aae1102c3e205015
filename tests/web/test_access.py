"""Who may do what: every route and every command, with every scope, in every role, from every origin.

Tables say who may: `rows.py`, and `SOCKET`. What a row of `Route` says of the caller and the scope of a token is tried
with each kind of row, for the gate knows no more of a route. What each route and each command does itself is tried with
everybody: whoever may not changes nothing.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from hashlib import sha256
from http import HTTPStatus
from itertools import count, product
from random import Random
from typing import Any, Literal, get_args

import pytest
from starlette.requests import Request
from starlette.responses import Response

from gaprace.errors import GapraceError
from gaprace.events.arena_clock import ArenaClock
from gaprace.people.accounts import SignIn
from gaprace.play.live.settings import replace_settings
from gaprace.rooms.connection import Encoded
from gaprace.web.app import ROUTES
from gaprace.web.http.rate_limits import FairQueue, Pace
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.ws.commands import COMMANDS
from gaprace.web.ws.protocol import CONNECTION
from gaprace.web.ws.socket import RoomSocket
from gaprace.wire import (
    PROTOCOL,
    Act,
    AddBot,
    BalanceTeams,
    Bye,
    ChooseTeam,
    Cohost,
    Command,
    Event,
    Hello,
    Hint,
    Kick,
    Leave,
    Mute,
    Ping,
    React,
    Ready,
    Refused,
    Rematch,
    Say,
    Seed,
    SetSettings,
    Settings,
    SitOut,
    Start,
    VariantChoice,
    decode_event,
    encode,
)
from gaprace.wire.http import NewArena, NewChallenge, NewDecision, NewGroup, NewWebhook
from tests.events.daily_stage import TODAY, make_move, resign
from tests.push_service import PushBrowser
from tests.rooms.stage import NOON, SOLO, Seat, Stage, settle
from tests.web.harness import BASE, EXAMPLES, WebHarness, http_scope, record, web_of
from tests.web.rows import BODIES, ROWS, path_of

Role = Literal[
    "host", "cohost", "member", "muted", "suspended", "spectator", "stranger", "erased", "nobody", "moderator", "owner"
]
ROLES: tuple[Role, ...] = get_args(Role)
PLAYERS = [role for role in ROLES if role not in {"nobody", "moderator", "owner"}]
SCOPES = ("", "read", "play")
OWN, ALLOWED, FOREIGN = BASE, "https://club.test", "https://evil.test"
WAYS = ("Bearer ", "gaprace=")
ORIGINS = (None, OWN, ALLOWED, FOREIGN)
ADMIN, OWNER = "boss:0123456789abcdef", "owner:0123456789abcdef"
MINUTE_MS, HOUR_MS = 60_000, 3_600_000

WHO: Mapping[str, frozenset[str]] = {
    "anyone": frozenset(ROLES),
    "players": frozenset(ROLES) - {"erased", "nobody", "moderator", "owner"},
    "members": frozenset({"host", "cohost", "member", "muted", "suspended"}),
    "leaders": frozenset({"host", "cohost"}),
    **{role: frozenset({role}) for role in ROLES},
    "moderator": frozenset({"moderator", "owner"}),
}
"""Before the gate has refused those who are suspended, where it does."""

SAMPLES: Sequence[Command] = (
    *(Hello(PROTOCOL), Ping(1), Leave(), Ready(), SetSettings(Settings()), Start(), Say("hello"), React("clap")),
    *(AddBot(1), ChooseTeam(1), BalanceTeams(), SitOut(), Rematch()),
    *(Kick("member"), Mute("member"), Cohost("member")),
)
"""Those that say the same in every room."""

HIDDEN = ("group", "challenge", "arena", "room", "session", "push_device", "decision", "webhook")
TICKET = "/api/v1/me/ticket"
"""A token that only reads gets a ticket that only reads, for a socket; nothing is stored."""
ABOUT_THEM = {"no_identity", "token_scope", "suspended", "no_admin", "not_host", "group_owners_only", "wrong_name"}
ABOUT_THEM |= {"foreign_origin", "not_a_member", "not_your_game", "not_playing", "muted"} | {
    f"{each}_not_found" for each in HIDDEN
}
"""How people are refused who may not do something, or may not know of it."""

# The world in which it is tried


@dataclass
class World:
    """A private group of the host with its room, challenge, arena and webhook, and what belongs to the host alone."""

    web: WebHarness
    tokens: Mapping[tuple[Role, str], str]
    """By role and scope."""
    values: Mapping[str, str]
    """The parameters of paths."""
    addresses: Iterator[str]
    room: str = ""
    """The one whose socket is tried."""

    async def ask(self, route: Route, role: Role, scope: str = "") -> tuple[int, str]:
        """Return the status and the code of an answer. Each request has its own address."""
        token = self.tokens.get((role, scope))
        headers = {"host": "race.test", "content-type": "application/json"}
        headers |= {"authorization": f"Bearer {token}"} if token else {}
        body = json.dumps(BODIES[route.body.__name__]) if route.body else ""
        received = [{"type": "http.request", "body": body.replace('"?"', f'"{self.values["group"]}"').encode()}]
        path = path_of(route.path, **(self.values | self._id(route.path)))
        sent: list[Any] = []

        async def receive() -> dict[str, object]:
            return received.pop() if received else await asyncio.Future()

        async def send(message: object) -> None:
            sent.append(message)

        await self.web.app(self.http(route.method, path, headers), receive, send)
        text = b"".join(each.get("body", b"") for each in sent[1:])
        if EXAMPLES:
            kind = dict(sent[0]["headers"]).get(b"content-type", b"").decode()
            said = body.replace("?", self.values["group"]), text.decode(errors="replace")
            record(route.method, path, sent[0]["status"], kind, *said)
        is_problem = sent[0]["status"] >= HTTPStatus.BAD_REQUEST and text.startswith(b"{")
        return sent[0]["status"], json.loads(text)["code"] if is_problem else ""

    def http(self, method: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
        """Return the scope of a request from an address of its own."""
        return http_scope(method, path, headers, next(self.addresses))

    def _id(self, path: str) -> Mapping[str, str]:
        """Return the id that a path is about: a thing of the host's, mostly."""
        before = path.split("/{id}", maxsplit=1)[0].rpartition("/")[2]
        hook = "admin hook" if "/admin/" in path else "webhook"
        feed = "feed" if path.startswith("/feeds/") else "group"
        return {"id": self.values.get(before, "none"), "webhook": self.values[hook], "group": self.values[feed]}


@pytest.fixture
async def it(stage: Stage) -> World:
    web = web_of(stage, origins=frozenset({ALLOWED}), admin_tokens=(ADMIN, OWNER))
    app, database = web.context, stage.store.database
    app.limits.request_queue = FairQueue(Pace(10**9, 1, 10**9))  # nobody waits here
    tokens: dict[tuple[Role, str], str] = {("moderator", scope): ADMIN for scope in SCOPES}
    tokens |= {("owner", scope): OWNER for scope in SCOPES}
    signed_in: dict[str, SignIn] = {}
    for role in PLAYERS:
        signed_in[role] = SignIn(await stage.player(role), NOON, is_due=False, session=session_of(role), noted=None)
        await app.sessions.note(signed_in[role], "Firefox", "10.0.0.1")
        for scope in SCOPES:
            token = web.accounts.scoped_token(signed_in[role].player, session_of(role), scope)  # type: ignore[arg-type]
            tokens[role, scope] = token.token
    host = signed_in["host"].player
    group = await app.groups.create(host, NewGroup("Club"))
    for role in sorted(WHO["members"] - {"host"}):
        await app.groups.join(signed_in[role].player, group.invitation)
    await app.groups.change_role(host, group.code, "cohost", "co_owner")
    challenge = await app.challenges.create(host, NewChallenge(variant="mini", group=group.code))
    await app.challenges.enter(signed_in["member"].player, challenge.code)
    arena = await app.arenas.create(host, NewArena("Cup", NOON + HOUR_MS, variant="mini", group=group.code))
    await app.arenas.enter(signed_in["member"].player, arena.code)
    hooks = [await app.webhooks.add(of, NewWebhook("https://chat.example/hook"), BASE) for of in (group.code, None)]
    room = await app.group_rooms.room(host, group.code)
    await app.blocks.block(host, (await stage.player("other")).id)
    push = await app.push.subscribe(signed_in["host"], PushBrowser().subscription("streak"), BASE, "Firefox")
    decided = await app.moderation.decide("boss", NewDecision("suspend", "Rude.", player="suspended", hours=24))
    await app.moderation.decide("boss", NewDecision("mute", "Rude.", player="muted", hours=24))
    await web.accounts.delete(signed_in["erased"].player, "erased")
    seat = await stage.enter(await stage.create("host", replace_settings(SOLO, code=None)), "host")
    await seat.says(Start())
    await make_move(seat, Random(1))
    game = await resign(seat)
    values = {"group": group.code, "code": room, "challenge": challenge.code, "arena": arena.code, "series": "5" * 32}
    values |= {"player": "member", "other": "member", "webhook": hooks[0].webhook.id, "kind": "daily", "period": TODAY}
    values |= {"part": "room", "secret": str(group.feed).partition("/")[2], "device": push.devices[0].id}
    values |= {"sessions": session_of("host"), "decisions": decided.id, "blocks": "other", "players": "host"}
    values |= {"admin hook": hooks[1].webhook.id, "feed": str(group.feed).partition("/")[0]}
    values |= {"games": game, "races": database.race_of[game]}
    return World(web, tokens, values, (f"10.1.{n // 250}.{n % 250}" for n in count(1)))


async def look_around(it: World) -> None:
    """Have the server make its keys and today's dailies."""
    for route in ROUTES:
        if not route.changes_state:
            await it.ask(route, "nobody")


def session_of(role: str) -> str:
    return sha256(role.encode()).hexdigest()[:16]


async def test_an_arena_is_started_played_and_ended(it: World, stage: Stage) -> None:
    rows = {row.name: row for row in ROUTES if row.name.endswith("_arena")}
    assert (await it.ask(rows["start_arena"], "host"))[0] == HTTPStatus.OK
    await stage.clock.advance(MINUTE_MS)
    await ArenaClock(stage.store, stage.clock).step(it.values["arena"])
    assert (await it.ask(rows["play_arena"], "member"))[0] == HTTPStatus.CREATED
    assert (await it.ask(rows["end_arena"], "host"))[0] == HTTPStatus.OK


# Routes


def may(route: Route, role: str) -> bool:
    """Whether the tables let somebody in this role use a route."""
    is_kept_out = route.caller == "active" and role == "suspended"
    return role in WHO[ROWS[f"{route.method} {route.path}"][0]] and not is_kept_out


def is_page(route: Route) -> bool:
    """Whether a route is the same for everybody, and slow."""
    return ROWS[f"{route.method} {route.path}"][0] == "anyone" and not route.path.startswith("/api/")


def test_every_route_has_its_row() -> None:
    assert {f"{route.method} {route.path}" for route in ROUTES} == ROWS.keys(), "a route is a row of tests/web/rows.py"
    assert {route.body.__name__ for route in ROUTES if route.body} == BODIES.keys(), "its body is in BODIES"
    changing = {route.path: route.token_scope for route in ROUTES if route.changes_state}
    assert [path for path, scope in changing.items() if scope == "read"] == [TICKET]


def without_notes(database: dict[str, object]) -> str:
    """What is stored, without the notes of who has seen which deal: requests that only read write them, too."""
    return repr({name: value for name, value in database.items() if name != "seen_deals"})


async def test_a_route_does_what_its_row_says_in_every_role(it: World) -> None:
    wrong = []
    await look_around(it)
    database = vars(it.web.store.database)
    kept, before = deepcopy(database), without_notes(database)
    for route, role in product(ROUTES, ROLES):
        if is_page(route) and role not in {"host", "stranger", "nobody"}:
            continue
        status, code = await it.ask(route, role)
        await settle()
        is_changed = without_notes(database) != before
        if is_changed:
            database.update(deepcopy(kept))
            before = without_notes(database)
        if may(route, role):
            is_right = code not in ABOUT_THEM and not (is_changed and not route.changes_state)
        else:
            is_right = not is_changed and (code in ABOUT_THEM or route.changes_state)
        if not is_right:
            wrong.append((route.method, route.path, role, status, code, is_changed))
    assert wrong == []


async def test_a_token_that_reads_changes_nothing_by_any_route(it: World) -> None:
    await look_around(it)
    before = repr(vars(it.web.store.database))
    for route in ROUTES:
        if route.caller != "anyone":  # nobody is asked for a token there
            _, code = await it.ask(route, "host", "read")
            is_refused = code in {"token_scope", "no_admin"}
            assert is_refused or not route.changes_state or route.path == TICKET, (route.method, route.path, code)
    assert repr(vars(it.web.store.database)) == before


GATES = {(route.changes_state, route.caller, route.token_scope): route for route in ROUTES if route.cost}
"""All kinds of rows, as far as the gate knows."""


def passes(route: Route, role: Role, scope: str, origin: str | None, *, by_cookie: bool) -> str:
    """Return as whom a request comes through the gate of a route, or how it is refused."""
    if route.changes_state and origin == FOREIGN:
        return "foreign_origin"
    if route.caller in {"moderator", "owner"}:
        return "" if role in WHO[route.caller] and not by_cookie else "no_admin"
    is_known = role in PLAYERS and role != "erased" and not (by_cookie and origin in {ALLOWED, FOREIGN})
    if is_known and scope and route.token_scope not in {scope, "read"}:
        return "token_scope"
    if not is_known:
        return "" if route.caller == "anyone" else "no_identity"
    return "suspended" if route.caller == "active" and role == "suspended" else role


@pytest.mark.parametrize("gate", GATES, ids=str)
async def test_the_gate_knows_caller_scope_origin_and_cookie(gate: tuple[bool, str, str], it: World) -> None:
    seen = []

    async def handler(context: RequestContext) -> Response:
        seen.append(await context.player_id() or "")
        return Response()

    row = replace(GATES[gate], handler=handler, limit=None, events=None, revalidates=False)
    endpoint = row.endpoint(it.web.context)
    for role, scope, origin, by_cookie in product(ROLES, SCOPES, ORIGINS, (False, True)):
        token = it.tokens.get((role, scope), "")
        headers = {"host": "race.test", "cookie" if by_cookie else "authorization": f"{WAYS[by_cookie]}{token}"}
        headers |= {"origin": origin} if origin else {}
        try:
            await endpoint(Request(it.http(row.method, "/", headers)))
            came = seen.pop()
        except GapraceError as error:
            came = error.code
        assert came == passes(row, role, scope, origin, by_cookie=by_cookie), (role, scope, origin, by_cookie)


# The socket


class Line:
    """A WebSocket without a network, on its way into a room."""

    received_at = 0.0
    delay_ms = None

    def __init__(self) -> None:
        self.said = asyncio.Queue[str | None]()
        self.heard: list[Event] = []

    def accept(self, session: Callable[[], Awaitable[None]]) -> None:
        self.session = session

    async def receive(self) -> str | None:
        return await self.said.get()

    async def receive_by(self, take: Callable[[str], Command | None]) -> Command | None:
        while (data := await self.said.get()) is not None:
            if (command := take(data)) is not None:
                return command
        return None

    def send(self, message: Encoded) -> bool:
        self.heard += map(decode_event, message if isinstance(message, tuple) else (message,))
        return True

    def finish(self, last: bytes, _code: int, _reason: str) -> None:
        self.send(last)
        self.said.put_nowait(None)

    def when_drained(self, call: Callable[[], None]) -> None:
        call()

    async def says(self, command: Command) -> str:
        """Say something; return the code of its refusal, or of the end of the connection."""
        before = len(self.heard)
        self.said.put_nowait(encode(command).decode())
        await settle()
        codes = [event.code for event in self.heard[before:] if isinstance(event, Refused | Bye)]
        return codes[0] if codes else ""


@asynccontextmanager
async def line(it: World, token: str, origin: str | None, *, by_cookie: bool = False) -> AsyncIterator[Line]:
    """Open a socket of the room."""
    headers = {"host": "race.test"} | ({"origin": origin} if origin else {})
    if token:
        headers["cookie" if by_cookie else "authorization"] = f"{WAYS[by_cookie]}{token}"
    scope = it.http("GET", "/ws", headers) | {"type": "websocket", "path_params": {"code": it.room}}
    opened = Line()
    await RoomSocket(it.web.context)(scope | {"extensions": {CONNECTION: opened}}, None, None)  # type: ignore[arg-type]
    task = asyncio.create_task(opened.session())
    yield opened
    opened.said.put_nowait(None)
    await task


IN_ROOM = ("host", "cohost", "member", "muted")
SEATED, WATCHING = frozenset(IN_ROOM), frozenset({"spectator", "suspended"})
SOCKET: Mapping[type[Command], frozenset[str]] = {
    Hello: frozenset(),  # it comes once, and first
    Ping: frozenset(ROLES),
    Leave: frozenset(ROLES),
    Act: SEATED,
    Hint: SEATED,
    Say: SEATED - {"muted"} | WATCHING,
    React: SEATED | WATCHING,
    Seed: SEATED,
    Ready: SEATED,
    Rematch: SEATED,
    ChooseTeam: SEATED,
    SitOut: WHO["leaders"],
    Start: WHO["leaders"],
    SetSettings: WHO["leaders"],
    AddBot: WHO["leaders"],
    BalanceTeams: WHO["leaders"],
    Kick: WHO["leaders"],
    Mute: WHO["leaders"],
    Cohost: WHO["host"],
}
"""Who may send a command in a room in which the first four have a seat; the others watch."""


async def room_of(it: World, stage: Stage, *, racing: bool) -> list[Seat]:
    """Open a room, and have its members take their seats."""
    settings = Settings(VariantChoice("mini"), seats=8, hints=True, teams=2)
    it.room = await stage.create("host", settings)
    seats = [await stage.enter(it.room, role) for role in IN_ROOM]
    await seats[0].says(Cohost("cohost"))
    await seats[0].says(Mute("muted"))
    if racing:
        await seats[0].says(Start())
        await stage.clock.advance(5_000)
    return seats


def test_every_command_has_its_row() -> None:
    assert {*SOCKET} == {*COMMANDS} == {*get_args(Command)}
    assert {kind for kind, row in COMMANDS.items() if row.scope == "read"} == {Hello, Ping, Leave}


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("role", [role for role in ROLES if role not in {"erased", "moderator", "owner", "stranger"}])
async def test_a_command_does_what_its_row_says_in_every_role(role: Role, scope: str, it: World, stage: Stage) -> None:
    seated = role in SEATED and scope != "read"
    it.web.context.limits.commands = FairQueue(Pace(10**9, 1, 10**9))
    for kind in SOCKET:
        seats = await room_of(it, stage, racing=kind in {Act, Hint})
        async with line(it, it.tokens.get((role, scope), ""), None) as opened:
            if await opened.says(Hello(PROTOCOL, watch=not seated)) == "players_cannot_watch":
                continue
            before = shown(seats)
            code = await opened.says(sample_of(kind, seats[IN_ROOM.index(role)] if role in SEATED else seats[0]))
            may_send = role in SOCKET[kind] and (scope != "read" or COMMANDS[kind].scope == "read")
            assert (code not in ABOUT_THEM and code != "bad_message") == may_send, (kind, code)
            assert may_send or shown(seats) == before, kind


def sample_of(kind: type[Command], seat: Seat) -> Command:
    """Return a command about the member, or about the game of a seat."""
    game = seat.replica.mine.game if seat.replica.mine else "game"
    commitment = seat.replica.room.commitment if seat.replica.room else None
    of_seat = (Act(game, 1, "resign"), Hint(game), Seed(str(commitment), "5e" * 16))
    return next(each for each in (*SAMPLES, *of_seat) if type(each) is kind)


def shown(seats: Sequence[Seat]) -> object:
    """Return what those in the room have of it."""
    return [(each.replica.room, each.replica.games, each.heard[-1:]) for each in seats]


@pytest.mark.parametrize("by_cookie", [False, True])
@pytest.mark.parametrize("origin", ORIGINS)
async def test_a_socket_is_opened_by_whom_origin_scope_and_role_admit(
    origin: str | None, it: World, stage: Stage, *, by_cookie: bool
) -> None:
    for role, scope, watch in product(ROLES, SCOPES, (False, True)):
        await room_of(it, stage, racing=False)
        token = it.tokens.get((role, scope), "")
        async with line(it, token, origin, by_cookie=by_cookie) as opened:
            code = await opened.says(Hello(PROTOCOL, watch=watch))
        assert code == enters(role, scope, origin, watch=watch, by_cookie=by_cookie and bool(token)), (role, scope)


def enters(role: Role, scope: str, origin: str | None, *, watch: bool, by_cookie: bool) -> str:
    """Return how somebody is kept out of a room; empty if nobody is."""
    if origin == FOREIGN or (by_cookie and origin is None):
        return "foreign_origin"
    is_known = role in PLAYERS and role != "erased" and not (by_cookie and origin == ALLOWED)
    if not is_known:
        has_token = role != "nobody" and not by_cookie
        return "no_identity" if has_token or not watch else ""
    if watch:
        return ""
    return "token_scope" if scope == "read" else "suspended" if role == "suspended" else ""
