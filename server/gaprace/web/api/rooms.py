"""What the HTTP routes do. Each docstring is the description of its route."""

from gaprace.errors import RequestError, UnknownPlayer
from gaprace.play.names import typed_code
from gaprace.web.http.operations import BODY_PROBLEMS, Call, Operation, no_identity
from gaprace.wire import RoomCode, RoomView
from gaprace.wire.http import (
    FinishedGame,
    Identity,
    Me,
    NewPlayer,
    NewRoom,
    Recover,
    RecoveryCode,
    Rename,
    RoomCreated,
    RoomList,
)


async def new_player(call: Call, body: NewPlayer) -> Identity:
    """Become a player: the token goes into a cookie, too. Keep the recovery code; it is not told again."""
    call.count(call.parts.limits.identities, "too_many_identities", "new identities")
    identity = await call.parts.people.new_player(body.name)
    call.token = identity.token
    return identity


async def me(call: Call) -> Me:
    """Say who the caller is."""
    player = await call.player()
    return Me(player.id, player.name)


async def rename(call: Call, body: Rename) -> Me:
    """Take another name: 1 to 24 characters, without control, formatting and private-use characters."""
    player = await call.player()
    call.count(call.parts.limits.renames, "too_many_requests", "changes of name")
    player = await call.parts.people.rename(player, body.name)
    await call.parts.rooms.renamed(player)
    return Me(player.id, player.name)


async def new_recovery_code(call: Call) -> RecoveryCode:
    """Get a fresh recovery code; older ones no longer work."""
    player = await call.player()
    try:
        return RecoveryCode(await call.parts.people.new_recovery_code(player))
    except UnknownPlayer:
        raise no_identity() from None


async def recover(call: Call, body: Recover) -> Identity:
    """Bring an identity here: everywhere else it ends, and the code gives way to a new one."""
    call.count(call.parts.limits.identities, "too_many_identities", "recoveries")
    identity = await call.parts.people.recover(body.recovery_code)
    await call.parts.rooms.recovered(identity.id)
    call.token = identity.token
    return identity


async def create_room(call: Call, body: NewRoom) -> RoomCreated:
    """Create a room. Whoever enters it first is its host."""
    player = await call.player()
    call.count(call.parts.limits.rooms, "too_many_rooms", "new rooms")
    if body.ghost is None:
        room = await call.parts.rooms.create(player, body)
    else:
        room = await call.parts.replays.room_against(player, body.ghost, body)
    return created(call, room.code)


def created(call: Call, code: RoomCode) -> RoomCreated:
    """Say where a new room is."""
    return RoomCreated(code, f"{call.caller.http}/r/{code}", f"{call.caller.socket}/ws/rooms/{code}")


async def listed_rooms(call: Call) -> RoomList:
    """Return the listed rooms."""
    return await call.parts.rooms.listed()


async def room(call: Call) -> RoomView:
    """Return a room as everyone may see it."""
    code = call.request.path_params["code"]
    view = await call.parts.rooms.view(typed_code(code))
    if view is None:
        raise RequestError("room_not_found", "There is no such room: check the code, it may have closed.")
    return view


async def finished_game(call: Call) -> FinishedGame:
    """Return a finished game, with the record that proves it, once its deal is revealed.

    A game on a daily can be seen before that by who has had the own ranked game of it.
    """
    return await call.parts.replays.finished_game(call.request.path_params["id"], await call.visitor())


API = (
    Operation(
        "POST",
        "/api/players",
        new_player,
        Identity,
        NewPlayer,
        status=201,
        problems=(*BODY_PROBLEMS, "bad_name", "too_many_identities"),
    ),
    Operation("GET", "/api/me", me, Me, problems=("no_identity",)),
    Operation("PATCH", "/api/me", rename, Me, Rename, problems=(*BODY_PROBLEMS, "bad_name", "no_identity")),
    Operation(
        "POST",
        "/api/me/recovery",
        new_recovery_code,
        RecoveryCode,
        problems=("no_identity", "foreign_origin"),
    ),
    Operation(
        "POST",
        "/api/recover",
        recover,
        Identity,
        Recover,
        problems=(*BODY_PROBLEMS, "bad_recovery_code", "unknown_recovery_code", "too_many_identities"),
    ),
    Operation(
        "POST",
        "/api/rooms",
        create_room,
        RoomCreated,
        NewRoom,
        status=201,
        problems=(
            *BODY_PROBLEMS,
            "bad_settings",
            "no_identity",
            "too_many_rooms",
            "sealed_deal",
            "game_not_found",
            "sealed_daily",
        ),
        bad_value="bad_settings",
    ),
    Operation("GET", "/api/rooms", listed_rooms, RoomList),
    Operation("GET", "/api/rooms/{code}", room, RoomView, problems=("room_not_found",)),
    Operation("GET", "/api/games/{id}", finished_game, FinishedGame, problems=("game_not_found", "sealed_daily")),
)
