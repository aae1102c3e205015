"""HTTP route of the leaderboards. The docstring of a handler is the description of its route."""

from gaprace.errors import Refusal, quoted
from gaprace.play.events.leaderboards import parse_leaderboard
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import LeaderboardPage

AROUND_ME = "me"


async def leaderboard(context: RequestContext) -> LeaderboardPage:
    """Return a page of a leaderboard: the top, the rows behind a cursor, or those around the caller.

    Pages can also be read upwards: `previous` of a page is a cursor, too.
    """
    path = context.request.path_params
    board = parse_leaderboard(path["kind"], path["period"], path["variant"])
    around = _around(context.request.query_params.get("around"))
    return await context.app.leaderboards.page(board, context.page, await context.player_id(), around=around)


def _around(text: str | None) -> bool:
    if text not in {None, AROUND_ME}:
        raise Refusal("bad_cursor", f"around = {quoted(text)} is not valid: write around={AROUND_ME}.")
    return text == AROUND_ME


ROUTES = (
    Route(
        "GET",
        "/api/v1/leaderboards/{kind}/{period}/{variant}",
        leaderboard,
        LeaderboardPage,
        query={"around": f"`{AROUND_ME}`: return the rows around the caller's own."},
        page_size=50,
    ),
)
