"""What the HTTP routes of the analysis of a game do. Each docstring is the description of its route."""

from gaprace.web.http.operations import Call, Operation
from gaprace.wire.http import Analysis

_PROBLEMS = ("game_not_found", "sealed_daily")


async def ask_analysis(call: Call) -> Analysis:
    """Have a finished game analysed: for each position, whether moves alone could still win. Asking again is harmless.

    It is done in the background; look how far it is.
    """
    player = await call.player()
    call.count(call.parts.limits.analyses, "too_many_analyses", "orders of analyses")
    return await call.parts.analyst.request(call.request.path_params["id"], player.id)


async def analysis(call: Call) -> Analysis:
    """Say how far the analysis of a finished game is, and what was found so far."""
    return await call.parts.analyst.view(call.request.path_params["id"], await call.visitor())


ANALYSIS = (
    Operation(
        "POST",
        "/api/games/{id}/analysis",
        ask_analysis,
        Analysis,
        status=202,
        problems=(*_PROBLEMS, "foreign_origin", "no_identity", "no_solver", "too_many_analyses"),
    ),
    Operation("GET", "/api/games/{id}/analysis", analysis, Analysis, problems=_PROBLEMS),
)
