"""HTTP route of a player's public profile. The docstring of a handler is the description of its route."""

from gaprace.errors import RequestError
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import PlayerPage


async def player(context: RequestContext) -> PlayerPage:
    """Return a player's profile: totals, streaks, ratings, recent games."""
    page = await context.app.profiles.page(context.request.path_params["id"], await context.player_id())
    if page is None:
        raise RequestError("player_not_found", "Player not found.")
    return page


ROUTES = (Route("GET", "/api/players/{id}", player, PlayerPage, problems=("player_not_found",)),)
