"""HTTP routes of the dailies. The docstring of a handler is the description of its route."""

from gaprace.web.api.rooms import PLAYS, created
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import Commitments, DailyList, PlayDaily, RoomCreated


async def list_todays_dailies(context: RequestContext) -> DailyList:
    """Return the dailies of today in the caller's time zone."""
    return await context.app.dailies.today(context.request.query_params.get("zone", ""), await context.player_id())


async def list_commitments(context: RequestContext) -> Commitments:
    """Return the commitments to the dailies of today and the next 30 dates."""
    return await context.app.dailies.commitments()


async def list_dailies(context: RequestContext) -> DailyList:
    """Return the dailies of a date; the next ones contain only the commitment."""
    return await context.app.dailies.of_date(context.request.path_params["date"], await context.player_id())


async def play_daily(context: RequestContext, body: PlayDaily) -> RoomCreated:
    """Return a room for a game of a daily: the first game on its date, in the caller's time zone, is ranked.

    The date may be `today`. Others are practice. While the ranked game is running, it is the room of that game.
    """
    player = await context.player()
    path = context.request.path_params
    code = await context.app.dailies.play(player, path["date"], path["variant"], zone=body.zone, practice=body.practice)
    return created(context, code)


ZONE_HELP = "The caller's time zone, such as `Europe/Berlin`; UTC without it, and if it is unknown."
ROUTES = (
    Route("GET", "/api/v1/dailies", list_todays_dailies, query={"zone": ZONE_HELP}, revalidates=True),
    Route("GET", "/api/v1/dailies/commitments", list_commitments, revalidates=True),
    Route("GET", "/api/v1/dailies/{date}", list_dailies, revalidates=True),
    Route("POST", "/api/v1/dailies/{date}/{variant}/games", play_daily, **PLAYS),
)
