"""HTTP routes of arenas. The docstring of a handler is the description of its route."""

from gaprace.web.api.rooms import PLAYS, created
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Limit, Route
from gaprace.wire import http

ARENA_COST, LIST_COST = 2, 4
_ARENA = "/api/v1/arenas/{arena}"


def _count_bots(context: RequestContext, games: int) -> None:
    """Count the games that bots will play in an arena, which are kept like others. Raises `too_many_arenas`."""
    context.limit(context.app.limits.games, "too_many_arenas", "games of bots in arenas", games)


async def create_arena(context: RequestContext, body: http.NewArena) -> http.Arena:
    """Organise an arena or a cup. The link to share is `/arena/{code}`. The organiser need not play."""
    player = await context.player()
    _count_bots(context, body.fill_to * body.rounds)
    return await context.app.arenas.create(player, body)


async def list_arenas(context: RequestContext) -> http.ArenaList:
    """Return the listed arenas that have not ended, and the caller's own, also those of the last seven days."""
    return await context.app.arenas.lists(await context.player_id())


async def get_arena(context: RequestContext) -> http.Arena:
    """Return an arena: its players, its rounds, and the table as of the last round that has ended."""
    return await context.app.arenas.shown(context.code("arena"), await context.player_id())


async def get_arena_table(context: RequestContext) -> http.ArenaTable:
    """Return a page of an arena's table."""
    return await context.app.arenas.page(context.code("arena"), await context.player_id(), context.page)


async def cancel_arena(context: RequestContext) -> http.ArenaList:
    """Call off an arena before its start; only its organiser can. Return the other arenas."""
    player = await context.player()
    await context.app.arenas.call_off(player, context.code("arena"))
    return await context.app.arenas.lists(player.id)


async def update_arena(context: RequestContext, body: http.ArenaChange) -> http.Arena:
    """Rename an arena; before its start, also reschedule it. For its organiser and co-hosts."""
    player = await context.player()
    _count_bots(context, http.MAX_FILLED * (body.rounds or 0))
    await context.app.arena_hosts.change(player.id, context.code("arena"), body)
    return await context.app.arenas.view(context.code("arena"), player.id)


async def start_arena(context: RequestContext) -> http.Arena:
    """Start an arena now. For its organiser and co-hosts."""
    player = await context.player()
    await context.app.arena_hosts.start(player.id, context.code("arena"))
    return await context.app.arenas.view(context.code("arena"), player.id)


async def end_arena(context: RequestContext) -> http.Arena:
    """End an arena after the current round. For its organiser and co-hosts."""
    player = await context.player()
    await context.app.arena_hosts.end(player.id, context.code("arena"))
    return await context.app.arenas.view(context.code("arena"), player.id)


async def set_arena_role(context: RequestContext, body: http.ArenaRoleChange) -> http.Arena:
    """Appoint or dismiss a co-host, remove a player, or let one in again. For the organiser and co-hosts."""
    player = await context.player()
    other = context.request.path_params["player"]
    await context.app.arena_hosts.give_role(player.id, context.code("arena"), other, body)
    return await context.app.arenas.view(context.code("arena"), player.id)


async def enter_arena(context: RequestContext, body: http.EnterArena) -> http.Arena:
    """Register for an arena, or move to another team before the start. An arena can be entered until it is over."""
    return await context.app.arenas.enter(await context.player(), context.code("arena"), body.team)


async def leave_arena(context: RequestContext) -> http.Arena:
    """Withdraw the caller's registration before the start."""
    return await context.app.arenas.leave(await context.player(), context.code("arena"))


async def play_arena(context: RequestContext) -> http.RoomCreated:
    """Return the room for the caller's game of the current round; in an arena, this also registers the caller.

    While the game is running, it is the room of that game.
    """
    player = await context.player()
    return created(context, await context.app.arenas.play(player, context.code("arena")))


async def list_group_arenas(context: RequestContext) -> http.ArenaList:
    """Return the latest arenas of a group."""
    group = context.code("group")
    return await context.app.arenas.of_group(group, await context.player_id())


_MADE = Limit("groups", "too_many_arenas", "new arenas")
ROUTES = (
    Route("POST", "/api/v1/arenas", create_arena, **PLAYS | {"scope": "account"}, limit=_MADE),
    Route("GET", "/api/v1/arenas", list_arenas, cost=LIST_COST),
    Route("GET", _ARENA, get_arena, cost=ARENA_COST),
    Route("GET", f"{_ARENA}/table", get_arena_table, page_size=100, cost=ARENA_COST),
    Route("DELETE", _ARENA, cancel_arena, cost=ARENA_COST, caller="player"),
    Route("PATCH", _ARENA, update_arena, cost=ARENA_COST, caller="active"),
    Route("POST", f"{_ARENA}/start", start_arena, cost=ARENA_COST, caller="active"),
    Route("POST", f"{_ARENA}/end", end_arena, cost=ARENA_COST, caller="active"),
    Route("PUT", f"{_ARENA}/players/{{player}}", set_arena_role, cost=ARENA_COST, caller="active"),
    Route("POST", f"{_ARENA}/players", enter_arena, cost=ARENA_COST, caller="active", scope="play"),
    Route("DELETE", f"{_ARENA}/players/me", leave_arena, cost=ARENA_COST, caller="player", scope="play"),
    Route("POST", f"{_ARENA}/games", play_arena, **PLAYS),
    Route("GET", "/api/v1/groups/{group}/arenas", list_group_arenas, cost=LIST_COST),
)
