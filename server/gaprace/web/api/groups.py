"""HTTP routes of groups. The docstring of a handler is the description of its route.

`{group}` is the code of a group or, to look at it, join it or report it, its invitation.
"""

from starlette.responses import Response, StreamingResponse

from gaprace.web.api.moderation import REPORT_COST
from gaprace.web.api.rooms import PLAYS, created, limited
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Limit, Route
from gaprace.wire import http

CSV = "text/csv"
GROUP_COST, SEASON_COST = 2, 10
_GROUP = "/api/v1/groups/{group}"


async def create_group(context: RequestContext, body: http.NewGroup) -> http.Group:
    """Create a group. The link to share is `/group/{invitation}`: one tap there joins, without an account."""
    player = await context.player()
    return await context.app.groups.create(player, body)


async def list_groups(context: RequestContext) -> http.GroupList:
    """Return the groups that the caller belongs to or waits for."""
    return await context.app.groups.of_player((await context.player()).id)


async def get_group(context: RequestContext) -> http.Group:
    """Return a group as the caller may see it. Outsiders find a private group only by its invitation."""
    return await context.app.groups.view(context.code("group"), await context.player_id())


async def update_group(context: RequestContext, body: http.GroupChange) -> http.Group:
    """Change the name, colour, visibility and admission of a group. Only its owners can."""
    player = await context.player()
    if body.name is not None:
        context.limit(context.app.limits.renames, "too_many_requests", "name changes")
    return await context.app.groups.change(player, context.code("group"), body)


async def delete_group(context: RequestContext, body: http.DeleteGroup) -> http.GroupList:
    """Delete a group for good, and close its room. Only its owner can. Return the caller's other groups."""
    return await context.app.groups.delete(await context.player(), context.code("group"), body.name)


async def renew_group_invitation(context: RequestContext) -> http.Group:
    """Replace the link of a group: the old one stops working. Only its owners can."""
    return await context.app.groups.renew_invitation(await context.player(), context.code("group"))


async def join_group(context: RequestContext) -> http.Group:
    """Join a group, or request to join if an owner has to approve new members."""
    return await context.app.groups.join(await context.player(), context.code("group"))


async def leave_group(context: RequestContext) -> http.GroupList:
    """Leave a group. If the owner leaves, a co-owner becomes the owner, or else the member who joined first."""
    return await context.app.groups.leave(await context.player(), context.code("group"))


async def set_group_role(context: RequestContext, body: http.ChangeRole) -> http.Group:
    """Admit a player (`member`), appoint a co-owner (`co_owner`), or hand the group over (`owner`)."""
    player, member = await context.player(), context.request.path_params["player"]
    return await context.app.groups.change_role(player, context.code("group"), member, body.role)


async def remove_group_member(context: RequestContext) -> http.Group:
    """Remove a member, who cannot join again until an owner allows it, or decline a request to join."""
    player, member = await context.player(), context.request.path_params["player"]
    return await context.app.groups.remove(player, context.code("group"), member)


async def share_group_presence(context: RequestContext, body: http.ShowPresence) -> http.Group:
    """Set whether the other members see that the caller is online."""
    return await context.app.groups.show_presence(await context.player(), context.code("group"), shows=body.shows)


async def note_group_presence(context: RequestContext) -> http.GroupPresence:
    """Note that the caller is online, if visible to others; return the members online. Call it once a minute."""
    return await context.app.groups.presence(await context.player(), context.code("group"))


async def open_group_room(context: RequestContext) -> http.RoomCreated:
    """Return the room of a group. If the last one has closed, a new one is created."""
    player = await context.player()
    return created(context, await context.app.group_rooms.room(player, context.code("group"), limited(context)))


async def get_group_daily(context: RequestContext) -> http.GroupBoard:
    """Return a daily among the members of a group: in place of a variant, `own` is the group's own daily."""
    path, me = context.request.path_params, await context.player_id()
    return await context.app.group_boards.board(context.code("group"), path["date"], path["variant"], me)


async def list_group_dailies(context: RequestContext) -> http.GroupHistory:
    """Return the dailies that members of a group have played, the latest first."""
    variant, me = context.request.path_params["variant"], await context.player_id()
    return await context.app.group_boards.history(context.code("group"), variant, context.page, me)


async def list_group_series(context: RequestContext) -> http.GroupSeriesList:
    """Return the decided series of a group's rooms, the latest first."""
    return await context.app.series_pages.of_group(context.code("group"), context.page, await context.player_id())


async def get_group_season(context: RequestContext) -> http.GroupSeason:
    """Return the season table of a group between two dates, both included: means of the scores among the members."""
    path, group, me = context.request.path_params, context.code("group"), await context.player_id()
    return await context.app.group_boards.season(group, path["variant"], path["first"], path["last"], me)


async def export_group_results(context: RequestContext) -> Response:
    """Return all results of a group since its creation, as CSV for spreadsheets."""
    seen = await context.app.group_boards.readable(context.code("group"), (await context.player()).id)
    context.limit(context.app.limits.exports, "too_many_exports", "exports")
    named = f'attachment; filename="gaprace-{seen.code}.csv"'
    headers = {"Cache-Control": "no-store", "Content-Disposition": named}
    return StreamingResponse(context.app.group_export.as_csv(seen), headers=headers, media_type=CSV)


async def report_group(context: RequestContext, body: http.GroupReport) -> http.Reported:
    """Report a group to the moderators, for example for its name. Repeating a report has no effect."""
    return await context.app.reports.report_group(await context.player(), context.code("group"), body)


_MADE = Limit("groups", "too_many_groups", "new groups")
ROUTES = (
    Route("POST", "/api/v1/groups", create_group, **PLAYS | {"scope": "account"}, limit=_MADE),
    Route("GET", "/api/v1/groups", list_groups, caller="player"),
    Route("GET", _GROUP, get_group),
    Route("PATCH", _GROUP, update_group, caller="active"),
    Route("DELETE", _GROUP, delete_group, caller="player"),
    Route("POST", f"{_GROUP}/invitation", renew_group_invitation, caller="player"),
    Route("POST", f"{_GROUP}/members", join_group, cost=GROUP_COST, caller="active"),
    Route("DELETE", f"{_GROUP}/members/me", leave_group, caller="player"),
    Route("PUT", f"{_GROUP}/members/{{player}}", set_group_role, caller="player"),
    Route("DELETE", f"{_GROUP}/members/{{player}}", remove_group_member, caller="player"),
    Route("PUT", f"{_GROUP}/presence", share_group_presence, caller="player", scope="play"),
    Route("POST", f"{_GROUP}/presence", note_group_presence, caller="player", scope="play"),
    Route("POST", f"{_GROUP}/room", open_group_room, **PLAYS | {"status": 200}),
    Route("GET", f"{_GROUP}/dailies/{{variant}}", list_group_dailies, page_size=30, cost=GROUP_COST),
    Route("GET", f"{_GROUP}/dailies/{{variant}}/{{date}}", get_group_daily, cost=GROUP_COST),
    Route("GET", f"{_GROUP}/series", list_group_series, page_size=10, cost=GROUP_COST),
    Route("GET", f"{_GROUP}/seasons/{{variant}}/{{first}}/{{last}}", get_group_season, cost=SEASON_COST),
    Route("GET", f"{_GROUP}/results.csv", export_group_results, media_type=CSV, caller="player"),
    Route("POST", f"{_GROUP}/reports", report_group, status=201, cost=REPORT_COST, caller="player"),
)
