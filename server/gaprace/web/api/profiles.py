"""HTTP routes of players: their pages. The docstring of a handler is the description of its route."""

from gaprace.errors import Refusal
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import HeadToHead, PlayerPage

HEAD_TO_HEAD_COST = 4


async def player(context: RequestContext) -> PlayerPage:
    """Return a player's profile: totals, streaks, ratings, recent games."""
    page = await context.app.profiles.page(context.request.path_params["id"], await context.player_id())
    if page is None:
        raise Refusal("player_not_found", "Player not found. Check the link; the account may have been deleted.")
    return page


async def head_to_head(context: RequestContext) -> HeadToHead:
    """Return the results of two players against each other: their races and dailies, by variant.

    Races of unlisted rooms are included only for these two players.
    """
    params = context.request.path_params
    found = await context.app.head_to_heads.of(params["id"], params["other"], await context.player_id())
    if found is None:
        raise Refusal("player_not_found", "Player not found, or both are the same.")
    return found


ROUTES = (
    Route("GET", "/api/v1/players/{id}", player, PlayerPage),
    Route("GET", "/api/v1/players/{id}/vs/{other}", head_to_head, HeadToHead, cost=HEAD_TO_HEAD_COST),
)
