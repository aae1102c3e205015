"""HTTP route of finished games. The docstring of a handler is the description of its route."""

from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import FinishedGame


async def finished_game(context: RequestContext) -> FinishedGame:
    """Return a finished game, with its record once the deal is revealed.

    Until a daily is revealed, a game of it is visible only to its player.
    """
    return await context.app.replays.finished_game(context.request.path_params["id"], await context.player_id())


ROUTES = (Route("GET", "/api/v1/games/{id}", finished_game, FinishedGame, revalidates=True),)
