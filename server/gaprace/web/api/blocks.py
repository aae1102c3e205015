"""HTTP routes for blocks between players. The docstring of a handler is the description of its route."""

from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import BlockList, NewBlock


async def blocks(context: RequestContext) -> BlockList:
    """Return the players that the caller blocks, the latest first."""
    return await context.app.blocks.of(await context.player())


async def block(context: RequestContext, body: NewBlock) -> BlockList:
    """Block a player, and return all blocked players.

    Blocked players get no seat in rooms that the caller hosts, the two are not paired in quick races, and neither sees
    listed rooms of the other. Clients hide their chat messages.
    """
    player = await context.player()
    await context.app.blocks.block(player, body.player)
    return await context.app.blocks.of(player)


async def unblock(context: RequestContext) -> BlockList:
    """Unblock a player, and return the remaining blocked players."""
    player = await context.player()
    await context.app.blocks.unblock(player, context.request.path_params["id"])
    return await context.app.blocks.of(player)


ROUTES = (
    Route("GET", "/api/v1/me/blocks", blocks, BlockList, caller="player", scope="account"),
    Route("POST", "/api/v1/me/blocks", block, BlockList, NewBlock, status=201, caller="player"),
    Route("DELETE", "/api/v1/me/blocks/{id}", unblock, BlockList, caller="player"),
)
