"""HTTP routes for reports, and for decisions about the caller.

The docstring of a handler is the description of its route.
"""

from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import Answer, DecisionList, NewReport, Reported

REPORT_COST = 4


async def report(context: RequestContext, body: NewReport) -> Reported:
    """Report a player to the moderators: for the name, a finished game, or a line of chat.

    Repeating a report has no effect.
    """
    return await context.app.reports.report(await context.player(), body)


async def decisions(context: RequestContext) -> DecisionList:
    """Return the moderators' decisions about the caller, with their reasons, the latest first."""
    return await context.app.moderation.decisions_about(await context.player())


async def read(context: RequestContext) -> DecisionList:
    """Note that the caller has read a decision, and return all decisions."""
    player = await context.player()
    await context.app.moderation.read(player, context.request.path_params["id"])
    return await context.app.moderation.decisions_about(player)


async def answer(context: RequestContext, body: Answer) -> DecisionList:
    """Answer a decision, once: moderators read it. Return all decisions."""
    player = await context.player()
    await context.app.moderation.answer(player, context.request.path_params["id"], body.text)
    return await context.app.moderation.decisions_about(player)


ROUTES = (
    Route("POST", "/api/v1/reports", report, Reported, NewReport, status=201, cost=REPORT_COST, caller="player"),
    Route("GET", "/api/v1/me/decisions", decisions, DecisionList, caller="player", scope="account"),
    Route("POST", "/api/v1/me/decisions/{id}/read", read, DecisionList, caller="player"),
    Route("POST", "/api/v1/me/decisions/{id}/answer", answer, DecisionList, Answer, caller="player"),
)
