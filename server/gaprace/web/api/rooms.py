"""HTTP routes of rooms and of television. The docstring of a handler is the description of its route."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from time import monotonic
from typing import Any

from starlette.responses import Response

from gaprace.errors import ReadOnly, Refusal
from gaprace.people.accounts import SignIn
from gaprace.play.live.quick import QUICK_SEATS
from gaprace.play.live.settings import is_solo
from gaprace.ports import Metrics
from gaprace.ports.metrics import BYES
from gaprace.rooms.connection import Encoded
from gaprace.web.http.authentication import bearer_token, other_players
from gaprace.web.http.event_streams import StreamOutbox
from gaprace.web.http.requests import RequestContext, no_identity
from gaprace.web.http.routes import Route
from gaprace.web.pages.assets import MEDIA_TYPES, REVALIDATE, asset_of, asset_response
from gaprace.web.social.qr_codes import qr_code
from gaprace.wire import PROTOCOL, Bye, Hello, RoomCode, RoomView, encode
from gaprace.wire.http import NewRoom, Programme, RaceNow, RoomCreated, RoomList


class StreamConnection:
    """A spectator's connection as a room sees it: implements `rooms.connection.Connection`."""

    __slots__ = ("_metrics", "_outbox", "player", "players", "received_at", "session")

    delay_ms: int | None = None

    def __init__(self, sign_in: SignIn, others: frozenset[str], outbox: StreamOutbox, metrics: Metrics) -> None:
        self.player, self.session = sign_in.player, sign_in.session
        self.players = others | {sign_in.player.id}
        self.received_at = monotonic()
        """No command follows the request."""
        self._outbox, self._metrics = outbox, metrics

    def send(self, message: Encoded) -> bool:
        return self._outbox.send(*(message if isinstance(message, tuple) else (message,)))

    def when_drained(self, call: Callable[[], None]) -> None:
        self._outbox.when_drained(call)

    def close(self, bye: Bye) -> None:
        if not self._outbox.is_finished:
            self._metrics.count(BYES, bye.code)
            self._outbox.finish(encode(bye))


async def watch(context: RequestContext, outbox: StreamOutbox, held: AsyncExitStack) -> None:
    """Let a spectator into a room, until its reader goes.

    Raises `no_identity`: the bearer token is not valid. Raises ReadOnly if nothing is played here.
    """
    app, code = context.app, context.code("code")
    if app.settings.read_only:
        raise ReadOnly
    sign_in = await context.find_sign_in()
    if sign_in is None and bearer_token(context.request) is not None:
        raise no_identity()
    sign_in = sign_in or app.accounts.visitor()
    others = await other_players(context.request, app.accounts)
    connection = StreamConnection(sign_in, others, outbox, app.metrics)
    room = await app.rooms.enter(code, connection, Hello(PROTOCOL, watch=True))
    held.push_async_callback(room.gone, connection)


PLAYS: dict[str, Any] = {"status": 201, "cost": 4, "caller": "active", "scope": "play"}
"""The options of routes that make a room, or a game in one."""


async def create_room(context: RequestContext, body: NewRoom) -> RoomCreated:
    """Create a room. The first player to enter it is its host."""
    player = await context.player()
    if body.ghost is None and not is_solo(body):  # a ghost is raced alone
        limited(context)()
    if body.missed is not None:
        room = await context.app.missed_races.room(player, body.missed)
    elif body.ghost is None:
        room = await context.app.rooms.create(player, body)
    else:
        room = await context.app.replays.room_against(player, body.ghost, body)
    return created(context, room.code)


async def race_now(context: RequestContext, body: RaceNow) -> RoomCreated:
    """Take a seat in a waiting quick room of a variant, or open one; connect to it at once.

    The race begins when four players are there, or eight seconds after the first one: recorded games of people, on a
    deal that is new to all, take the free seats, and bots those that remain.
    """
    player = await context.player()

    def count() -> None:
        limited(context)()
        context.limit(context.app.limits.games, "too_many_rooms", "games", QUICK_SEATS)

    return created(context, await context.app.quick_races.room_for(player, body.variant, count))


def limited(context: RequestContext) -> Callable[[], None]:
    """Return a function that counts a new room of the client's address, and raises `too_many_rooms` at the limit."""
    return lambda: context.limit(context.app.limits.rooms, "too_many_rooms", "new rooms")


def created(context: RequestContext, code: RoomCode) -> RoomCreated:
    """Return the addresses of a new room."""
    client = context.client
    return RoomCreated(code, f"{client.base_url}/r/{code}", f"{client.socket_base_url}/ws/rooms/{code}")


async def list_rooms(context: RequestContext) -> RoomList:
    """Return the listed rooms, without those of players whom the caller blocks, or who block the caller."""
    return await context.app.blocks.visible(await context.app.rooms.listed(), await context.player_id())


async def get_room(context: RequestContext) -> RoomView:
    """Return the public view of a room, or a stream of a spectator's events.

    The stream begins with `welcome`, a full snapshot, and continues with the events of the WebSocket, with the delay of
    spectators; `bye` is the last one. It needs a token, since players cannot watch their own race.
    """
    code = context.code("code")
    view = await context.app.rooms.view(code, await context.player_id())
    if view is None:
        raise Refusal("room_not_found", "Room not found. Check the code; the room may have closed.")
    return view


_QUERY = {"seen": "The id of a past race that was shown last: another one comes next, if there is one."}


async def get_programme(context: RequestContext) -> Programme:
    """Return the race to watch now: the most interesting one of the listed rooms, or else a recent close one.

    It is never a race in which the caller plays.
    """
    seen = context.request.query_params.get("seen", "")
    return await context.app.television.programme(await context.player_id(), seen)


async def get_tv_code(context: RequestContext) -> Response:
    """Return a QR code (SVG) with the URL of the page of races, for a screen that shows a recorded race."""
    return asset_response(context, asset_of(qr_code(f"{context.client.base_url}/race"), ".svg"), REVALIDATE)


ROUTES = (
    Route("POST", "/api/v1/rooms", create_room, **PLAYS, bad_value="bad_settings"),
    Route("POST", "/api/v1/races", race_now, **PLAYS, bad_value="bad_settings"),
    Route("GET", "/api/v1/rooms", list_rooms),
    Route("GET", "/api/v1/rooms/{code}", get_room, events=watch),
    Route("GET", "/api/v1/tv", get_programme, query=_QUERY),
    Route("GET", "/tv/qr.svg", get_tv_code, media_type=MEDIA_TYPES[".svg"]),
)
