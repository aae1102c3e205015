"""What the HTTP routes of the dailies do. Each docstring is the description of its route."""

from gaprace.web.api.rooms import created
from gaprace.web.http.operations import BODY_PROBLEMS, Call, Operation
from gaprace.wire.http import Daily, DailyList, PlayDaily, RoomCreated


async def todays_dailies(call: Call) -> DailyList:
    """Return the dailies of today, in UTC."""
    return await call.parts.dailies.of_date(me=await call.visitor())


async def dailies(call: Call) -> DailyList:
    """Return the dailies of a date; those of tomorrow show their commitment ahead of time."""
    return await call.parts.dailies.of_date(call.request.path_params["date"], await call.visitor())


async def daily(call: Call) -> Daily:
    """Return a daily; its deal is revealed two hours after its date has ended."""
    where = call.request.path_params
    return await call.parts.dailies.daily(where["date"], where["variant"], await call.visitor())


async def play_daily(call: Call, body: PlayDaily) -> RoomCreated:
    """Get a room to play a daily in: ranked once, on its date; later, and again, as practice.

    While the ranked game runs, it is the room where it runs.
    """
    player = await call.player()
    call.count(call.parts.limits.rooms, "too_many_rooms", "new rooms")
    where = call.request.path_params
    return created(call, await call.parts.dailies.play(player, where["date"], where["variant"], practice=body.practice))


DAILIES = (
    Operation("GET", "/api/dailies", todays_dailies, DailyList),
    Operation("GET", "/api/dailies/{date}", dailies, DailyList, problems=("daily_not_found",)),
    Operation("GET", "/api/dailies/{date}/{variant}", daily, Daily, problems=("daily_not_found",)),
    Operation(
        "POST",
        "/api/dailies/{date}/{variant}/games",
        play_daily,
        RoomCreated,
        PlayDaily,
        status=201,
        problems=(
            *BODY_PROBLEMS,
            "no_identity",
            "too_many_rooms",
            "daily_not_found",
            "daily_not_open",
            "daily_played",
            "sealed_daily",
        ),
    ),
)
