"""HTTP routes of the analysis of a game. The docstring of a handler is the description of its route."""

from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Limit, Route
from gaprace.wire.http import Analysis

_PATH = "/api/v1/games/{id}/analysis"


async def ask_analysis(context: RequestContext) -> Analysis:
    """Request the analysis of a finished game: for each position, whether moves alone could still win.

    It runs in the background: GET the same path for its progress. Requesting it again is harmless.
    """
    player = await context.player()
    network = context.app.networks.hash_of(context.client.address)
    return await context.app.analyses.request(context.request.path_params["id"], player.id, network)


async def analysis(context: RequestContext) -> Analysis:
    """Return the progress of the analysis of a finished game, and its results so far."""
    return await context.app.analyses.view(context.request.path_params["id"], await context.player_id())


ROUTES = (
    Route(
        "POST",
        _PATH,
        ask_analysis,
        Analysis,
        status=202,
        caller="player",
        scope="play",
        limit=Limit("analyses", "too_many_analyses", "analysis requests"),
    ),
    Route("GET", _PATH, analysis, Analysis),
)
