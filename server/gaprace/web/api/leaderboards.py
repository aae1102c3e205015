"""HTTP route of the leaderboards. The docstring of a handler is the description of its route."""

from gaprace.errors import Refusal, quoted
from gaprace.play.events.leaderboards import parse_leaderboard
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import LeaderboardPage

AROUND_ME, FRIENDS = "me", "friends"


async def leaderboard(context: RequestContext) -> LeaderboardPage:
    """Return a page of a leaderboard: the top, the rows behind a cursor, or those around the caller.

    Pages can also be read upwards: `previous` of a page is a cursor, too. The caller and friends are all on one page.
    """
    path = context.request.path_params
    board = parse_leaderboard(path["kind"], path["period"], path["variant"])
    around, is_among_friends = _chosen(context, "around", AROUND_ME), _chosen(context, "among", FRIENDS)
    if is_among_friends:
        return await context.app.leaderboards.among_friends(board, (await context.player()).id)
    return await context.app.leaderboards.page(board, context.page, await context.player_id(), around=around)


def _chosen(context: RequestContext, name: str, value: str) -> bool:
    """Whether a query has a parameter, which has only one value."""
    text = context.request.query_params.get(name)
    if text not in {None, value}:
        raise Refusal("bad_cursor", f"{name} = {quoted(text)} is not valid: write {name}={value}.")
    return text == value


ROUTES = (
    Route(
        "GET",
        "/api/v1/leaderboards/{kind}/{period}/{variant}",
        leaderboard,
        LeaderboardPage,
        query={
            "around": f"`{AROUND_ME}`: return the rows around the caller's own.",
            "among": f"`{FRIENDS}`: return the rows of the caller and of friends, ranked among them.",
        },
        page_size=50,
    ),
)
