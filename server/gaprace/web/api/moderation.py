"""HTTP routes for reports, for decisions about the caller, and for blocks between players.

The docstring of a handler is the description of its route.
"""

from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import Answer, BlockList, DecisionList, NewBlock, NewReport, Reported

REPORT_COST = 4


async def create_report(context: RequestContext, body: NewReport) -> Reported:
    """Report a player to the moderators: for the name, a finished game, or a line of chat.

    Repeating a report has no effect.
    """
    return await context.app.reports.report(await context.player(), body)


async def list_own_decisions(context: RequestContext) -> DecisionList:
    """Return the moderators' decisions about the caller, with their reasons, the latest first."""
    return await context.app.moderation.decisions_about(await context.player())


async def read_decision(context: RequestContext) -> DecisionList:
    """Note that the caller has read a decision, and return all decisions."""
    player = await context.player()
    await context.app.moderation.read(player, context.request.path_params["id"])
    return await context.app.moderation.decisions_about(player)


async def answer_decision(context: RequestContext, body: Answer) -> DecisionList:
    """Answer a decision, once: moderators read it. Return all decisions."""
    player = await context.player()
    await context.app.moderation.answer(player, context.request.path_params["id"], body.text)
    return await context.app.moderation.decisions_about(player)


async def list_blocks(context: RequestContext) -> BlockList:
    """Return the players that the caller blocks, the latest first."""
    return await context.app.blocks.of(await context.player())


async def block_player(context: RequestContext, body: NewBlock) -> BlockList:
    """Block a player, and return all blocked players.

    Blocked players get no seat in rooms that the caller hosts, the two are not paired in quick races, and neither sees
    listed rooms of the other. Clients hide their chat messages.
    """
    player = await context.player()
    await context.app.blocks.block(player, body.player)
    return await context.app.blocks.of(player)


async def unblock_player(context: RequestContext) -> BlockList:
    """Unblock a player, and return the remaining blocked players."""
    player = await context.player()
    await context.app.blocks.unblock(player, context.request.path_params["id"])
    return await context.app.blocks.of(player)


ROUTES = (
    Route("POST", "/api/v1/reports", create_report, status=201, cost=REPORT_COST, caller="player"),
    Route("GET", "/api/v1/me/decisions", list_own_decisions, caller="player", scope="account"),
    Route("POST", "/api/v1/me/decisions/{id}/read", read_decision, caller="player"),
    Route("POST", "/api/v1/me/decisions/{id}/answer", answer_decision, caller="player"),
    Route("GET", "/api/v1/me/blocks", list_blocks, caller="player", scope="account"),
    Route("POST", "/api/v1/me/blocks", block_player, status=201, caller="player"),
    Route("DELETE", "/api/v1/me/blocks/{id}", unblock_player, caller="player"),
)
