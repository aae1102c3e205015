"""HTTP route of the leaderboards. The docstring of a handler is the description of its route."""

from gaprace.errors import Refusal, quoted
from gaprace.play.events.leaderboards import parse_leaderboard
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import LeaderboardPage

AROUND_ME, PEOPLE = "me", "people"


async def get_leaderboard(context: RequestContext) -> LeaderboardPage:
    """Return a page of a leaderboard: the top, the rows behind a cursor, or those around the caller.

    Pages can also be read upwards: `previous` of a page is a cursor, too. With `with=people`, the page also has the
    caller's circles: friends, and the members of up to five groups.
    """
    path = context.request.path_params
    board = parse_leaderboard(path["kind"], path["period"], path["variant"])
    around, people = _chosen(context, "around", AROUND_ME), _chosen(context, "with", PEOPLE)
    me = await context.player_id()
    return await context.app.leaderboards.page(board, context.page, me, around=around, people=people)


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
        get_leaderboard,
        query={
            "around": f"`{AROUND_ME}`: return the rows around the caller's own.",
            "with": f"`{PEOPLE}`: return the caller's circles as well.",
        },
        page_size=50,
        revalidates=True,
    ),
)
