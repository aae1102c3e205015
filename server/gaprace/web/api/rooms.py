"""HTTP routes of rooms and of television. The docstring of a handler is the description of its route."""

from collections.abc import Callable

from starlette.responses import Response

from gaprace.errors import Refusal
from gaprace.play.live.settings import is_solo
from gaprace.play.people.names import typed_code
from gaprace.web.api.room_events import watch
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.assets import MEDIA_TYPES, REVALIDATE, asset_of, asset_response
from gaprace.web.social.routes import qr_code
from gaprace.wire import RoomCode, RoomView
from gaprace.wire.http import NewRoom, Programme, RaceNow, RoomCreated, RoomList

ROOM_COST = 4


async def create_room(context: RequestContext, body: NewRoom) -> RoomCreated:
    """Create a room. The first player to enter it is its host."""
    player = await context.player()
    if body.ghost is None and not is_solo(body):  # a ghost is raced alone
        limited(context)()
    if body.ghost is None:
        room = await context.app.rooms.create(player, body)
    else:
        room = await context.app.replays.room_against(player, body.ghost, body)
    return created(context, room.code)


async def race_now(context: RequestContext, body: RaceNow) -> RoomCreated:
    """Take a seat in a waiting quick room of a variant, or open one; connect to it at once.

    The race begins when four players are there, or ten seconds after the first one: bots take the free seats.
    """
    player = await context.player()
    return created(context, await context.app.quick_races.room_for(player, body.variant, limited(context)))


def limited(context: RequestContext) -> Callable[[], None]:
    """Return a function that counts a new room of the client's address, and raises `too_many_rooms` at the limit."""
    return lambda: context.limit(context.app.limits.rooms, "too_many_rooms", "new rooms")


def created(context: RequestContext, code: RoomCode) -> RoomCreated:
    """Return the addresses of a new room."""
    client = context.client
    return RoomCreated(code, f"{client.base_url}/r/{code}", f"{client.socket_base_url}/ws/rooms/{code}")


async def listed_rooms(context: RequestContext) -> RoomList:
    """Return the listed rooms, without those of players whom the caller blocks, or who block the caller."""
    return await context.app.blocks.visible(await context.app.rooms.listed(), await context.player_id())


async def room(context: RequestContext) -> RoomView:
    """Return the public view of a room, or a stream of a spectator's events.

    The stream begins with `welcome`, a full snapshot, and continues with the events of the WebSocket, with the delay of
    spectators; `bye` is the last one. It needs a token, since players cannot watch their own race.
    """
    code = typed_code(context.request.path_params["code"])
    view = await context.app.rooms.view(code, await context.player_id())
    if view is None:
        raise Refusal("room_not_found", "Room not found. Check the code; the room may have closed.")
    return view


_QUERY = {"seen": "The id of a past race that was shown last: another one comes next, if there is one."}


async def programme(context: RequestContext) -> Programme:
    """Return the race to watch now: the most interesting one of the listed rooms, or else a recent close one.

    It is never a race in which the caller plays.
    """
    seen = context.request.query_params.get("seen", "")
    return await context.app.television.programme(await context.player_id(), seen)


async def qr(context: RequestContext) -> Response:
    """Return a QR code (SVG) with the URL of the page of races, for a screen that shows a recorded race."""
    return asset_response(context, asset_of(qr_code(f"{context.client.base_url}/race"), ".svg"), REVALIDATE)


ROUTES = (
    Route(
        "POST",
        "/api/v1/rooms",
        create_room,
        RoomCreated,
        NewRoom,
        status=201,
        cost=ROOM_COST,
        bad_value="bad_settings",
        caller="active",
        scope="play",
    ),
    Route(
        "POST",
        "/api/v1/races",
        race_now,
        RoomCreated,
        RaceNow,
        status=201,
        cost=ROOM_COST,
        bad_value="bad_settings",
        caller="active",
        scope="play",
    ),
    Route("GET", "/api/v1/rooms", listed_rooms, RoomList),
    Route("GET", "/api/v1/rooms/{code}", room, RoomView, events=watch),
    Route("GET", "/api/v1/tv", programme, Programme, query=_QUERY),
    Route("GET", "/tv/qr.svg", qr, media_type=MEDIA_TYPES[".svg"]),
)
